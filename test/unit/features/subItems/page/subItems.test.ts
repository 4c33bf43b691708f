// @vitest-environment jsdom
// Tests the section Sub-items of a work item's page, and the input for a new sub-item.
import { describe, expect, it } from 'vitest';
import type { PageModel } from '../../../../../src/shell/protocol/messages.ts';
import type { SubItemsView, SubItemView } from '../../../../../src/shell/protocol/subItems.ts';
import { EMPTY_DISCUSSION, model } from '../../recordPage/page/modelFixture.ts';
import { type MountedPage, mount } from '../../recordPage/page/pageFixture.ts';

const DONE_ITEM: SubItemView = {
  id: 'w2',
  identifier: 'API-2',
  name: 'Write the parser',
  state: { id: 's2', label: 'Done', icon: 'completed' },
  assignees: 'Ada, Grace',
};
const OPEN_ITEM: SubItemView = {
  id: 'w3',
  identifier: 'API-3',
  name: 'Test the parser',
  state: { id: 's1', label: 'Todo', icon: 'unstarted' },
  assignees: '',
};

const withSubItems = (more: Partial<SubItemsView> = {}): PageModel =>
  model({
    subItems: { items: [DONE_ITEM, OPEN_ITEM], isComplete: true, draft: '', ...more },
    discussion: EMPTY_DISCUSSION,
  });

const INPUT = '[data-testid=new-sub-item]';
const ADD = '[data-testid=add-sub-item]';
const SECTION = '[data-testid=sub-items]';

let mounted: MountedPage;

const show = (more: Partial<SubItemsView>) => mounted.deliver({ type: 'show', model: withSubItems(more) });
const input = () => mounted.find(INPUT) as HTMLInputElement;
const sentMessages = (type: string) => mounted.sent.filter((message) => message.type === type);

/** Types a title and presses Enter. Returns the sequence number of the request. */
async function create(title: string): Promise<number> {
  await mounted.type(INPUT, title);
  await mounted.press(input(), 'Enter');
  return mounted.sent.findLast(({ type }) => type === 'addSubItem')?.seq ?? 0;
}

const answerMessage = (to: number, failure?: { readonly title: string; readonly problem: string }) =>
  mounted.deliver({ type: 'answer', to, ...failure });

describe('The section Sub-items', () => {
  it('shows how many sub-items are completed, and state, identifier, title and assignees of each one', async () => {
    mounted = await mount(withSubItems());
    expect(mounted.find('#sub-items-title').textContent).toBe('Sub-items 1/2');
    const list = mounted.find(`${SECTION} ul`);
    expect(list.getAttribute('aria-labelledby')).toBe('sub-items-title');
    const rows = [...list.querySelectorAll('[data-testid=open-sub-item]')];
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Done API-2 Write the parser Ada, Grace',
      'Todo API-3 Test the parser',
    ]);
    expect(rows.map((row) => row.getAttribute('title'))).toEqual([
      'API-2 Write the parser\nAda, Grace',
      'API-3 Test the parser',
    ]);
    expect(rows.map((row) => row.querySelector('.state-circle'))).not.toContain(null);
    expect(mounted.find(SECTION).textContent).not.toContain('missing');
  });

  it('shows that sub-items may be missing until all work items of the project are loaded', async () => {
    mounted = await mount(withSubItems({ isComplete: false }));
    expect(mounted.find(`${SECTION} p.dimmed`).textContent).toBe('Some sub-items may not be listed yet.');
  });

  it('opens a sub-item when its row is clicked', async () => {
    mounted = await mount(withSubItems());
    await mounted.click('[data-sub-item=API-3] [data-testid=open-sub-item]');
    expect(mounted.lastMessage()).toMatchObject({ type: 'openSubItem', id: 'w3' });
  });

  it('is absent while there are no sub-items, and the row of actions then has an Add Sub-Item button', async () => {
    mounted = await mount(withSubItems({ items: [] }));
    expect(mounted.root.querySelector(SECTION)).toBeNull();
    await mounted.click(`.item-actions ${ADD}`);
    expect(document.activeElement).toBe(input());
    expect(mounted.root.querySelector(ADD)).toBeNull();
  });

  it('has an Add Sub-Item icon in its heading while there are sub-items, and the row of actions then has none', async () => {
    mounted = await mount(withSubItems());
    expect(mounted.find(`${SECTION} .section-head ${ADD}`).getAttribute('aria-label')).toBe('Add Sub-Item');
    expect(mounted.root.querySelector(`.item-actions ${ADD}`)).toBeNull();
    await mounted.click(`${SECTION} ${ADD}`);
    expect(document.activeElement).toBe(input());
  });

  it('has a button that removes a sub-item from its parent, and then moves the focus to the next row', async () => {
    mounted = await mount(withSubItems());
    const removeButton = mounted.find('[data-sub-item=API-2] [aria-label="Remove API-2 from Parent"]');
    removeButton.focus();
    await mounted.click('[data-sub-item=API-2] [data-testid=move-out]');
    expect(mounted.lastMessage()).toMatchObject({ type: 'moveOutSubItem', id: 'w2' });
    await show({ items: [OPEN_ITEM] });
    expect(document.activeElement).toBe(mounted.find('[data-sub-item=API-3] [data-testid=open-sub-item]'));
  });

  it('moves the focus to Add Sub-Item when the only sub-item is removed from its parent', async () => {
    mounted = await mount(withSubItems({ items: [OPEN_ITEM] }));
    mounted.find('[data-testid=move-out]').focus();
    await mounted.click('[data-testid=move-out]');
    await show({ items: [] });
    expect(mounted.root.querySelector(SECTION)).toBeNull();
    expect(document.activeElement).toBe(mounted.find(ADD));
  });

  it('is folded and opened by a click on its title, and stays folded when the page is created again', async () => {
    const toggle = '#sub-items-title button';
    mounted = await mount(withSubItems());
    expect(mounted.find(toggle).getAttribute('aria-expanded')).toBe('true');
    await mounted.click(toggle);
    expect(mounted.find(toggle).getAttribute('aria-expanded')).toBe('false');
    expect(mounted.root.querySelector(`${SECTION} ul`)).toBeNull();
    const { foldedSections } = mounted.page.state;
    expect(foldedSections).toEqual(['sub-items']);
    mounted.unmount();
    mounted = await mount(withSubItems(), foldedSections);
    expect(mounted.root.querySelector(`${SECTION} ul`)).toBeNull();
    await mounted.click(toggle);
    mounted.find(`${SECTION} ul`);
    expect(mounted.page.state.foldedSections).toEqual([]);
  });

  it('is open while the input for a new sub-item is open', async () => {
    mounted = await mount(withSubItems(), ['sub-items']);
    await mounted.click(ADD);
    mounted.find(INPUT);
    mounted.find(`${SECTION} ul`);
  });

  it('does not move the focus when another user removes a sub-item', async () => {
    mounted = await mount(withSubItems());
    await show({ items: [OPEN_ITEM] });
    expect(document.activeElement).toBe(document.body);
  });
});

describe('The input for a new sub-item', () => {
  it('creates the sub-item on Enter, and is then empty and focused for the next title', async () => {
    mounted = await mount(withSubItems());
    await mounted.click(ADD);
    const seq = await create('  Review the parser ');
    expect(sentMessages('addSubItem')).toMatchObject([{ name: 'Review the parser' }]);
    expect(input().value).toBe('');
    await show({ draft: '', pending: 'Review the parser', progress: 'Creating “Review the parser”…' });
    expect(mounted.find(SECTION).textContent).toContain('Creating “Review the parser”…');
    await show({
      items: [DONE_ITEM, OPEN_ITEM, { ...OPEN_ITEM, id: 'w4', identifier: 'API-4', name: 'Review the parser' }],
    });
    await answerMessage(seq);
    expect(input().value).toBe('');
    expect(document.activeElement).toBe(input());
    expect(mounted.find('#sub-items-title').textContent).toBe('Sub-items 1/3');
    await create('Release it');
    expect(sentMessages('addSubItem')).toHaveLength(2);
  });

  it('sends each title on Enter while earlier ones are being created, and is empty for the next one', async () => {
    mounted = await mount(withSubItems());
    await mounted.click(ADD);
    const seqs = [await create('First'), await create('Second'), await create('Third')];
    expect(sentMessages('addSubItem')).toMatchObject([{ name: 'First' }, { name: 'Second' }, { name: 'Third' }]);
    await mounted.type(INPUT, 'Fo');
    for (const seq of seqs) await answerMessage(seq);
    expect(input().value).toBe('Fo');
  });

  it('continues with the titles that wait on Enter while it is empty', async () => {
    mounted = await mount(withSubItems({ progress: 'Not created yet: “Second”. Press Enter to create them.' }));
    expect(mounted.find(SECTION).textContent).toContain('Not created yet: “Second”.');
    await mounted.press(input(), 'Enter');
    expect(sentMessages('addSubItem')).toMatchObject([{ name: '' }]);
    const [message] = sentMessages('addSubItem');
    await answerMessage(message?.seq ?? 0, { title: 'Second', problem: 'Not created.' });
    expect(input().value).toBe('Second');
  });

  it('sends nothing on Enter while it is empty', async () => {
    mounted = await mount(withSubItems());
    await mounted.click(ADD);
    await create('   ');
    expect(sentMessages('addSubItem')).toEqual([]);
  });

  it('shows the title and the reason if the sub-item could not be created', async () => {
    mounted = await mount(withSubItems());
    await mounted.click(ADD);
    await answerMessage(await create('Review'), { title: 'Review', problem: 'Not created. No connection.' });
    expect(input().value).toBe('Review');
    expect(mounted.find('#sub-item-problem').textContent).toBe('Not created. No connection.');
    expect(input().getAttribute('aria-describedby')).toBe('sub-item-problem');
    await mounted.type(INPUT, 'Review it');
    expect(mounted.root.querySelector('#sub-item-problem')).toBeNull();
  });

  it('appends newer text to the title of a sub-item that could not be created', async () => {
    mounted = await mount(withSubItems());
    await mounted.click(ADD);
    const seq = await create('Review');
    await mounted.type(INPUT, 'Release');
    await answerMessage(seq, { title: 'Review', problem: 'Not created.' });
    mounted.page.flush();
    expect(input().value).toBe('Review Release');
    expect(mounted.lastMessage()).toMatchObject({ type: 'editSubItem', name: 'Review Release' });
  });

  it('is shown with a stored draft without the focus, and sends typed text to the draft', async () => {
    mounted = await mount(withSubItems({ items: [], draft: 'Half a tit' }));
    expect(input().value).toBe('Half a tit');
    expect(document.activeElement).toBe(document.body);
    await mounted.type(INPUT, 'Half a title');
    mounted.page.flush();
    expect(mounted.lastMessage()).toMatchObject({ type: 'editSubItem', name: 'Half a title' });
  });

  it('stays open for the next title after the sub-item of a stored draft was created', async () => {
    mounted = await mount(withSubItems({ draft: 'Review' }));
    await mounted.press(input(), 'Enter');
    await show({});
    expect(input().value).toBe('');
  });

  it('is read-only while a sub-item that was sent before the page was reopened is still being created', async () => {
    mounted = await mount(withSubItems({ pending: 'Review', progress: 'Creating “Review”…' }));
    expect(input().readOnly).toBe(true);
    await show({ draft: 'Review', problem: 'Not created.' });
    expect([input().readOnly, input().value]).toEqual([false, 'Review']);
    expect(mounted.find('#sub-item-problem').textContent).toBe('Not created.');
  });

  it('closes on Escape only while it is empty, and then moves the focus to Add Sub-Item', async () => {
    mounted = await mount(withSubItems());
    await mounted.click(ADD);
    await mounted.type(INPUT, 'x');
    await mounted.press(input(), 'Escape');
    expect(input().value).toBe('x');
    await mounted.type(INPUT, '');
    await mounted.press(input(), 'Escape');
    expect(mounted.root.querySelector(INPUT)).toBeNull();
    expect(document.activeElement).toBe(mounted.find(ADD));
  });
});
