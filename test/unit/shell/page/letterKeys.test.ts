// @vitest-environment jsdom
// Tests the keys without modifier, which work while no control has the focus into which the user types text.
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PageModel } from '../../../../src/shell/protocol/messages.ts';
import { field, model } from '../../features/recordPage/page/modelFixture.ts';
import { type MountedPage, mount } from '../../features/recordPage/page/pageFixture.ts';

let mounted: MountedPage;
beforeEach(() => vi.spyOn(document, 'hasFocus').mockReturnValue(true));
afterEach(() => void vi.restoreAllMocks());

const STATES = [{ id: 's1', label: 'Todo' }];
const FIELDS: PageModel['fields'] = [
  field('name', 'text', 'A name', { label: 'Title' }),
  field('description_html', 'richText', '<p>text</p>', { label: 'Description' }),
  field('state', 'choice', 's1', { label: 'State', choices: STATES }),
  field('assignee_ids', 'choices', [], { label: 'Assignees', choices: [] }),
  field('priority', 'choice', null, { label: 'Priority', choices: [] }),
  field('target_date', 'date', null, { label: 'Due date' }),
  field('labels', 'choices', [], { label: 'Labels', choices: [] }),
  field('parent', 'item', null, { label: 'Parent', choices: [] }),
];
const show = async (more: Partial<PageModel> = {}) => {
  mounted = await mount(model({ fields: FIELDS, ...more }));
};
const openLists = () =>
  [...mounted.root.querySelectorAll('.properties [role=combobox][aria-expanded=true].opener')].map(({ id }) => id);

describe('The key', () => {
  it.each([
    ['s', 'field-state'],
    ['A', 'field-assignee_ids'],
    ['p', 'field-priority'],
    ['l', 'field-labels'],
  ])('%s opens the list of its field', async (key, id) => {
    await show();
    const event = await mounted.press(document.body, key);
    expect(event.defaultPrevented).toBe(true);
    expect(openLists()).toEqual([id]);
  });

  it('D focuses the due date', async () => {
    await show();
    await mounted.press(document.body, 'd');
    expect(document.activeElement).toBe(mounted.find('#field-target_date'));
  });

  it('C focuses the composer', async () => {
    await show();
    await mounted.press(mounted.find('#field-state'), 'c');
    expect(document.activeElement).toBe(mounted.find('[data-testid=composer] .ProseMirror'));
  });

  it('M assigns the work item to the user', async () => {
    const assignees = field('assignees', 'choices', [], { label: 'Assignees', choices: [] });
    await show({ fields: [...FIELDS, assignees] });
    await mounted.press(document.body, 'm');
    expect(mounted.lastMessage()).toMatchObject({ type: 'act', action: 'assignToMe' });
    await mounted.deliver({ type: 'reset', model: model({ fields: [{ ...assignees, readOnly: true }] }) });
    expect((await mounted.press(document.body, 'm')).defaultPrevented).toBe(false);
  });

  it('E edits the description, or focuses a description without formatting', async () => {
    await show();
    await mounted.press(mounted.find('#field-state'), 'e');
    expect(mounted.find('[data-field=description_html] .rich-text').classList).toContain('is-edited');
    await mounted.deliver({
      type: 'reset',
      model: model({ fields: [...FIELDS.slice(0, 1), field('description', 'plainText', 'text')] }),
    });
    await mounted.press(document.body, 'e');
    expect(document.activeElement).toBe(mounted.find('#field-description'));
  });
});

describe('A key without modifier does nothing', () => {
  const expectNothing = async (target: EventTarget, key = 's', init?: KeyboardEventInit) => {
    const event = await mounted.press(target, key, init);
    expect(event.defaultPrevented).toBe(false);
    expect(openLists()).toEqual([]);
  };

  it('in a control into which the user types text', async () => {
    await show();
    await expectNothing(mounted.find('#field-name'));
    await expectNothing(mounted.find('[data-testid=composer] .ProseMirror'));
    await act(() => mounted.find('#field-target_date').focus());
    await expectNothing(mounted.find('#field-target_date'));
  });

  it('with a modifier, and as the second key of a chord of VS Code', async () => {
    await show();
    await expectNothing(document.body, 's', { altKey: true });
    await expectNothing(document.body, 'p', { ctrlKey: true });
    await mounted.press(document.body, 'k', { ctrlKey: true });
    await expectNothing(document.body, 's');
  });

  it('while the dialog of keyboard shortcuts is shown, and for a field that the user cannot change', async () => {
    await show({ fields: FIELDS.map((view) => ({ ...view, readOnly: true })), isCommentingForbidden: true });
    for (const key of ['s', 'c', 'e']) await expectNothing(document.body, key);
    await mounted.deliver({ type: 'show', model: model({ fields: FIELDS }) });
    await mounted.deliver({ type: 'showKeys' });
    await expectNothing(mounted.find('[data-testid=close-keys]'));
  });
});

describe('After the page gets the focus', () => {
  let time = 0;
  const showAt = async () => {
    time = 10_000;
    mounted = await mount(model({ fields: FIELDS }), undefined, () => time);
  };
  const focusPage = () => act(() => void window.dispatchEvent(new Event('focus')));
  const clickPage = () => act(() => void document.body.dispatchEvent(new Event('pointerdown', { bubbles: true })));
  /** Presses the key and resolves with whether the page has handled it. */
  const isHandled = async (key: string) => (await mounted.press(document.body, key)).defaultPrevented;

  it('without a click, letters and ? do nothing for a second, and longer while the user types', async () => {
    await showAt();
    await focusPage();
    for (const key of ['o', 'l', 's', 'c', 'e', '?']) {
      expect(await isHandled(key)).toBe(false);
      time += 300;
    }
    expect([openLists(), mounted.page.state.showsShortcuts, document.activeElement]).toEqual([
      [],
      false,
      document.body,
    ]);
    time += 100;
    expect(await isHandled('s')).toBe(true);
  });

  it('without a click, a letter works after one second', async () => {
    await showAt();
    await focusPage();
    time += 1000;
    expect(await isHandled('s')).toBe(true);
  });

  it('without a click, Undo works at once', async () => {
    await showAt();
    await focusPage();
    expect((await mounted.press(document.body, 'z', { ctrlKey: true })).defaultPrevented).toBe(true);
  });

  it.each([
    ['before', [clickPage, focusPage]],
    ['after', [focusPage, clickPage]],
  ] as const)('with a click, which the browser reports %s the focus, letters work at once', async (_, events) => {
    await showAt();
    for (const send of events) await send();
    expect(await isHandled('s')).toBe(true);
  });
});

it('The tooltips of the label and of the chip name the key of the field', async () => {
  await show();
  expect(mounted.find('[data-field=state] .field-label').title).toBe('State (S)');
  expect(mounted.find('[data-chip=state]').title).toBe('State (S)');
  expect(mounted.find('[data-field=parent] .field-label').title).toBe('Parent');
});
