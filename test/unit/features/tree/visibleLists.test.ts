// Tests that visible lists are refreshed in the background, less often if little of the rate limit
// is left. Uses the server of the local workspace and simulated time.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keyOf } from '../../../../src/core/cache/address.ts';
import { BackgroundRefresh } from '../../../../src/core/sync/backgroundRefresh.ts';
import { Tree } from '../../../../src/features/tree/tree.ts';
import { DEFAULT_CHOICES, type ViewChoices } from '../../../../src/items/grouping/choices.ts';
import { uuidFromName } from '../../../../src/server/database/uuidFromName.ts';
import { type Node, nodeId, type ViewName, WORKSPACE_FOLDERS } from '../../../../src/shell/tree/node.ts';
import { sectionNode } from '../../../../src/shell/tree/sections.ts';
import type { OwnItems } from '../../../../src/shell/tree/treeData.ts';
import { flushPromises } from '../../../support/clock.ts';
import { answerWith } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { createSetup, WEB_1 } from '../../../support/pageSetup.ts';
import { sample } from '../../../support/testServer.ts';
import { readRows } from './readRows.ts';

const WEB_PROJECT_ID = sample.project('WEB');
const WEB_CYCLES = `cycles ${WEB_PROJECT_ID}`;
const WEB_1_STORED = { ...WEB_1, identifier: 'WEB-1', name: 'One' };

let ownItems: OwnItems;
let choices: ViewChoices;
const openTrees: Tree[] = [];
const setup = forEachTest(createSetup);
beforeEach(async () => {
  choices = DEFAULT_CHOICES;
  ownItems = { me: sample.user('ada'), recents: [], pinned: [] };
});
afterEach(async () => {
  for (const one of openTrees.splice(0)) one.dispose();
});

/** Opens a view and expands, from the root down, the nodes whose ids end with the texts in `ids`. */
async function openView(
  view: ViewName,
  ...ids: string[]
): Promise<{ readonly tree: Tree; readonly nodes: readonly Node[] }> {
  const tree = new Tree(view, setup.store, {
    choices: () => choices,
    ownItems: () => ownItems,
    today: () => '2026-11-20',
    isBound: () => false,
  });
  openTrees.push(tree);
  let rows = await readRows(tree, undefined);
  const nodes: Node[] = [];
  for (const id of ids) {
    const node = rows.find((row) => nodeId(row).endsWith(id));
    if (node === undefined) throw new Error(`no row ${id} among ${rows.map(nodeId).join(', ')}`);
    nodes.push(node);
    rows = await readRows(tree, node);
  }
  return { tree, nodes };
}

const visibleKeys = ({ tree }: { readonly tree: Tree }): string[] => tree.visibleLists.map(({ key }) => key);
const requestedPaths = (): string[] =>
  setup.proxy
    .matchingRequests((method) => method === 'GET')
    .map(({ path }) => path.split('?')[0]?.split('/workspaces/')[1] ?? '');

/** Runs the background refresh of the visible lists for `minutes`, and returns the paths of its requests. */
async function refreshInBackground(
  trees: readonly Tree[],
  minutes: number,
  { unusedShare = 1, hasFocus = true } = {},
): Promise<string[]> {
  const failedKeys: string[] = [];
  const backgroundRefresh = new BackgroundRefresh({
    clock: setup.clock,
    hasFocus: () => hasFocus,
    unusedShare: () => unusedShare,
    visibleLists: () => trees.flatMap((tree) => tree.visibleLists),
    onRefreshFailed: (key) => failedKeys.push(key),
  });
  const requestCount = requestedPaths().length;
  const refreshRun = backgroundRefresh.run();
  for (let elapsedSeconds = 0; elapsedSeconds < minutes * 60; elapsedSeconds += 10) {
    await setup.clock.advance(10_000);
    // The server runs in real time, so all responses must arrive before the simulated time advances.
    while (setup.proxy.answers.length < setup.proxy.requests.length) await flushPromises();
    await flushPromises();
  }
  backgroundRefresh.dispose();
  await refreshRun;
  expect(failedKeys).toEqual([]);
  return requestedPaths().slice(requestCount);
}

describe('My Work', () => {
  it('loads which work items are in a current cycle, in the projects where the user has open work items', async () => {
    const { call } = setup.client;
    const project_id = WEB_PROJECT_ID;
    // The views of these tests take 2026-11-20 for today.
    const dates = { start_date: '2026-11-16', end_date: '2026-11-29' };
    const { id } = await call.createCycle({ project_id, body: { name: 'Now', project_id, ...dates } });
    await call.addCycleItems({ project_id, cycle_id: id, body: { issues: [WEB_1.id] } });
    const items = setup.store.list({ of: 'items', owner: WEB_PROJECT_ID });
    const { tree } = await openView('myWork');
    await setup.store.resources.projects.list().read();
    await items.read();
    const itemsOfCycle = (): Promise<readonly Node[]> => readRows(tree, sectionNode('currentCycle'));
    await readRows(tree, undefined);
    expect(await itemsOfCycle()).toEqual([]);
    const requests = (await refreshInBackground([tree], 15)).filter((path) => path.includes('/cycles/'));
    expect(requests[0]).toMatch(/\/cycles\/$/);
    expect(requests).toContainEqual(expect.stringMatching(new RegExp(`/cycles/${id}/cycle-issues/$`)));
    expect(requests.filter((path, index) => requests.indexOf(path) !== index)).toEqual([]);
    expect((await itemsOfCycle()).map(nodeId)).toContainEqual(expect.stringContaining(WEB_1.id));
  });
});

describe('The visible lists of a view', () => {
  it('are the loaded lists of expanded rows', async () => {
    const initiative = uuidFromName('initiative', 'Know where every parcel is');
    const view = await openView(
      'workspace',
      'folder initiatives',
      `initiative /${initiative}`,
      'folder initiativeEpics',
    );
    expect(visibleKeys(view)).toEqual(['initiatives', `epics of initiative ${initiative}`]);
    expect(visibleKeys(await openView('workspace', 'folder customers'))).toEqual(['customers']);
    expect(visibleKeys(await openView('myWork'))).toEqual([]);
  });

  it('do not include a list below a collapsed row until it is expanded again', async () => {
    const view = await openView('projects', `project ${WEB_PROJECT_ID}`);
    const [project] = view.nodes;
    if (project === undefined) throw new Error('no project');
    expect(visibleKeys(view)).toEqual(['projects', `items ${WEB_PROJECT_ID}`, `states of project ${WEB_PROJECT_ID}`]);
    view.tree.setExpanded(project, false);
    expect(visibleKeys(view)).toEqual(['projects']);
    const openedProjects: string[] = [];
    setup.store.sync.onDidOpen((id) => openedProjects.push(id));
    view.tree.setExpanded(project, true);
    expect(visibleKeys(view)).toEqual(['projects', `items ${WEB_PROJECT_ID}`, `states of project ${WEB_PROJECT_ID}`]);
    expect(openedProjects).toEqual([WEB_PROJECT_ID]);
  });

  it('include the loaded work items of a recent work item’s project, or else only the recent work item', async () => {
    ownItems = { ...ownItems, recents: [WEB_1_STORED, { ...WEB_1_STORED, id: sample.workItem('WEB', 2) }] };
    const view = await openView('myWork', 'recent');
    expect(visibleKeys(view)).toEqual([]);
    await setup.store.resources.workItems.readOne(WEB_1.id, WEB_1.project);
    expect(visibleKeys(view)).toEqual([WEB_CYCLES, keyOf(WEB_1)]);
    await setup.store.list({ of: 'items', owner: WEB_PROJECT_ID }).read();
    expect(visibleKeys(view)).toEqual([`items ${WEB_PROJECT_ID}`, WEB_CYCLES]);
    await setup.store.resources.projects.list().read();
    expect(visibleKeys(await openView('myWork', 'assigned'))).toEqual([
      'projects',
      `items ${WEB_PROJECT_ID}`,
      WEB_CYCLES,
    ]);
  });

  it('do not include the current work item, because its section sends no requests', async () => {
    await setup.store.resources.workItems.readOne(WEB_1.id, WEB_1.project);
    ownItems = { ...ownItems, current: WEB_1_STORED };
    expect(visibleKeys(await openView('myWork', 'current'))).toEqual([WEB_CYCLES]);
  });

  it('do not include rarely checked projects below Assigned to Me, because the background sync checks them', async () => {
    await setup.store.resources.projects.list().read();
    await setup.store.list({ of: 'items', owner: WEB_PROJECT_ID }).read();
    setup.store.sync.setRarelyChecked(new Set([WEB_PROJECT_ID]));
    expect(visibleKeys(await openView('myWork', 'assigned'))).toEqual(['projects', WEB_CYCLES]);
    expect(visibleKeys(await openView('projects', `project ${WEB_PROJECT_ID}`))).toEqual([
      'projects',
      `items ${WEB_PROJECT_ID}`,
      `states of project ${WEB_PROJECT_ID}`,
    ]);
  });
});

describe('The list of states of an expanded project', () => {
  it('is refreshed only if the project is grouped by state and the list has expired', async () => {
    const view = await openView('projects', `project ${WEB_PROJECT_ID}`);
    await setup.store.resources.states.readAll(WEB_PROJECT_ID);
    setup.store.expireProjectLists();
    expect(visibleKeys(view)).not.toContain(`states of project ${WEB_PROJECT_ID}`);
    choices = { ...DEFAULT_CHOICES, groupBy: 'state' };
    const groupedView = await openView('projects', `project ${WEB_PROJECT_ID}`);
    expect(visibleKeys(groupedView)).toContain(`states of project ${WEB_PROJECT_ID}`);
    expect(
      (await refreshInBackground([groupedView.tree], 20)).filter((path) => path.endsWith('/states/')),
    ).toHaveLength(1);
    expect(visibleKeys(groupedView)).not.toContain(`states of project ${WEB_PROJECT_ID}`);
  });
});

describe('The list of states of an expanded project with several started states', () => {
  it('is loaded once and at once, so that the icons of these states differ', async () => {
    choices = { ...DEFAULT_CHOICES, groupBy: 'none' };
    const view = await openView('projects', `project ${WEB_PROJECT_ID}`);
    expect(visibleKeys(view)).toContain(`states of project ${WEB_PROJECT_ID}`);
    const isStatesPath = (path: string) => path.endsWith('/states/');
    expect((await refreshInBackground([view.tree], 0.5)).filter(isStatesPath)).toHaveLength(1);
    expect((await refreshInBackground([view.tree], 10)).filter(isStatesPath)).toEqual([]);
    expect(setup.store.knownStates(WEB_PROJECT_ID).length).toBeGreaterThan(2);
    expect(visibleKeys(view)).not.toContain(`states of project ${WEB_PROJECT_ID}`);
  });

  it('is not loaded if an earlier run has stored it', async () => {
    setup.store.resources.states.restoreList(WEB_PROJECT_ID, [{ id: 's1', name: 'Todo', group: 'unstarted' }], 1);
    expect(visibleKeys(await openView('projects', `project ${WEB_PROJECT_ID}`))).not.toContain(
      `states of project ${WEB_PROJECT_ID}`,
    );
  });
});

describe('A visible list', () => {
  it.each(WORKSPACE_FOLDERS)(
    'of %s is refreshed only while the window has the focus, and less often if few requests remain',
    async (folder) => {
      const path = `${folder}/`;
      const { tree, nodes } = await openView('workspace', `folder ${folder}`);
      const requestsAtFullLimit = (await refreshInBackground([tree], 60)).filter((one) => one.endsWith(path)).length;
      const requestsAtQuarterLimit = (await refreshInBackground([tree], 60, { unusedShare: 0.25 })).filter((one) =>
        one.endsWith(path),
      ).length;
      expect(requestsAtFullLimit).toBeLessThanOrEqual(12);
      expect(requestsAtFullLimit).toBeGreaterThan(requestsAtQuarterLimit);
      expect(requestsAtQuarterLimit).toBeGreaterThan(0);
      expect(await refreshInBackground([tree], 10, { unusedShare: 0.1 })).toEqual([]);
      expect(await refreshInBackground([tree], 10, { hasFocus: false })).toEqual([]);
      const otherStore = setup.otherStore();
      const createdRecord = await otherStore.resources[folder].create({ name: 'Made elsewhere' });
      await refreshInBackground([tree], 6);
      expect((await readRows(tree, nodes[0])).some((row) => 'id' in row && row.id === createdRecord.id)).toBe(true);
    },
  );

  it('reports the number of requests that a refresh of the list sends', async () => {
    const { call } = setup.client;
    const creations = Array.from({ length: 110 }, (_, index) =>
      call.createCustomer({ body: { name: `Number ${index}` } }),
    );
    await setup.whileTimePasses(Promise.all(creations));
    const { tree } = await openView('workspace', 'folder customers');
    await setup.store.resources.customers.list().loadMore();
    expect(tree.visibleLists).toMatchObject([{ key: 'customers', requestsPerRefresh: 2 }]);
    expect((await refreshInBackground([tree], 10)).length).toBeLessThanOrEqual(20);
  });

  it('stays unchanged if a background refresh fails', async () => {
    const { tree, nodes } = await openView('workspace', 'folder customers');
    const rowsBefore = await readRows(tree, nodes[0]);
    setup.proxy.inject(
      (method, path) => method === 'GET' && path.includes('/customers/'),
      answerWith(400, { detail: 'No.' }),
    );
    const [customers] = tree.visibleLists;
    await expect(customers?.revalidate(new AbortController().signal)).rejects.toThrow();
    expect(await readRows(tree, nodes[0])).toEqual(rowsBefore);
  });
});
