// @vitest-environment jsdom
// Tests the sections Relations and Links on the page, and the buttons that replace them.
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DiscussionView } from '../../../../../src/shell/protocol/discussionSections.ts';
import type { LinksView, RelatedItemView, RelationsView } from '../../../../../src/shell/protocol/linked.ts';
import type { MessageFromPage } from '../../../../../src/shell/protocol/messages.ts';
import { EMPTY_DISCUSSION, model } from '../../recordPage/page/modelFixture.ts';
import { type MountedPage, mount } from '../../recordPage/page/pageFixture.ts';

const STATE = { id: 's1', label: 'In Progress', icon: 'started', color: '#ff0000' };
const WEB_2: RelatedItemView = { id: 'blocking:2', identifier: 'WEB-2', name: 'Draw faster', state: STATE };
const WEB_3: RelatedItemView = { id: 'relates_to:3', identifier: 'WEB-3', name: 'Measure', state: undefined };
const NOT_LOADED_ITEM: RelatedItemView = {
  id: 'relates_to:4',
  identifier: undefined,
  name: 'Unknown work item',
  state: undefined,
};
const RELATIONS: RelationsView = {
  status: 'ready',
  groups: [
    { id: 'blocking', label: 'Blocks', rows: [WEB_2] },
    { id: 'relates_to', label: 'Relates to', rows: [WEB_3, NOT_LOADED_ITEM] },
  ],
};
const PULL_REQUEST = {
  id: 'l1',
  title: 'Keys',
  address: 'github.com/acme/web/pull/12',
  href: 'https://github.com/acme/web/pull/12',
  kind: 'pullRequest',
  reference: '#12',
} as const;
const SCRIPT = {
  id: 'l2',
  title: 'Script',
  address: 'javascript:alert(1)',
  href: undefined,
  kind: 'page',
  reference: undefined,
} as const;
const LINKS: LinksView = { status: 'ready', items: [PULL_REQUEST, SCRIPT], more: false };
const PROBLEM = { message: 'The server cannot be reached.', retry: true };

const pageModel = (linked: Partial<Pick<DiscussionView, 'relations' | 'links'>> = {}) =>
  model({ discussion: { ...EMPTY_DISCUSSION, ...linked } });

/** An IntersectionObserver for which every element becomes visible at once. */
class VisibleIntersectionObserver {
  readonly #callback: (entries: { isIntersecting: boolean }[]) => void;

  constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
    this.#callback = callback;
  }

  observe(): void {
    this.#callback([{ isIntersecting: true }]);
  }

  disconnect(): void {}
}

let mounted: MountedPage;

beforeEach(() => vi.stubGlobal('IntersectionObserver', VisibleIntersectionObserver));
afterEach(() => void vi.unstubAllGlobals());

function show(linked: Partial<Pick<DiscussionView, 'relations' | 'links'>>): Promise<void> {
  return mounted.deliver({ type: 'show', model: pageModel(linked) });
}

function sent(type: MessageFromPage['type']): MessageFromPage[] {
  return mounted.sent.filter((message) => message.type === type);
}

/** Answers the last action, so that the row with this action accepts another action. */
async function finishAction(): Promise<void> {
  const action = sent('act').at(-1);
  if (action !== undefined) await mounted.deliver({ type: 'answer', to: action.seq });
}

function textsOf(selector: string): (string | null)[] {
  return [...mounted.root.querySelectorAll(selector)].map(({ textContent }) => textContent);
}

describe('The page of a work item', () => {
  it('shows different circles for started states with different values of `filledQuarters`', async () => {
    const rows = ([1, 2, 3] as const).map((filledQuarters) => ({
      ...WEB_2,
      id: `blocking:${filledQuarters}`,
      state: { ...STATE, filledQuarters },
    }));
    mounted = await mount(
      pageModel({ relations: { status: 'ready', groups: [{ id: 'blocking', label: 'Blocks', rows }] } }),
    );
    const sectors = [...mounted.root.querySelectorAll('.state-started path')].map((path) => path.getAttribute('d'));
    expect(new Set(sectors).size).toBe(3);
  });

  it('requests relations and links once when the row of actions becomes visible', async () => {
    mounted = await mount(pageModel());
    expect(sent('showLinked')).toHaveLength(1);
    await show({ relations: RELATIONS, links: LINKS });
    await show({ relations: { ...RELATIONS, status: 'failed', problem: PROBLEM } });
    expect(sent('showLinked')).toHaveLength(1);
  });

  it('has the buttons Add Relation and Add Link instead of empty sections for relations and links', async () => {
    mounted = await mount(pageModel());
    expect(mounted.root.querySelectorAll('[data-testid=relations], [data-testid=links]')).toHaveLength(0);
    await mounted.click('.item-actions [data-testid=add-relation]');
    expect(mounted.lastMessage()).toMatchObject({ type: 'act', action: 'addRelation' });
    await mounted.click('.item-actions [data-testid=add-link]');
    expect(mounted.lastMessage()).toMatchObject({ type: 'act', action: 'addLink' });
  });

  it('has no button for relations if the server does not support them', async () => {
    mounted = await mount(pageModel({ relations: { status: 'ready', groups: [], isUnsupported: true } }));
    expect(textsOf('.item-action').map((text) => text?.trim())).toEqual(['Attach…', 'Link…', 'Code…']);
  });
});

describe('The section Relations', () => {
  it('shows the related work items in one list for each type of relation, labeled with the type', async () => {
    mounted = await mount(pageModel({ relations: RELATIONS }));
    expect(mounted.find('#relations-title').textContent).toBe('Relations 3');
    const lists = [...mounted.root.querySelectorAll('[data-testid=relations] ul')];
    const nameOf = (list: Element) => document.getElementById(list.getAttribute('aria-labelledby') ?? '')?.textContent;
    expect(lists.map(nameOf)).toEqual(['Blocks', 'Relates to']);
    expect(textsOf('[data-testid=relations] .code-row')).toEqual([
      'WEB-2Draw faster',
      'WEB-3Measure',
      'Unknown work item',
    ]);
    expect(mounted.find('[data-row="blocking:2"] .code-row').title).toBe('WEB-2 Draw faster\nIn Progress');
    expect(mounted.root.querySelectorAll('[data-row="blocking:2"] .choice-icon')).toHaveLength(1);
  });

  it('has the Add Relation button, which is then not in the row of actions', async () => {
    mounted = await mount(pageModel({ relations: RELATIONS }));
    expect(mounted.root.querySelectorAll('.item-actions [data-testid=add-relation]')).toHaveLength(0);
    const button = mounted.find('[data-testid=relations] [data-testid=add-relation]');
    expect(button.getAttribute('aria-label')).toBe('Add Relation…');
    await act(() => button.click());
    expect(mounted.lastMessage()).toMatchObject({ type: 'act', action: 'addRelation' });
  });

  it('opens a work item, and removes a relation with a button that names the work item', async () => {
    mounted = await mount(pageModel({ relations: RELATIONS }));
    await mounted.click('[data-row="blocking:2"] .code-row');
    expect(mounted.lastMessage()).toMatchObject({ type: 'act', action: 'openRelated', row: 'blocking:2' });
    await finishAction();
    const removeButton = mounted.find('[data-row="blocking:2"] [data-testid=remove-relation]');
    expect(removeButton.getAttribute('aria-label')).toBe('Remove the relation to WEB-2');
    await act(() => removeButton.click());
    expect(mounted.lastMessage()).toMatchObject({ type: 'act', action: 'removeRelation', row: 'blocking:2' });
  });

  it('ignores a second click on a Remove button until the first removal has ended', async () => {
    mounted = await mount(pageModel({ relations: RELATIONS }));
    const removeButton = '[data-row="blocking:2"] [data-testid=remove-relation]';
    await mounted.click(removeButton);
    await mounted.click(removeButton);
    expect(sent('act')).toHaveLength(1);
    expect(mounted.find('[data-row="blocking:2"]').getAttribute('aria-busy')).toBe('true');
    await finishAction();
    await mounted.click(removeButton);
    expect(sent('act')).toHaveLength(2);
  });

  it('shows why relations cannot be removed, and has no Remove buttons', async () => {
    const removalObstacle = "Relations can't be removed on this server. Remove them in Plane.";
    mounted = await mount(pageModel({ relations: { ...RELATIONS, removalObstacle } }));
    expect(mounted.root.querySelectorAll('[data-testid=remove-relation]')).toHaveLength(0);
    expect(mounted.find('[data-testid=relations]').textContent).toContain(removalObstacle);
    await show({ relations: { status: 'failed', groups: [], problem: PROBLEM, removalObstacle } });
    expect(mounted.find('[data-testid=relations]').textContent).not.toContain(removalObstacle);
  });

  it('moves the focus to another row after a removal, or to Add Relation if no row is left', async () => {
    mounted = await mount(pageModel({ relations: RELATIONS }));
    mounted.find('[data-row="relates_to:3"] [data-testid=remove-relation]').focus();
    const [blocking, relatesTo] = RELATIONS.groups;
    if (blocking === undefined || relatesTo === undefined) throw new Error('no groups');
    await show({ relations: { ...RELATIONS, groups: [blocking, { ...relatesTo, rows: [NOT_LOADED_ITEM] }] } });
    expect(document.activeElement).toBe(mounted.find('[data-row="relates_to:4"] .code-row'));
    await show({ relations: { ...RELATIONS, groups: [blocking] } });
    expect(document.activeElement).toBe(mounted.find('[data-row="blocking:2"] .code-row'));
    await show({ relations: EMPTY_DISCUSSION.relations });
    expect(document.activeElement).toBe(mounted.find('.item-actions [data-testid=add-relation]'));
  });

  it('leaves the focus where it is if a row without focus is removed', async () => {
    mounted = await mount(pageModel({ relations: RELATIONS }));
    mounted.find('[data-row="blocking:2"] .code-row').focus();
    const [blocking] = RELATIONS.groups;
    if (blocking === undefined) throw new Error('no group');
    await show({ relations: { ...RELATIONS, groups: [blocking] } });
    expect(document.activeElement).toBe(mounted.find('[data-row="blocking:2"] .code-row'));
    mounted.find('[data-testid=attach-files]').focus();
    await show({ relations: EMPTY_DISCUSSION.relations });
    expect(document.activeElement).toBe(mounted.find('[data-testid=attach-files]'));
  });

  it('shows why the relations could not be loaded, with a button that requests them again', async () => {
    mounted = await mount(pageModel({ relations: { status: 'failed', groups: [], problem: PROBLEM } }));
    expect(mounted.find('[data-testid=relations] .banner').textContent).toContain(PROBLEM.message);
    expect(mounted.find('#relations-title').textContent).toBe('Relations ');
    await mounted.click('[data-testid=relations] .banner button');
    expect(sent('showLinked')).toHaveLength(2);
  });
});

describe('The section Links', () => {
  it('shows title, reference and URL of each link', async () => {
    mounted = await mount(pageModel({ links: LINKS }));
    expect(mounted.find('#links-title').textContent).toBe('Links 2');
    expect(textsOf('[data-testid=links] .code-row')).toEqual([
      'Keys#12github.com/acme/web/pull/12',
      'Scriptjavascript:alert(1)',
    ]);
    const commit = { ...PULL_REQUEST, id: 'l3', kind: 'commit' } as const;
    await show({ links: { ...LINKS, items: [PULL_REQUEST, SCRIPT, commit] } });
    const icons = [...mounted.root.querySelectorAll('[data-testid=links] .code-row .codicon')];
    expect(icons.map(({ className }) => className.split('-').slice(1).join('-'))).toEqual([
      'git-pull-request',
      'link',
      'git-commit',
    ]);
    expect(mounted.find('[data-testid=links] ul').getAttribute('aria-labelledby')).toBe('links-title');
  });

  it('asks the host to open an https URL, and shows a javascript: URL without a link', async () => {
    mounted = await mount(pageModel({ links: LINKS }));
    const onDocumentClick = vi.fn();
    document.addEventListener('click', onDocumentClick, { once: true });
    await mounted.click('[data-row=l1] a');
    expect(mounted.lastMessage()).toMatchObject({ type: 'openLink', href: PULL_REQUEST.href });
    expect(onDocumentClick).not.toHaveBeenCalled();
    document.removeEventListener('click', onDocumentClick);
    expect(mounted.root.querySelectorAll('[data-row=l2] a')).toHaveLength(0);
    await mounted.click('[data-row=l2] .code-row');
    expect(sent('openLink')).toHaveLength(1);
  });

  it('has buttons that edit and remove a link, with the title of the link in the tooltip', async () => {
    mounted = await mount(pageModel({ links: LINKS }));
    const labels = [...mounted.find('[data-row=l1]').querySelectorAll('button')].map(({ title }) => title);
    expect(labels).toEqual(['Edit the link Keys', 'Remove the link Keys']);
    await mounted.click('[data-row=l1] [data-testid=edit-link]');
    expect(mounted.lastMessage()).toMatchObject({ type: 'act', action: 'editLink', row: 'l1' });
    await finishAction();
    await mounted.click('[data-row=l1] [data-testid=remove-link]');
    expect(mounted.lastMessage()).toMatchObject({ type: 'act', action: 'removeLink', row: 'l1' });
  });

  it('moves the focus from a removed link to the next link, or to Add Link if no link is left', async () => {
    mounted = await mount(pageModel({ links: { ...LINKS, items: [SCRIPT, PULL_REQUEST] } }));
    mounted.find('[data-row=l2] [data-testid=remove-link]').focus();
    await show({ links: { ...LINKS, items: [PULL_REQUEST] } });
    expect(document.activeElement).toBe(mounted.find('[data-row=l1] a'));
    await show({ links: EMPTY_DISCUSSION.links });
    expect(document.activeElement).toBe(mounted.find('.item-actions [data-testid=add-link]'));
  });

  it('shows no count while more links can be loaded, and has a button that loads more links', async () => {
    mounted = await mount(pageModel({ links: { ...LINKS, more: true } }));
    expect(mounted.find('#links-title').textContent).toBe('Links ');
    await mounted.click('[data-testid=links] > .text-button');
    expect(mounted.lastMessage()).toMatchObject({ type: 'moreLinks' });
    await show({ links: LINKS });
    expect(mounted.root.querySelector('[data-testid=links] > .text-button')).toBeNull();
  });
});
