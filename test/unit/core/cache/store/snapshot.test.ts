// Tests that a restored snapshot saves requests, and that invalid snapshot files are rejected.
import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keyOf } from '../../../../../src/core/cache/address.ts';
import type { ListKey } from '../../../../../src/core/cache/lists/listKey.ts';
import {
  MAX_SNAPSHOT_ITEMS,
  parseSnapshot,
  restoreSnapshot,
  type Snapshot,
  takeSnapshot,
} from '../../../../../src/core/cache/store/snapshot.ts';
import {
  createSnapshotFile,
  MAX_SNAPSHOT_BYTES,
  type SnapshotFile,
} from '../../../../../src/core/cache/store/snapshotFile.ts';
import { Store } from '../../../../../src/core/cache/store/store.ts';
import { SnapshotWriter } from '../../../../../src/core/sync/snapshotWriter.ts';
import { advanceUntilDone, FakeClock } from '../../../../support/clock.ts';
import { failingRename } from '../../../../support/failingRename.ts';
import { matchRequest } from '../../../../support/faultProxy.ts';
import { forAllTests } from '../../../../support/fixture.ts';
import { createSetup, WEB_1 } from '../../../../support/pageSetup.ts';
import { temporaryFolder } from '../../../../support/templateFolder.ts';
import { sample } from '../../../../support/testServer.ts';
import { earlierSnapshot } from '../earlierSnapshot.ts';

const WEB_PROJECT_ID = sample.project('WEB');
const NOW = Date.parse('2026-11-21T10:00:00Z');

let requestCountBefore: number;

const setup = forAllTests(createSetup);
beforeEach(() => {
  setup.proxy.removeFaults();
  requestCountBefore = setup.proxy.requests.length;
});

const requestCount = () => setup.proxy.requests.length - requestCountBefore;
const asReadFromDisk = (snapshot: Snapshot) => parseSnapshot(JSON.parse(JSON.stringify(snapshot)));

async function storeWithContent(): Promise<Store> {
  const store = new Store(setup.client);
  await store.resources.projects.list().read();
  await store.list({ of: 'items', owner: WEB_PROJECT_ID }).read();
  await store.resources.workItems.readOne(WEB_1.id, WEB_1.project);
  await store.comments.list(WEB_1).read();
  await store.links.list(WEB_1).read();
  await store.relations.add(WEB_1, 'blocking', [{ project: WEB_PROJECT_ID, id: sample.workItem('WEB', 2) }]);
  await store.relations.list(WEB_1).read();
  await store.resources.states.readAll(WEB_PROJECT_ID);
  for (const resourceStore of Object.values(store.resources))
    await resourceStore.list(['workItem', 'epic', 'cycle'].includes(resourceStore.kind) ? WEB_PROJECT_ID : '').read();
  for (const initiative of store.resources.initiatives.list().state.ids)
    await store.associations.initiativeEpics.list(initiative).read();
  return store;
}

function createRestoredStore(snapshot: Snapshot | undefined): Store {
  const store = new Store(setup.client);
  if (snapshot !== undefined) restoreSnapshot(store, snapshot);
  return store;
}

describe('A snapshot of the cache', () => {
  let restoredStore: Store;
  const originalStore = forAllTests(storeWithContent);
  beforeAll(async () => {
    restoredStore = createRestoredStore(asReadFromDisk(takeSnapshot(originalStore, NOW)));
  });

  it('restores the loaded pages of every list with their age, without a request', async () => {
    const lists = originalStore.lists.readyLists();
    expect(lists.length).toBeGreaterThan(10);
    for (const { key, state } of lists) expect(restoredStore.list(key).state).toEqual({ ...state, asOf: NOW });
    await restoredStore.resources.projects.list().read();
    await restoredStore.list({ of: 'items', owner: WEB_PROJECT_ID }).read();
    await restoredStore.comments.list(WEB_1).read();
    expect(requestCount()).toBe(0);
  });

  it('restores the records as the server sent them', () => {
    expect(new Map(restoredStore.resources.workItems.records.all())).toEqual(
      new Map(originalStore.resources.workItems.records.all()),
    );
    for (const [name, resourceStore] of Object.entries(originalStore.resources)) {
      const restoredResourceStore = restoredStore.resources[name as keyof Store['resources']];
      expect(new Map<string, unknown>(restoredResourceStore.records.all()), name).toEqual(
        new Map<string, unknown>(resourceStore.records.all()),
      );
    }
    expect([...restoredStore.comments.records.all().keys()]).toEqual([...originalStore.comments.records.all().keys()]);
  });

  it('preserves the age of lists and records over any number of runs without a connection', () => {
    const secondRestoredStore = createRestoredStore(asReadFromDisk(takeSnapshot(restoredStore, NOW + 1_000)));
    for (const { key } of originalStore.lists.readyLists()) expect(secondRestoredStore.list(key).state.asOf).toBe(NOW);
    const key = keyOf(WEB_1);
    const fetchedAt = originalStore.resources.workItems.records.fetchedAt(key);
    expect(fetchedAt).toBeGreaterThan(0);
    expect(secondRestoredStore.resources.workItems.records.fetchedAt(key)).toBe(fetchedAt);
    const { projects } = originalStore.resources;
    const [[projectKey] = ['']] = projects.records.all();
    expect(secondRestoredStore.resources.projects.records.fetchedAt(projectKey)).toBe(
      projects.records.fetchedAt(projectKey),
    );
  });

  it('restores links and relations', () => {
    const { ids } = restoredStore.links.list(WEB_1).state;
    expect(ids.map((id) => restoredStore.links.get(id))).toEqual(ids.map((id) => originalStore.links.get(id)));
    expect(ids).not.toEqual([]);
    const otherId = sample.workItem('WEB', 2);
    expect(restoredStore.relations.list(WEB_1).state.ids).toEqual([`blocking:${otherId}`]);
    expect(restoredStore.relations.get(WEB_1, `blocking:${otherId}`)).toEqual(
      originalStore.relations.get(WEB_1, `blocking:${otherId}`),
    );
  });

  it('does not overwrite links and relations that were read before the snapshot is restored', async () => {
    const store = new Store(setup.client);
    await store.links.list(WEB_1).read();
    const [id = ''] = store.links.list(WEB_1).state.ids;
    await store.links.change(WEB_1, id, { title: 'Newer' });
    restoreSnapshot(store, takeSnapshot(originalStore, NOW));
    expect(store.links.get(id)?.title).toBe('Newer');
  });

  it('restores the names of records that work items refer to', () => {
    const { state, created_by } = originalStore.item(WEB_1) ?? {};
    expect(restoredStore.state(WEB_PROJECT_ID, state ?? '')?.name).toBe(
      originalStore.state(WEB_PROJECT_ID, state ?? '')?.name,
    );
    expect(restoredStore.workspaceUser(created_by ?? '')).toEqual(originalStore.workspaceUser(created_by ?? ''));
    expect(restoredStore.identifier(WEB_1)).toBe('WEB-1');
  });

  it('restores the RecordAddress of each epic of an initiative', () => {
    const [[id, place] = ['', undefined]] = originalStore.associations.initiativeEpics.addressById;
    expect(place).toMatchObject({ kind: 'epic' });
    expect(restoredStore.associations.initiativeEpics.addressOf(id)).toEqual(place);
  });

  it('contains the states of a project, which `readAll` requests because they are of an earlier run', async () => {
    const { states } = restoredStore.resources;
    expect(states.listed(WEB_PROJECT_ID)).toEqual(originalStore.resources.states.listed(WEB_PROJECT_ID));
    expect(states.list(WEB_PROJECT_ID)).toMatchObject({ readAt: undefined, state: { asOf: NOW } });
    await states.readAll(WEB_PROJECT_ID);
    expect(requestCount()).toBe(1);
  });

  it('contains no pending changes', () => {
    void originalStore.resources.workItems.records.update(
      `${WEB_1.project}/${WEB_1.id}`,
      { name: 'Not told' },
      () => new Promise(() => undefined),
    );
    expect(JSON.stringify(takeSnapshot(originalStore, NOW))).not.toContain('Not told');
  });

  it('omits all ids of a list that would exceed the maximum number of work items', () => {
    const store = new Store(setup.client);
    const ids = Array.from({ length: MAX_SNAPSHOT_ITEMS }, (_, index) => `item-${index}`);
    store.lists
      .get({ of: 'items', owner: 'one' })
      .restore({ ids, pages: 30, next: undefined, total: MAX_SNAPSHOT_ITEMS }, NOW);
    store.lists
      .get({ of: 'items', owner: 'two' })
      .restore({ ids: ['another'], pages: 1, next: undefined, total: 1 }, NOW);
    expect(takeSnapshot(store, NOW).lists.map(({ key }) => key)).toEqual(['items one']);
  });

  it('is restored if it comes from an earlier release, except for lists of an unknown kind', () => {
    const list = { ids: ['a'], pages: 1, next: 'c1', total: 3 };
    const texts = [
      'projects',
      `items of cycle ${WEB_PROJECT_ID}/c`,
      'stickys',
      'customerPropertys',
      `comments ${WEB_PROJECT_ID}/w`,
    ];
    const snapshot = takeSnapshot(new Store(setup.client), NOW);
    const store = createRestoredStore(
      asReadFromDisk({ ...snapshot, lists: [...texts, 'wishes', ''].map((key) => ({ key, ...list })) }),
    );
    const keys: ListKey[] = [
      { of: 'projects', owner: '' },
      { of: 'cycleItems', owner: `${WEB_PROJECT_ID}/c` },
      { of: 'stickies', owner: '' },
      { of: 'customerProperties', owner: '' },
      { of: 'comments', owner: `${WEB_PROJECT_ID}/w` },
    ];
    expect(store.lists.readyLists().map(({ key }) => key)).toEqual(keys);
    for (const key of keys) expect(store.list(key).state).toMatchObject({ ...list, status: 'ready', asOf: NOW });
    expect(takeSnapshot(store, NOW).lists.map(({ key }) => key)).toEqual(texts);
  });

  it('contains the work items of a cycle rather than work items in no list if not all work items fit', async () => {
    const store = new Store(setup.client);
    const ids = Array.from({ length: MAX_SNAPSHOT_ITEMS }, (_, index) => `item-${index}`);
    const record = await store.resources.workItems.readOne(WEB_1.id, WEB_1.project);
    store.resources.workItems.records.confirm(
      ids.map((id) => [keyOf({ project: WEB_PROJECT_ID, id }), { ...record, id }]),
    );
    store.resources.workItems.records.confirm([
      [keyOf({ project: WEB_PROJECT_ID, id: 'last' }), { ...record, id: 'last' }],
    ]);
    store.lists
      .get({ of: 'cycleItems', owner: `${WEB_PROJECT_ID}/c` })
      .restore({ ids: ['last'], pages: 1, next: undefined, total: 1 }, NOW);
    expect(
      createRestoredStore(asReadFromDisk(takeSnapshot(store, NOW))).item({ project: WEB_PROJECT_ID, id: 'last' }),
    ).toBeDefined();
  });

  it('is restored without its invalid records', () => {
    const snapshot = takeSnapshot(originalStore, NOW);
    const items = [{ id: 1 }, null, 'item', ...snapshot.items];
    const invalidRecord: [string, unknown, number] = ['x', { id: 7 }, NOW];
    const shelves = { ...snapshot.shelves, projects: [invalidRecord, ...(snapshot.shelves['projects'] ?? [])] };
    const store = createRestoredStore(
      asReadFromDisk({ ...snapshot, items, shelves, comments: [[], ...snapshot.comments] }),
    );
    expect(store.resources.workItems.records.all().size).toBe(originalStore.resources.workItems.records.all().size);
    expect(store.resources.projects.records.all().size).toBe(originalStore.resources.projects.records.all().size);
  });

  it('is rejected if it has another version, and is restored or rejected without an error for any content', () => {
    const validSnapshot = takeSnapshot(new Store(setup.client), NOW);
    expect(parseSnapshot({ ...validSnapshot, version: 1 })).toBeUndefined();
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...Object.keys(validSnapshot)), (value, key) => {
        const parsed = parseSnapshot({ ...validSnapshot, [key]: value });
        if (parsed !== undefined) createRestoredStore(parsed);
      }),
      { numRuns: 300 },
    );
  });
});

describe('A list from the snapshot of an earlier run', () => {
  it('is reported as stale when the list is read, and is no longer stale after a refresh', async () => {
    const store = createRestoredStore(asReadFromDisk(takeSnapshot(await storeWithContent(), NOW)));
    const staleKeys: ListKey[] = [];
    const refreshes: (() => Promise<void>)[] = [];
    store.lists.onDidReadStaleList((list) => {
      staleKeys.push(list.key);
      refreshes.push(() => list.refresh());
    });
    await store.list({ of: 'items', owner: WEB_PROJECT_ID }).read();
    await store.resources.projects.list().read();
    expect(staleKeys).toEqual([
      store.list({ of: 'items', owner: WEB_PROJECT_ID }).key,
      store.resources.projects.list().key,
    ]);
    await Promise.all(refreshes.map((refresh) => refresh()));
    expect(store.list({ of: 'items', owner: WEB_PROJECT_ID }).state.asOf).toBeUndefined();
    expect(store.resources.projects.list().state.asOf).toBeUndefined();
  });

  it.each([
    ['was read in the meantime', true],
    ['is being read', false],
  ])('is not requested a second time by a refresh if it %s', async (_when, waits) => {
    const store = createRestoredStore(asReadFromDisk(takeSnapshot(await storeWithContent(), NOW)));
    const list = store.resources.projects.list();
    const refreshes: (() => Promise<void>)[] = [];
    store.lists.onDidReadStaleList((stale) => refreshes.push(() => stale.refresh()));
    await list.read();
    const isProjects = matchRequest('GET', '/projects/');
    const before = setup.proxy.matchingRequests(isProjects).length;
    const reload = list.reload();
    if (waits) await reload;
    await Promise.all([reload, ...refreshes.map((refresh) => refresh())]);
    expect(refreshes).toHaveLength(1);
    expect(setup.proxy.matchingRequests(isProjects).length - before).toBe(1);
  });

  it('stays marked as stale when the request to reload it fails', async () => {
    const store = createRestoredStore(asReadFromDisk(takeSnapshot(await storeWithContent(), NOW)));
    setup.proxy.inject(matchRequest('GET', '/projects/'), {
      kind: 'answered',
      status: 404,
      body: '{"error": "Page not found."}',
    });
    await store.resources.projects.list().reload();
    expect(store.resources.projects.list().state).toMatchObject({ status: 'ready', asOf: NOW });
    expect(store.resources.projects.list().state.fault).toBeDefined();
  });

  it('can load its next page', async () => {
    const firstStore = new Store(setup.client);
    const NOTES_PROJECT_ID = sample.project('NOTES');
    await firstStore.list({ of: 'items', owner: NOTES_PROJECT_ID }).read();
    const store = createRestoredStore(asReadFromDisk(takeSnapshot(firstStore, NOW)));
    await store.list({ of: 'items', owner: NOTES_PROJECT_ID }).loadMore();
    expect(store.list({ of: 'items', owner: NOTES_PROJECT_ID }).state.ids.length).toBeGreaterThan(
      firstStore.list({ of: 'items', owner: NOTES_PROJECT_ID }).state.ids.length,
    );
    expect(store.list({ of: 'items', owner: NOTES_PROJECT_ID }).state.asOf).toBe(NOW);
  });
});

describe('A snapshot on disk', () => {
  let folder: string;
  let file: SnapshotFile;
  const path = () => join(folder, 'one.json.gz');
  beforeEach(async () => {
    folder = temporaryFolder();
    file = createSnapshotFile(path());
  });
  const emptySnapshot = () => takeSnapshot(new Store(setup.client), NOW);

  it('equals the written snapshot when the file is read, and only the owner can read the file', async () => {
    await file.write(emptySnapshot());
    expect(await file.read()).toEqual(asReadFromDisk(emptySnapshot()));
    expect((await stat(path())).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['one.json.gz']);
  });

  it('is written even if another program is using the file for a moment', async () => {
    const clock = new FakeClock();
    await advanceUntilDone(
      clock,
      createSnapshotFile(path(), { clock, rename: failingRename('EACCES', 2) }).write(emptySnapshot()),
    );
    expect(await file.read()).toEqual(asReadFromDisk(emptySnapshot()));
  });

  it('is the only file in its folder after a write, which deletes old temporary files of a closed window', async () => {
    const staleTemporaryFile = `${path()}.left.tmp`;
    await writeFile(staleTemporaryFile, 'half');
    await utimes(staleTemporaryFile, new Date(0), new Date(0));
    await file.write(emptySnapshot());
    expect(await readdir(folder)).toEqual(['one.json.gz']);
  });

  it('is read as undefined if the file does not exist', async () => {
    expect(await file.read()).toBeUndefined();
  });

  it('is read in the format of the first released version', async () => {
    await writeFile(path(), gzipSync(JSON.stringify(earlierSnapshot)));
    const store = createRestoredStore(await file.read());
    const [[firstItem], [secondItem]] = earlierSnapshot.items;
    const absentFields = { description_html: undefined, module: undefined, completed_at: undefined };
    expect(store.item({ project: 'p1', id: 'w1' })).toMatchObject({ ...absentFields, ...firstItem });
    expect(store.item({ project: 'p1', id: 'w2' })).toMatchObject(secondItem);
    expect(store.resources.workItems.records.fetchedAt('p1/w1')).toBe(earlierSnapshot.takenAt - 1_000);
    expect(store.list({ of: 'items', owner: 'p1' }).state).toMatchObject({
      status: 'ready',
      ids: ['w2', 'w1'],
      total: 120,
      asOf: earlierSnapshot.takenAt,
    });
    expect(store.identifier({ project: 'p1', id: 'w1' })).toBe('WEB-12');
    expect(store.resources.epics.get('e1', 'p1')).toMatchObject({ name: 'Sign-in', state: 's1' });
    expect(store.resources.modules.get('m1', 'p1')).toEqual({
      id: 'm1',
      name: 'Keyboard',
      status: 'planned',
      members: ['u1'],
    });
    expect(store.resources.stickies.get('y1')?.name).toBe('Remember');
    expect(store.comments.get('c1')?.comment_html).toBe('<p>Done?</p>');
    expect([store.state('p1', 's1')?.name, store.user('p1', 'u1')?.display_name, store.type('p1', 't1')?.name]).toEqual(
      ['In Progress', 'Ada', 'Task'],
    );
    expect(store.associations.initiativeEpics.addressOf('e1')).toEqual({ kind: 'epic', within: 'p1', id: 'e1' });
    expect(requestCount()).toBe(0);
  });

  it.each([
    ['truncated', () => gzipSync(JSON.stringify(emptySnapshot())).subarray(0, 40)],
    ['not compressed', () => Buffer.from(JSON.stringify(emptySnapshot()))],
    ['compressed, but not JSON', () => gzipSync('{"version":1,')],
    ['JSON, but not a snapshot', () => gzipSync('[1,2,3]')],
    ['empty', () => Buffer.alloc(0)],
    ['too large', () => Buffer.alloc(MAX_SNAPSHOT_BYTES + 1)],
    ['small, but far too large when decompressed', () => gzipSync(Buffer.alloc(40_000_000, ' '))],
  ])('is deleted if it is %s', async (_, bytes) => {
    await writeFile(path(), bytes());
    expect(await file.read()).toBeUndefined();
    expect(await readdir(folder)).toEqual([]);
  });

  it('is not written if it is larger than the limit for reading', async () => {
    const largeComments = Array.from({ length: 12 }, () => ({
      text: crypto.getRandomValues(Buffer.alloc(60_000)).toString('base64'),
    }));
    await file.write({ ...emptySnapshot(), comments: Array.from({ length: 8 }, () => largeComments).flat() });
    expect(await readdir(folder)).toEqual([]);
  });

  it('is written once for several changes, 5 s after the first change', async () => {
    const clock = new FakeClock();
    const store = new Store(setup.client);
    const writer = new SnapshotWriter(store, file, clock, (error) => expect.unreachable(String(error)));
    await writer.restore();
    await store.resources.projects.list().read();
    await store.list({ of: 'items', owner: WEB_PROJECT_ID }).read();
    expect(await readdir(folder)).toEqual([]);
    await clock.advance(5_000);
    await writer.flush();
    expect(createRestoredStore(await file.read()).list({ of: 'items', owner: WEB_PROJECT_ID }).state.ids).toEqual(
      store.list({ of: 'items', owner: WEB_PROJECT_ID }).state.ids,
    );
    writer.dispose();
  });

  it('is deleted when the user signs out, and not written again', async () => {
    const store = new Store(setup.client);
    const writer = new SnapshotWriter(store, file, new FakeClock(), (error) => expect.unreachable(String(error)));
    await writer.restore();
    await store.resources.projects.list().read();
    await writer.flush();
    expect(await readdir(folder)).toEqual(['one.json.gz']);
    await store.list({ of: 'items', owner: WEB_PROJECT_ID }).read();
    await writer.forget();
    await writer.flush();
    expect(await readdir(folder)).toEqual([]);
  });

  it('contains no API key', async () => {
    const writer = new SnapshotWriter(await storeWithContent(), file, new FakeClock(), (error) =>
      expect.unreachable(String(error)),
    );
    await writer.restore();
    await file.write(takeSnapshot(await storeWithContent(), NOW));
    expect(gunzipSync(await readFile(path())).toString()).not.toContain(setup.server.apiKey);
  });
});
