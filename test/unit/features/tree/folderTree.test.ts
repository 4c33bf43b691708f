// Tests the folders of projects with the real store and server: the requests that expanding sends, and the rows that a
// change updates.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseSnapshot, restoreSnapshot, takeSnapshot } from '../../../../src/core/cache/store/snapshot.ts';
import { Store } from '../../../../src/core/cache/store/store.ts';
import { presentTreeRow } from '../../../../src/features/tree/presentation/present.ts';
import { Tree } from '../../../../src/features/tree/tree.ts';
import { DEFAULT_CHOICES, type ViewChoices } from '../../../../src/items/grouping/choices.ts';
import { uuidFromName } from '../../../../src/server/database/uuidFromName.ts';
import { type Node, nodeId } from '../../../../src/shell/tree/node.ts';
import type { SavedView } from '../../../../src/shell/tree/savedView.ts';
import { todayAt } from '../../../../src/std/calendarDay.ts';
import { answerWith, matchRequest } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { createSetup, WEB_1 } from '../../../support/pageSetup.ts';
import { sample } from '../../../support/testServer.ts';
import { readRows } from './readRows.ts';

const WEB_PROJECT_ID = sample.project('WEB');
const API_PROJECT_ID = sample.project('API');
const EPIC_ID = uuidFromName('epic', 'Webhooks that lose nothing');

let store: Store;
let tree: Tree;
let choices: ViewChoices;
let savedViews: readonly SavedView[];

const setup = forEachTest(createSetup);
beforeEach(async () => {
  choices = DEFAULT_CHOICES;
  savedViews = [];
  openTree(setup.store);
});
afterEach(async () => {
  tree.dispose();
});

function openTree(newStore: Store): void {
  store = newStore;
  tree = new Tree('projects', store, {
    choices: () => choices,
    ownItems: () => ({ me: sample.user('ada'), recents: [], pinned: [] }),
    today: () => todayAt(Date.now()),
    isBound: () => false,
    savedViews: () => savedViews,
  });
}

const requestCount = (): number => setup.proxy.requests.length;
const presentRow = (node: Node) => presentTreeRow(node, tree.data);

/** Expands one row on each level: the first whose label contains the name. Returns the children of the last row. */
async function expand(...names: string[]): Promise<Node[]> {
  let rows = await readRows(tree, undefined);
  for (const name of names) rows = await readRows(tree, rowIn(rows, name));
  return rows;
}

function rowIn(rows: readonly Node[], name: string): Node {
  const row = rows.find((one) => presentRow(one).label.includes(name));
  if (row === undefined) throw new Error(`no row ${name} among ${rows.map((one) => presentRow(one).label).join(', ')}`);
  return row;
}

const labels = (rows: readonly Node[]): string[] => rows.map((row) => presentRow(row).label);
const folderLabels = (rows: readonly Node[]): string[] => labels(rows.filter(({ kind }) => kind === 'folder'));

function collectChangedRows(): string[] {
  const changedRows: string[] = [];
  tree.onDidChange((node) => changedRows.push(node === undefined ? 'all' : (nodeId(node).split(' > ').at(-1) ?? '')));
  return changedRows;
}

describe('The folder tree', () => {
  it('sends one request when a folder or a row in a folder is expanded, but none for the folders themselves', async () => {
    expect(folderLabels(await expand('Atlas Web'))).toEqual(['Cycles', 'Modules', 'Epics']);
    expect(requestCount()).toBe(2);
    for (const path of [['Cycles'], ['Cycles', 'Board by keyboard'], ['Modules'], ['Modules', 'Sign-in']] as const) {
      const before = requestCount();
      const rows = await expand('Atlas Web', ...path);
      expect(rows.length).toBeGreaterThan(0);
      expect(requestCount()).toBe(before + 1);
      expect((await expand('Atlas Web', ...path)).map(nodeId)).toEqual(rows.map(nodeId));
      expect(requestCount()).toBe(before + 1);
    }
  });

  it('shows the current cycle first in the Cycles folder, and each cycle with dates and progress', async () => {
    const rows = await expand('Atlas Web', 'Cycles');
    expect(labels(rows)).toEqual(['Board by keyboard', 'Offline first steps', 'Keys and focus']);
    expect(rows.map((row) => presentRow(row).description)).toEqual([
      expect.stringMatching(/^Current · .* · \d of 3$/),
      expect.stringMatching(/^Upcoming · /),
      expect.stringMatching(/^Completed · .* · \d of 3$/),
    ]);
    expect(rows.map((row) => presentRow(row).context)).toEqual(['group cycle', 'group cycle', 'group cycle']);
  });

  it('sends no request when an epic is expanded and the work items of its project are loaded', async () => {
    const epics = await expand('Courier API', 'Epics');
    expect(labels(epics).join()).toContain('Webhooks that lose nothing');
    const before = requestCount();
    expect(labels(await expand('Courier API', 'Epics', 'Webhooks'))).toEqual(['No work items']);
    expect(requestCount()).toBe(before);
  });

  it('keeps the Epics folder after it was expanded, even if the project has no epics', async () => {
    await expand('Atlas Web');
    const changedRows = collectChangedRows();
    expect(labels(await expand('Atlas Web', 'Epics'))).toEqual(['No epics']);
    expect(changedRows).not.toContain(`project ${WEB_PROJECT_ID}`);
    expect(folderLabels(await expand('Atlas Web'))).toEqual(['Cycles', 'Modules', 'Epics']);
  });

  it('hides the Epics folder if it is not expanded and another view has read that the project has no epics', async () => {
    await store.list({ of: 'epics', owner: WEB_PROJECT_ID }).read();
    expect(folderLabels(await expand('Atlas Web'))).toEqual(['Cycles', 'Modules']);
  });

  it('shows an error row in a folder that failed to load, and loads the folder when it is expanded again', async () => {
    setup.proxy.inject(matchRequest('GET', '/cycles/'), answerWith(500, {}));
    expect((await expand('Atlas Web', 'Cycles')).map(({ kind }) => kind)).toEqual(['failed']);
    setup.proxy.removeFaults();
    expect(labels(await expand('Atlas Web', 'Cycles'))).toContain('Board by keyboard');
  });
});

describe('A folder of a project in the tree', () => {
  it('is removed when its only record is deleted, and added when the first record is created', async () => {
    const { modules } = store.resources;
    for (const name of ['Board', 'Sign-in']) await modules.remove(sample.module('WEB', name), WEB_PROJECT_ID);
    expect(labels(await expand('Atlas Web', 'Modules'))).toEqual(['Offline']);
    const changedRows = collectChangedRows();
    await modules.remove(sample.module('WEB', 'Offline'), WEB_PROJECT_ID);
    expect(changedRows).toContain(`project ${WEB_PROJECT_ID}`);
    expect(folderLabels(await expand('Atlas Web'))).not.toContain('Modules');
    changedRows.length = 0;
    await modules.create({ name: 'Again' }, WEB_PROJECT_ID);
    expect(changedRows).toContain(`project ${WEB_PROJECT_ID}`);
    expect(labels(await expand('Atlas Web', 'Modules'))).toEqual(['Again']);
  });

  it('is added when the first cycle of a project is created, even if the list of cycles was not read', async () => {
    await store.resources.projects.update(API_PROJECT_ID, { cycle_view: true });
    expect(folderLabels(await expand('Courier API'))).not.toContain('Cycles');
    const changedRows = collectChangedRows();
    await store.resources.cycles.create({ name: 'First' }, API_PROJECT_ID);
    expect(changedRows).toContain(`project ${API_PROJECT_ID}`);
    expect(folderLabels(await expand('Courier API'))).toContain('Cycles');
  });

  it('is updated when new dates of a cycle change its position in the folder', async () => {
    const upcomingCycleId = sample.cycle('WEB', 'Offline first steps');
    await expand('Atlas Web', 'Cycles');
    const changedRows = collectChangedRows();
    const today = todayAt(Date.now());
    await store.resources.cycles.update(upcomingCycleId, { start_date: today, end_date: today }, WEB_PROJECT_ID);
    expect(changedRows).toContain('folder cycles');
    expect(labels(await expand('Atlas Web', 'Cycles'))[0]).toBe('Offline first steps');
  });

  it('shows the new progress of a cycle without a request when the state of its work item changes', async () => {
    await expand('Atlas Web', 'Cycles', 'Board by keyboard');
    const progress = async (): Promise<string | undefined> =>
      presentRow(rowIn(await expand('Atlas Web', 'Cycles'), 'Board by keyboard'))
        .description?.split(' · ')
        .at(-1);
    const before = await progress();
    const changedRows = collectChangedRows();
    const count = requestCount();
    const isDone = store.item(WEB_1)?.state === sample.state('WEB', 'Done');
    await store.resources.workItems.update(
      WEB_1.id,
      { state: sample.state('WEB', isDone ? 'Todo' : 'Done') },
      WEB_PROJECT_ID,
    );
    expect(changedRows).toContain(`cycle ${sample.cycle('WEB', 'Board by keyboard')}`);
    expect(await progress()).toBe(`${Number(before?.slice(0, 1)) + (isDone ? -1 : 1)} of 3`);
    expect(requestCount()).toBe(count + 1);
  });

  it('shows a work item below its new epic, with the new progress of the epic', async () => {
    await expand('Courier API', 'Epics', 'Webhooks');
    const [itemId] = store.list({ of: 'items', owner: API_PROJECT_ID }).state.ids;
    if (itemId === undefined) throw new Error('no work item');
    await store.resources.workItems.update(itemId, { parent: EPIC_ID }, API_PROJECT_ID);
    expect((await expand('Courier API', 'Epics', 'Webhooks')).map(nodeId).join()).toContain(itemId);
    expect(presentRow(rowIn(await expand('Courier API', 'Epics'), 'Webhooks')).description).toMatch(/[01] of 1$/);
    const [row] = await expand('Courier API', 'Epics', 'Webhooks');
    expect(row && tree.parentOf(row)).toBe(rowIn(await expand('Courier API', 'Epics'), 'Webhooks'));
  });

  it('is not updated when the name of a work item changes', async () => {
    await expand('Atlas Web', 'Cycles', 'Keys and focus');
    await expand('Atlas Web', 'Modules');
    const changedRows = collectChangedRows();
    await store.resources.workItems.update(WEB_1.id, { name: 'Another name' }, WEB_PROJECT_ID);
    expect(new Set(changedRows)).toEqual(new Set([`item ${WEB_PROJECT_ID}/${WEB_1.id}`]));
  });
});

describe('The folders of a project in the tree', () => {
  it('are refreshed with the project if they were expanded', async () => {
    await expand('Atlas Web', 'Cycles', 'Board by keyboard');
    await setup.otherStore().resources.cycles.create({ name: 'Made elsewhere' }, WEB_PROJECT_ID);
    const before = requestCount();
    await tree.refresh(rowIn(await expand(), 'Atlas Web'));
    expect(requestCount()).toBe(before + 3);
    expect(labels(await expand('Atlas Web', 'Cycles'))).toContain('Made elsewhere');
  });

  it('are refreshed in the background while they are expanded', async () => {
    const keys = (): string[] => tree.visibleLists.map(({ key }) => key);
    await expand('Atlas Web', 'Cycles', 'Board by keyboard');
    const cycleKeys = [
      `cycles ${WEB_PROJECT_ID}`,
      `items of cycle ${WEB_PROJECT_ID}/${sample.cycle('WEB', 'Board by keyboard')}`,
    ];
    expect(keys()).toEqual([
      'projects',
      `items ${WEB_PROJECT_ID}`,
      ...cycleKeys,
      `states of project ${WEB_PROJECT_ID}`,
    ]);
    tree.setExpanded(rowIn(await expand('Atlas Web'), 'Cycles'), false);
    expect(keys()).toEqual(['projects', `items ${WEB_PROJECT_ID}`, `states of project ${WEB_PROJECT_ID}`]);
  });

  it('are shown at once in a new window, without a request', async () => {
    await expand('Atlas Web', 'Cycles', 'Board by keyboard');
    const rows = await expand('Atlas Web', 'Cycles');
    const description = presentRow(rowIn(rows, 'Board by keyboard')).description;
    const snapshot = parseSnapshot(JSON.parse(JSON.stringify(takeSnapshot(store, Date.now()))));
    tree.dispose();
    const before = requestCount();
    openTree(new Store(setup.client));
    if (snapshot !== undefined) restoreSnapshot(store, snapshot);
    expect((await expand('Atlas Web', 'Cycles')).map(nodeId)).toEqual(rows.map(nodeId));
    expect(presentRow(rowIn(rows, 'Board by keyboard')).description).toBe(description);
    expect((await expand('Atlas Web', 'Cycles', 'Board by keyboard'))[0]?.kind).toBe('workItem');
    expect(requestCount()).toBe(before);
  });

  it('do not include epics on an open-source server, which receives at most one request for epics', async () => {
    await using communitySetup = await createSetup('community');
    tree.dispose();
    openTree(communitySetup.store);
    await expand('Atlas Web');
    const changedRows = collectChangedRows();
    expect((await expand('Atlas Web', 'Epics')).map(({ kind }) => kind)).toEqual(['failed']);
    expect(changedRows).toContain(`project ${WEB_PROJECT_ID}`);
    expect(folderLabels(await expand('Atlas Web'))).toEqual(['Cycles', 'Modules']);
    // The client knows which operations the server does not support, so a new window does not show Epics.
    tree.dispose();
    openTree(new Store(communitySetup.client));
    expect(folderLabels(await expand('Atlas Web'))).toEqual(['Cycles', 'Modules']);
    expect(folderLabels(await expand('Courier API'))).not.toContain('Epics');
    expect(presentRow(rowIn(await expand('Atlas Web', 'Cycles'), 'Board by keyboard')).description).toMatch(
      /^Current · .* of 3$/,
    );
    await expand('Atlas Web', 'Modules', 'Sign-in');
    expect(presentRow(rowIn(await expand('Atlas Web', 'Modules'), 'Sign-in')).description).toMatch(
      /^Completed · \d+ of \d+$/,
    );
    expect(communitySetup.proxy.matchingRequests(matchRequest('GET', '/epics/'))).toHaveLength(1);
  });
});

describe('The folder of saved views in Projects', () => {
  it('shows the work items of a view, and updates the view when one of these work items changes', async () => {
    savedViews = [{ name: 'All', origin: 'account', query: { ...DEFAULT_CHOICES, sortBy: 'priority' } }];
    await expand('Atlas Web');
    const rows = await expand('Saved Views', 'All');
    expect(rows.map(nodeId).join()).toContain(WEB_1.id);
    const changedRows = collectChangedRows();
    const priority = store.item(WEB_1)?.priority === 'low' ? 'high' : 'low';
    await store.resources.workItems.update(WEB_1.id, { priority }, WEB_PROJECT_ID);
    expect(changedRows).toContain('account view All');
    changedRows.length = 0;
    await store.resources.workItems.remove(WEB_1.id, WEB_PROJECT_ID);
    expect(changedRows).toContain('account view All');
    expect((await expand('Saved Views', 'All')).map(nodeId).join()).not.toContain(WEB_1.id);
  });
});
