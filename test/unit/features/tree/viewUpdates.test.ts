// Tests saved views and filters with the real store and server: requests, names, and the nodes that a change updates.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Store } from '../../../../src/core/cache/store/store.ts';
import { Tree } from '../../../../src/features/tree/tree.ts';
import { loadFilteredCyclesAndModules } from '../../../../src/items/filter/loadCyclesAndModules.ts';
import { loadedFilterNames } from '../../../../src/items/filter/loadedFilterNames.ts';
import { DEFAULT_CHOICES, type ViewQuery } from '../../../../src/items/grouping/choices.ts';
import { parseQuery } from '../../../../src/items/query/parseQuery.ts';
import { type Node, nodeId, type SavedViewNode } from '../../../../src/shell/tree/node.ts';
import { forAllTests, forEachTest } from '../../../support/fixture.ts';
import { createSetup } from '../../../support/pageSetup.ts';
import { sample } from '../../../support/testServer.ts';
import { readRows } from './readRows.ts';

const WEB_PROJECT_ID = sample.project('WEB');
const ME = { id: sample.user('ada'), name: 'Ada Park' };
/** The name of a sample cycle with work items. */
const CYCLE_NAME = 'Board by keyboard';
const VIEW: SavedViewNode = { kind: 'savedView', name: 'Mine', origin: 'account', under: undefined };

let tree: Tree;
let query: ViewQuery;
let initialRequestCount: number;
const setup = forAllTests(createSetup);
const store = forEachTest(() => new Store(setup.client));
beforeEach(() => {
  query = DEFAULT_CHOICES;
  tree = new Tree('myWork', store, {
    choices: () => DEFAULT_CHOICES,
    ownItems: () => ({ me: ME.id, recents: [], pinned: [] }),
    today: () => '2026-11-20',
    isBound: () => false,
    savedViews: () => [{ name: 'Mine', origin: 'account', query }],
  });
  initialRequestCount = setup.proxy.requests.length;
});
afterEach(() => tree.dispose());

const requestCount = (): number => setup.proxy.requests.length - initialRequestCount;

function queryOf(text: string): ViewQuery {
  const parsed = parseQuery(text, loadedFilterNames(store, ME));
  if ('problems' in parsed) throw new Error(parsed.problems[0].message);
  return parsed.query;
}

async function expandView(): Promise<readonly Node[]> {
  await readRows(tree, undefined);
  return readRows(tree, VIEW);
}

function collectChangedNodes(): string[] {
  const changedNodes: string[] = [];
  tree.onDidChange((node) => changedNodes.push(node === undefined ? 'all' : nodeId(node)));
  return changedNodes;
}

describe('A saved view', () => {
  it('sends one request when it is expanded, and no request when it is expanded again', async () => {
    query = queryOf('is:open assignee:me');
    expect((await expandView()).map(({ kind }) => kind)).toEqual(['searchMore']);
    expect(requestCount()).toBe(1);
    await expandView();
    expect(requestCount()).toBe(1);
  });

  it('is updated with the matching work items when the work items of a project are loaded', async () => {
    query = queryOf('is:open assignee:me');
    await expandView();
    const changedNodes = collectChangedNodes();
    await store.list({ of: 'items', owner: WEB_PROJECT_ID }).read();
    expect(changedNodes).toContain('all');
    const items = (await expandView()).flatMap((row) => (row.kind === 'workItem' ? (store.item(row) ?? []) : []));
    expect(items.length).toBeGreaterThan(0);
    expect(items.every(({ assignees }) => assignees.includes(ME.id))).toBe(true);
  });

  it('is updated only by a change that adds or removes one of its rows', async () => {
    await store.list({ of: 'items', owner: WEB_PROJECT_ID }).read();
    query = queryOf('priority:urgent');
    const [first] = await expandView();
    if (first?.kind !== 'workItem') throw new Error('The view has no work item.');
    const changedNodes = collectChangedNodes();
    await store.resources.workItems.update(first.id, { name: 'Another name' }, first.project);
    expect(changedNodes).not.toContain('account view Mine');
    await store.resources.workItems.update(first.id, { priority: 'low' }, first.project);
    expect(changedNodes).toContain('account view Mine');
    expect((await expandView()).map(nodeId)).not.toContain(nodeId(first));
    await store.resources.workItems.update(first.id, { priority: 'urgent' }, first.project);
    expect((await expandView()).map(nodeId)).toContain(nodeId(first));
  });

  it('refreshes the work items of its projects in the background while the view is expanded', async () => {
    await store.list({ of: 'items', owner: WEB_PROJECT_ID }).read();
    await expandView();
    expect(tree.visibleLists.map(({ key }) => key)).toContain(`items ${WEB_PROJECT_ID}`);
  });
});

describe('A filter by cycle', () => {
  it('requests the work items of the cycle once, and then matches these work items', async () => {
    await store.resources.projects.list().read();
    await store.list({ of: 'items', owner: WEB_PROJECT_ID }).read();
    query = queryOf(`cycle:"${CYCLE_NAME}"`);
    const requestCountBefore = requestCount();
    const cycleItems = store.list({ of: 'cycleItems', owner: `${WEB_PROJECT_ID}/${sample.cycle('WEB', CYCLE_NAME)}` });
    const shownPromise = new Promise<void>((resolve) => {
      tree.onDidChange((node) => {
        if ((node === undefined || node.kind === 'savedView') && cycleItems.state.status === 'ready') resolve();
      });
    });
    expect((await expandView()).filter(({ kind }) => kind === 'workItem')).toEqual([]);
    await shownPromise;
    expect(requestCount()).toBe(requestCountBefore + 2);
    const rows = (await expandView()).flatMap((row) => (row.kind === 'workItem' ? row.id : []));
    expect(rows.toSorted()).toEqual(cycleItems.state.ids.toSorted());
    expect(rows).toHaveLength(3);
    expect(requestCount()).toBe(requestCountBefore + 2);
  });
});

describe('A filter by module', () => {
  it('does not request the work items of modules if each work item contains its module', async () => {
    await store.list({ of: 'items', owner: WEB_PROJECT_ID }).read();
    const requestCountBefore = requestCount();
    expect(await loadFilteredCyclesAndModules(store, queryOf('module:none').filter, [WEB_PROJECT_ID])).toBe(true);
    expect(setup.proxy.requests.slice(initialRequestCount + requestCountBefore).map(({ path }) => path)).toEqual([
      expect.stringContaining(`/${WEB_PROJECT_ID}/modules/`),
    ]);
    expect(await loadFilteredCyclesAndModules(store, queryOf('module:none').filter, [WEB_PROJECT_ID])).toBe(false);
  });
});

describe('The label and user names for a filter', () => {
  it('are complete when the lists of labels and users are loaded in all projects', async () => {
    expect(loadedFilterNames(store, ME)('label')).toEqual({ values: [], isComplete: false });
    await store.resources.projects.list().read();
    await store.list({ of: 'items', owner: WEB_PROJECT_ID }).read();
    const names = loadedFilterNames(store, ME);
    expect(names('project')).toMatchObject({
      values: expect.arrayContaining([{ value: 'WEB', name: 'WEB' }]),
      isComplete: true,
    });
    expect(names('label').values.length).toBeGreaterThan(0);
    expect([names('label').isComplete, names('assignee').isComplete]).toEqual([false, false]);
    expect(names('assignee').values).toContainEqual({ value: ME.id, name: 'Ada Park' });
    const projects = store.list({ of: 'projects', owner: '' }).state.ids;
    await Promise.all([...projects.map((id) => store.resources.labels.readAll(id)), store.workspaceUsers.readAll()]);
    expect(names('label').isComplete).toBe(false);
    const laterNames = loadedFilterNames(store, ME);
    expect([laterNames('label').isComplete, laterNames('assignee').isComplete]).toEqual([true, true]);
    expect(parseQuery('label:"no such label"', laterNames)).toHaveProperty('problems');
  });
});
