// Tests that the server filters the work items of projects that are too large to be read completely.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Store } from '../../../../src/core/cache/store/store.ts';
import { presentTreeRow } from '../../../../src/features/tree/presentation/present.ts';
import { itemLoadProgressOf } from '../../../../src/features/tree/rows/viewRows.ts';
import { Tree } from '../../../../src/features/tree/tree.ts';
import type { Filter } from '../../../../src/items/filter/filter.ts';
import { DEFAULT_CHOICES, type ViewChoices } from '../../../../src/items/grouping/choices.ts';
import { parseQuery } from '../../../../src/items/query/parseQuery.ts';
import { type Node, nodeId } from '../../../../src/shell/tree/node.ts';
import { answerWith, matchRequest, nginxErrorPage } from '../../../support/faultProxy.ts';
import { createSetup, type Setup } from '../../../support/pageSetup.ts';
import { sample } from '../../../support/testServer.ts';
import { readRows, rowsCompared } from './readRows.ts';

const WEB_PROJECT_ID = sample.project('WEB');
const NOTES_PROJECT_ID = sample.project('NOTES');
const ADA_ID = sample.user('ada');
const NOTES_PROJECT_NODE: Node = { kind: 'project', project: NOTES_PROJECT_ID, under: undefined };

let commercialSetup: Setup;
let communitySetup: Setup;
let trees: Tree[];
let choices: ViewChoices;
let requestedFilter: Filter | undefined;

beforeAll(async () => {
  [commercialSetup, communitySetup] = await Promise.all([createSetup('spec'), createSetup('community')]);
});
afterAll(() => Promise.all([commercialSetup[Symbol.asyncDispose](), communitySetup[Symbol.asyncDispose]()]));
beforeEach(() => {
  trees = [];
  requestedFilter = undefined;
  for (const { proxy } of [commercialSetup, communitySetup]) proxy.removeFaults();
});
afterEach(() => {
  for (const tree of trees) tree.dispose();
});

function filterOf(text: string): Filter {
  const parsed = parseQuery(text, () => ({ values: [], isComplete: false }));
  if (!('query' in parsed)) throw new Error(parsed.problems[0].message);
  return parsed.query.filter;
}

/** Opens a view with the filter `text`. Marks its projects as too large to be read completely. */
async function open({ client }: Setup, text: string, view: 'projects' | 'myWork' = 'projects') {
  const store = new Store(client);
  choices = { ...DEFAULT_CHOICES, filter: filterOf(text) };
  await store.resources.projects.list().read();
  for (const project of [WEB_PROJECT_ID, NOTES_PROJECT_ID])
    store.sync.set(project, { status: 'tooLarge', total: 20_000 });
  const tree = new Tree(view, store, {
    choices: () => choices,
    requestedFilter: () => requestedFilter ?? choices.filter,
    ownItems: () => ({ me: ADA_ID, recents: [], pinned: [] }),
    today: () => '2026-11-20',
    isBound: () => false,
  });
  trees.push(tree);
  await readRows(tree, undefined);
  const rowLabels = async (): Promise<string[]> =>
    (await readRows(tree, NOTES_PROJECT_NODE)).map((node) => presentTreeRow(node, tree.data).label);
  return { store, tree, rowLabels };
}

/** Returns the recorded requests for work items, starting with the request at this index. */
function itemRequests({ proxy }: Setup, from: number): string[] {
  return proxy.requests.slice(from).flatMap(({ path }) => (path.includes('/work-items/?') ? [path] : []));
}

/** Returns the ids of the project's work items that match, according to the filter of loaded work items. */
async function readMatchingIds(setup: Setup, project: string, text: string): Promise<string[]> {
  const { store, tree } = await open(setup, '');
  const list = store.list({ of: 'items', owner: project });
  await list.read();
  while (list.state.next !== undefined) await list.loadMore();
  await Promise.all([store.resources.states.readAll(project), store.resources.labels.readAll(project)]);
  const matches = tree.data.sorter.matcherOf(filterOf(text));
  return list.state.ids.filter((id) => {
    const item = store.item({ project, id });
    return item !== undefined && matches(item);
  });
}

describe('The filter in a project that is too large to be read completely', () => {
  it('sends no request while the user edits it, and filters the work items that the server has sent', async () => {
    const { tree, rowLabels } = await open(commercialSetup, 'priority:high,urgent');
    const labels = await rowLabels();
    requestedFilter = choices.filter;
    const before = commercialSetup.proxy.requests.length;
    choices = { ...choices, filter: filterOf('priority:urgent cycle:1') };
    tree.applyChoices();
    const editedLabels = await rowLabels();
    expect(commercialSetup.proxy.requests.length).toBe(before);
    expect(editedLabels.length).toBeLessThan(labels.length);
    requestedFilter = undefined;
    tree.applyChoices();
    await rowLabels();
    expect(itemRequests(commercialSetup, before)).toEqual([expect.stringContaining('pql=')]);
  });

  it.each([
    'priority:high',
    '-priority:none is:open',
    'is:done,started',
    'is:overdue',
    'assignee:me is:open',
    'state:"In Progress"',
    'label:customer',
    'due:>=2026-01-01',
    'creator:me priority:high,urgent,medium',
    'the is:open -label:customer',
  ])('shows every work item that matches %s, with one request for these work items only', async (text) => {
    const expected = await readMatchingIds(commercialSetup, WEB_PROJECT_ID, text);
    const { store, tree } = await open(commercialSetup, text);
    const before = commercialSetup.proxy.requests.length;
    const node: Node = { kind: 'project', project: WEB_PROJECT_ID, under: undefined };
    const rows = await readRows(tree, node);
    const ids = tree.data.rowsOf(node).items.map(({ id }) => id);
    expect(expected.length).toBeGreaterThan(0);
    expect(ids.toSorted()).toEqual(expected.toSorted());
    expect(rows.filter(({ kind }) => kind === 'more' || kind === 'failed')).toEqual([]);
    const requests = itemRequests(commercialSetup, before);
    expect(requests).toHaveLength(1);
    expect(requests[0]).toContain('pql=');
    expect(store.list({ of: 'items', owner: WEB_PROJECT_ID }).state.status).toBe('notLoaded');
  });

  it('adds a row that loads the next page of matching work items, with the number of all matches', async () => {
    const total = (await readMatchingIds(commercialSetup, NOTES_PROJECT_ID, '-priority:urgent')).length;
    const { tree, rowLabels } = await open(commercialSetup, '-priority:urgent');
    expect(total).toBeGreaterThan(100);
    expect((await rowLabels()).at(-1)).toBe(`Load more (100 of ${total})`);
    const moreRow = (await readRows(tree, NOTES_PROJECT_NODE)).find(({ kind }) => kind === 'more');
    if (moreRow?.kind !== 'more') throw new Error('no row that loads more');
    expect(moreRow.list.of).toBe('foundItems');
  });

  it('loads the next page of the changed filter, not of the earlier one', async () => {
    const { store, tree, rowLabels } = await open(commercialSetup, '-priority:urgent');
    await rowLabels();
    choices = { ...choices, filter: filterOf('-priority:high') };
    tree.applyChoices();
    const moreRow = (await readRows(tree, NOTES_PROJECT_NODE)).find(({ kind }) => kind === 'more');
    if (moreRow?.kind !== 'more') throw new Error('no row that loads more');
    const labels = await rowLabels();
    await store.list(moreRow.list).loadMore();
    expect((await rowLabels()).length).toBeGreaterThan(labels.length);
  });

  it('is sent again when the order changes and only a part of the matching work items is loaded', async () => {
    const { store, tree, rowLabels } = await open(commercialSetup, '-priority:urgent');
    await rowLabels();
    const before = commercialSetup.proxy.requests.length;
    store.setItemOrder('sequence_id');
    tree.applyChoices();
    await rowLabels();
    const [request, ...others] = itemRequests(commercialSetup, before);
    expect(others).toEqual([]);
    expect(request).toContain('pql=');
    expect(request).toContain('order_by=sequence_id');
  });

  it('shows a row “No matches” with the context value for clearing the filter', async () => {
    const { tree } = await open(commercialSetup, 'qqq');
    const row = (await readRows(tree, NOTES_PROJECT_NODE)).at(-1);
    expect(row && presentTreeRow(row, tree.data)).toMatchObject({
      label: 'No matches',
      tooltip: 'No work items match the filter',
      context: 'emptyFiltered',
    });
  });

  it('is sent to the server as soon as synchronization finds that the project is too large', async () => {
    const { store, tree } = await open(commercialSetup, 'priority:high');
    store.sync.set(NOTES_PROJECT_ID, { status: 'reading', loaded: 100, total: 20_000 });
    await readRows(tree, NOTES_PROJECT_NODE);
    const changedNodeIds: string[] = [];
    tree.onDidChange((node) => changedNodeIds.push(node === undefined ? '' : nodeId(node)));
    store.sync.set(NOTES_PROJECT_ID, { status: 'tooLarge', total: 20_000 });
    await rowsCompared();
    expect(changedNodeIds).toContain(`project ${NOTES_PROJECT_ID}`);
    const before = commercialSetup.proxy.requests.length;
    await readRows(tree, NOTES_PROJECT_NODE);
    expect(itemRequests(commercialSetup, before)[0]).toContain('pql=');
  });

  it('is not sent to the server if it is empty or cannot be translated into a query', async () => {
    for (const text of ['', 'updated:<7d']) {
      const { rowLabels } = await open(commercialSetup, text);
      const before = commercialSetup.proxy.requests.length;
      await rowLabels();
      expect(itemRequests(commercialSetup, before)).toHaveLength(1);
      expect(itemRequests(commercialSetup, before)[0]).not.toContain('pql=');
    }
  });

  it('is applied to the loaded work items if a commercial server sends work items that do not match', async () => {
    await open(commercialSetup, '').then(({ rowLabels }) => rowLabels());
    const page: unknown = JSON.parse(String(commercialSetup.proxy.answers.at(-1)?.body));
    commercialSetup.proxy.inject(matchRequest('GET', '/work-items/'), answerWith(200, page), 1);
    const { rowLabels } = await open(commercialSetup, 'priority:urgent');
    const before = commercialSetup.proxy.requests.length;
    expect((await rowLabels()).at(-1)).toMatch(/^Load more \(100 of 130\)$/);
    expect(itemRequests(commercialSetup, before).map((path) => path.includes('pql='))).toEqual([true, false]);
  });

  it('is applied to the loaded work items if an open-source server ignores it, and is not sent again', async () => {
    const { rowLabels, tree } = await open(communitySetup, 'priority:urgent');
    const before = communitySetup.proxy.requests.length;
    const rows = await rowLabels();
    expect(itemRequests(communitySetup, before).map((path) => path.includes('pql='))).toEqual([true, false]);
    expect(rows.at(-1)).toMatch(/^Load more \(100 of 130\)$/);
    expect(tree.data.rowsOf(NOTES_PROJECT_NODE).items.every(({ priority }) => priority === 'urgent')).toBe(true);
    choices = { ...choices, filter: filterOf('priority:low') };
    tree.applyChoices();
    await rowLabels();
    expect(itemRequests(communitySetup, before)).toHaveLength(2);
  });

  it.each([
    ['with 400, as open-source servers since version 1.4 do', 400, { pql: 'Invalid PQL query.' }],
    ['with 402, because its plan does not include filters', 402, { error: 'Payment required' }],
  ])('is applied to the loaded work items if the server responds %s', async (_case, status, body) => {
    commercialSetup.proxy.inject(matchRequest('GET', '/work-items/'), answerWith(status, body), 1);
    const { rowLabels } = await open(commercialSetup, 'priority:high');
    const before = commercialSetup.proxy.requests.length;
    expect((await rowLabels()).at(-1)).toMatch(/^Load more \(100 of 130\)$/);
    expect(itemRequests(commercialSetup, before).map((path) => path.includes('pql='))).toEqual([true, false]);
  });

  it('shows an error row for the matching work items if the request fails', async () => {
    commercialSetup.proxy.inject(matchRequest('GET', '/work-items/'), nginxErrorPage, 1);
    const { tree } = await open(commercialSetup, 'priority:high');
    const row = (await readRows(tree, NOTES_PROJECT_NODE)).at(-1);
    expect(row?.kind === 'failed' && row.list.of).toBe('foundItems');
  });
});

describe('Assigned to Me with a project that is too large to be read completely', () => {
  it('loads only the assigned work items of that project, after which the project counts as complete', async () => {
    const { tree } = await open(commercialSetup, '', 'myWork');
    const section: Node = { kind: 'section', section: 'assigned', under: undefined };
    const row: Node = { kind: 'searchMore', under: section };
    expect(itemLoadProgressOf(section, tree.data).incompleteProjects).toContain(WEB_PROJECT_ID);
    const before = commercialSetup.proxy.requests.length;
    await tree.data.loadItems(WEB_PROJECT_ID, filterOf('assignee:me is:open'));
    expect(itemRequests(commercialSetup, before)).toHaveLength(1);
    expect(itemLoadProgressOf(row.under, tree.data).incompleteProjects).not.toContain(WEB_PROJECT_ID);
    const expected = await readMatchingIds(commercialSetup, WEB_PROJECT_ID, 'assignee:me is:open');
    const rows = await readRows(tree, section);
    const shownIds = rows.flatMap((one) => (one.kind === 'workItem' ? [one.id] : []));
    expect(shownIds.toSorted()).toEqual(expected.toSorted());
  });
});
