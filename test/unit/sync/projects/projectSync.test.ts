// Tests when the work items of projects are read in the background, by which window, and which progress is reported.
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseSnapshot, restoreSnapshot, takeSnapshot } from '../../../../src/cache/snapshot.ts';
import { targetOf } from '../../../../src/pages/record/resourceTarget.ts';
import { requestTo } from '../../../support/faultProxy.ts';
import {
  byId,
  createSyncWorld,
  itemsInCache,
  itemsOnServer,
  SETTINGS,
  type SyncWindow,
  type SyncWorld,
} from '../../../support/syncWorld.ts';

const MINUTE = 60_000;

async function worldWith(items: number, options: Parameters<typeof createSyncWorld>[1] = {}): Promise<SyncWorld> {
  const world = await createSyncWorld({ kind: 'scale', items }, options);
  onTestFinished(() => world[Symbol.asyncDispose]());
  return world;
}

/** Opens a window and reads all projects to their end. */
async function completeWindow(world: SyncWorld): Promise<SyncWindow> {
  const window = world.openWindow();
  window.start();
  await world.pass(20_000);
  expect(window.store.sync.of(world.project)).toMatchObject({ status: 'complete' });
  return window;
}

const listOf = (world: SyncWorld, window: SyncWindow) => window.store.list({ of: 'items', owner: world.project });
const fileOf = (world: SyncWorld) => join(world.folder, `${world.project}.jsonl`);
const itemPath = (world: SyncWorld, id: string) => `projects/${world.project}/work-items/${id}/`;

/** Lets the clock jump, as it does when the computer wakes up, and then lets the windows work. */
async function leap(world: SyncWorld, milliseconds: number): Promise<void> {
  world.clock.jump(milliseconds);
  await world.pass(10_000);
}

/** Returns the id of the work item at this position of the server's list, the newest first. */
async function idAt(world: SyncWorld, index: number): Promise<string> {
  return (await itemsOnServer(world))[index]?.id ?? '';
}

describe('ProjectSync', () => {
  it('reads a project to its end, with one request for each page and one for changes in the meantime', async () => {
    const world = await worldWith(250);
    const window = await completeWindow(world);
    expect(listOf(world, window).state).toMatchObject({ status: 'ready', next: undefined, total: 250 });
    expect(byId(itemsInCache(window, world.project))).toEqual(byId(await itemsOnServer(world)));
    expect(world.listRequests()).toHaveLength(4);
  });

  it('reads a project with one page of work items with one request', async () => {
    const world = await worldWith(60);
    await completeWindow(world);
    expect(world.listRequests()).toHaveLength(1);
  });

  it('sends one request for each project and interval when nothing changes', async () => {
    const world = await worldWith(250);
    await completeWindow(world);
    const before = world.listRequests().length;
    await world.pass(20 * MINUTE);
    expect(world.listRequests().length - before).toBe(4);
  });

  it('looks at a project that the user does not use after one, three, seven and fifteen hours, and then every eight', async () => {
    const world = await worldWith(60);
    const window = world.openWindow({ remembered: new Set() });
    window.start();
    await world.pass(20_000);
    const looks: number[] = [];
    for (let hour = 1; hour <= 24; hour += 1) {
      const before = world.listRequests().length;
      await leap(world, 60 * MINUTE);
      if (world.listRequests().length > before) looks.push(hour);
    }
    expect(looks).toEqual([1, 3, 7, 15, 23]);
  });

  it('looks at an unused project again after an hour when a look has found a change', async () => {
    const world = await worldWith(60);
    const window = world.openWindow({ remembered: new Set() });
    window.start();
    await world.pass(20_000);
    for (const hours of [1, 2]) await leap(world, hours * 60 * MINUTE);
    const id = await idAt(world, 4);
    await world.server.ask('PATCH', itemPath(world, id), { body: { name: 'Changed by another user' } });
    await leap(world, 4 * 60 * MINUTE);
    expect(window.store.item({ project: world.project, id })?.name).toBe('Changed by another user');
    const before = world.listRequests().length;
    await leap(world, 60 * MINUTE);
    expect(world.listRequests().length - before).toBe(1);
  });

  it('looks at an unused project at once when the user opens it, and then at each interval', async () => {
    const world = await worldWith(60);
    const window = world.openWindow({ remembered: new Set() });
    window.start();
    await world.pass(20_000);
    await world.pass(20 * MINUTE);
    expect(window.store.sync.isRarelyChecked(world.project)).toBe(true);
    const before = world.listRequests().length;
    window.store.sync.open(world.project);
    await world.pass(500);
    expect(world.listRequests().length - before).toBe(1);
    await world.pass(10 * MINUTE);
    expect(world.listRequests().length - before).toBe(3);
  });

  it('completes a list that is sorted in another order than the server’s', async () => {
    const world = await worldWith(250);
    const window = world.openWindow();
    window.store.orderItems('priority');
    await listOf(world, window).read();
    window.start();
    await world.pass(20_000);
    expect(listOf(world, window).state).toMatchObject({ next: undefined, total: 250 });
    window.store.orderItems('-target_date');
    expect(listOf(world, window).state.ids).toHaveLength(250);
  });

  it('loads created, changed and deleted work items with one request for the changes and one for deletions', async () => {
    const world = await worldWith(250);
    const window = await completeWindow(world);
    const [changed, deleted] = [await idAt(world, 240), await idAt(world, 3)];
    await world.clock.advance(1000);
    await world.server.ask('PATCH', itemPath(world, changed), { body: { name: 'Changed by another user' } });
    await world.server.ask('POST', `projects/${world.project}/work-items/`, { body: { name: 'New' } });
    await world.server.ask('DELETE', itemPath(world, deleted));
    const before = world.listRequests().length;
    await world.pass(6 * MINUTE);
    expect(byId(itemsInCache(window, world.project))).toEqual(byId(await itemsOnServer(world)));
    expect(world.listRequests().length - before).toBe(2);
    expect(window.store.item({ project: world.project, id: changed })?.name).toBe('Changed by another user');
  });

  it('finds deletions once a day by comparing all work items if the server sends no totals', async () => {
    const world = await worldWith(250);
    world.proxy.inject(requestTo('GET', '/work-items/'), {
      kind: 'changed',
      change: (body) => JSON.stringify({ ...JSON.parse(body), total_results: undefined, total_count: undefined }),
    });
    const window = await completeWindow(world);
    const [first, second] = [await idAt(world, 240), await idAt(world, 3)];
    await world.server.ask('DELETE', itemPath(world, first));
    await world.pass(12 * MINUTE);
    expect(listOf(world, window).state.ids).toContain(first);
    await leap(world, 24 * 60 * MINUTE);
    expect(byId(itemsInCache(window, world.project))).toEqual(byId(await itemsOnServer(world)));
    await world.server.ask('DELETE', itemPath(world, second));
    await window.close();
    const reopened = world.openWindow();
    reopened.start();
    const before = world.listRequests().length;
    await leap(world, 20 * 60 * MINUTE);
    expect(world.listRequests().length - before).toBeLessThan(3);
    await leap(world, 4 * 60 * MINUTE);
    expect(byId(itemsInCache(reopened, world.project))).toEqual(byId(await itemsOnServer(world)));
    expect(world.listRequests().length - before).toBeLessThan(10);
  });

  it('reports how much of a project has been read', async () => {
    const world = await worldWith(450);
    const window = world.openWindow();
    const reported: unknown[] = [];
    window.store.sync.onDidChange((project) => project !== undefined && reported.push(window.store.sync.of(project)));
    window.start();
    expect(window.store.sync.isOn).toBe(true);
    await world.pass(20_000);
    expect(reported.slice(0, 2)).toEqual([
      { status: 'reading', loaded: 100, total: 450 },
      { status: 'reading', loaded: 200, total: 450 },
    ]);
    expect(reported.at(-1)).toMatchObject({ status: 'complete' });
  });

  it('sends nothing while the window has no focus, and continues where it was when it has', async () => {
    const world = await worldWith(250);
    const window = world.openWindow({ hasFocus: false });
    window.start();
    await world.pass(10 * MINUTE);
    expect(world.listRequests()).toEqual([]);
    window.hasFocus = true;
    await world.pass(MINUTE);
    expect(window.store.sync.of(world.project)).toMatchObject({ status: 'complete' });
  });

  it('reports that it is stopped because the window has lost the focus or it was switched off', async () => {
    const world = await worldWith(250);
    const window = await completeWindow(world);
    const other = world.openWindow({ settings: { ...SETTINGS, isEnabled: false } });
    await other.store.resources.projects.list().read();
    other.start();
    await world.pass(10_000);
    expect(other.store.sync.isOn).toBe(false);
    expect(other.store.sync.of(world.project)).toMatchObject({ status: 'stopped', reason: 'off' });
    const third = await worldWith(250);
    const unfocused = third.openWindow({ hasFocus: false });
    await unfocused.store.resources.projects.list().read();
    unfocused.start();
    await third.pass(10_000);
    expect(unfocused.store.sync.of(third.project)).toMatchObject({ status: 'stopped', reason: 'noFocus' });
    expect(window.store.sync.isOn).toBe(true);
  });

  it('does not read a project with more work items than the setting, and reports its size', async () => {
    const world = await worldWith(250);
    const window = world.openWindow({ settings: { ...SETTINGS, maxWorkItems: 200 } });
    window.start();
    await world.pass(20 * MINUTE);
    expect(window.store.sync.of(world.project)).toEqual({ status: 'tooLarge', total: 250 });
    expect(world.listRequests()).toHaveLength(1);
    window.settings = SETTINGS;
    await world.pass(MINUTE);
    expect(window.store.sync.of(world.project)).toMatchObject({ status: 'complete' });
  });

  it('causes no 429, and leaves 40 % of the rate limit to the user', async () => {
    const world = await worldWith(4000, { rate: 60 });
    const window = world.openWindow();
    window.start();
    let least = 1;
    const reasons = new Set<string>();
    for (let second = 0; second < 120; second += 1) {
      await world.pass(1000);
      least = Math.min(least, window.client.allowance.unusedShare);
      const progress = window.store.sync.of(world.project);
      if (progress?.status === 'stopped') reasons.add(progress.reason);
    }
    expect(window.store.sync.of(world.project)).toMatchObject({ status: 'complete' });
    expect(world.proxy.answers.filter(({ status }) => status === 429)).toEqual([]);
    expect(least).toBeGreaterThan(0.35);
    expect([...reasons]).toEqual(['shortAllowance']);
    expect(world.listRequests().length).toBeLessThanOrEqual(42);
  });

  it('continues with the page that failed, and reports the failure', async () => {
    const world = await worldWith(250);
    const window = world.openWindow();
    world.proxy.inject(
      (method, path) => requestTo('GET', '/work-items/')(method, path) && path.includes('cursor='),
      { kind: 'closed' },
      3,
    );
    window.start();
    await world.pass(15_000);
    expect(window.store.sync.of(world.project)).toMatchObject({ status: 'stopped', reason: 'failed', loaded: 100 });
    await world.pass(MINUTE);
    expect(window.store.sync.of(world.project)).toMatchObject({ status: 'complete' });
    expect(world.listRequests()).toHaveLength(4 + 3);
  });

  it('loads the changes of a complete list with one request when the user refreshes the list', async () => {
    const world = await worldWith(250);
    const window = await completeWindow(world);
    const changed = await idAt(world, 240);
    await world.clock.advance(1000);
    await world.server.ask('PATCH', itemPath(world, changed), { body: { name: 'Changed by another user' } });
    const before = world.listRequests().length;
    await listOf(world, window).reload();
    expect(world.listRequests().length - before).toBe(1);
    expect(listOf(world, window).state).toMatchObject({ next: undefined, total: 250, fault: undefined });
    expect(window.store.item({ project: world.project, id: changed })?.name).toBe('Changed by another user');
  });

  it('keeps the rows of a complete list, and shows the fault, if the refresh of the user fails', async () => {
    const world = await worldWith(250);
    const window = await completeWindow(world);
    const fault = { kind: 'answered', status: 403, body: '{"detail":"No"}', headers: {} } as const;
    world.proxy.inject(requestTo('GET', '/work-items/'), fault, 1);
    await listOf(world, window).reload();
    expect(listOf(world, window).state).toMatchObject({ total: 250, fault: { kind: 'rejected' } });
    await listOf(world, window).reload();
    expect(listOf(world, window).state.fault).toBeUndefined();
  });

  it('does not store descriptions, and keeps those of work items that were opened', async () => {
    const world = await worldWith(150);
    const window = world.openWindow();
    const [opened, listed] = [await idAt(world, 5), await idAt(world, 6)];
    await window.store.resources.projects.list().read();
    await window.store.resources.workItems.readOne(opened, world.project);
    window.start();
    await world.pass(20_000);
    await world.server.ask('PATCH', itemPath(world, opened), { body: { description_html: '<p>Changed</p>' } });
    await world.pass(6 * MINUTE);
    expect(window.store.item({ project: world.project, id: opened })?.description_html).toBe('<p>Changed</p>');
    const record = window.store.item({ project: world.project, id: listed });
    expect(record).toMatchObject({ id: listed });
    expect(record).not.toHaveProperty('description_html');
  });

  it('lets the page of a work item wait for the description, so that no empty one is edited', async () => {
    const world = await worldWith(50);
    const { store } = await completeWindow(world);
    const id = await idAt(world, 6);
    const target = targetOf({ kind: 'workItem', within: world.project, id });
    expect(target.confirmed(store, undefined)).toBeUndefined();
    await store.resources.workItems.update(id, { priority: 'urgent' }, world.project);
    await target.read(store);
    expect(target.confirmed(store, undefined)).toMatchObject({
      priority: 'urgent',
      description_html: expect.stringContaining('<p>'),
    });
  });
});

describe('The windows of an account', () => {
  it('are served by one of them: the others send nothing, and show its changes', async () => {
    const world = await worldWith(250);
    const first = await completeWindow(world);
    const before = world.listRequests().length;
    const second = world.openWindow();
    second.start();
    await world.pass(30_000);
    expect(listOf(world, second).state).toMatchObject({ next: undefined, total: 250 });
    expect([first.items.isWriter, second.items.isWriter]).toEqual([true, false]);
    await world.server.ask('PATCH', itemPath(world, await idAt(world, 9)), { body: { name: 'Changed' } });
    await world.server.ask('DELETE', itemPath(world, await idAt(world, 4)));
    await world.pass(6 * MINUTE);
    expect(byId(itemsInCache(second, world.project))).toEqual(byId(await itemsOnServer(world)));
    expect(world.listRequests().length - before).toBe(2);
  });

  it('hand over when the window that reads loses the focus', async () => {
    const world = await worldWith(250);
    const first = await completeWindow(world);
    const second = world.openWindow();
    second.start();
    await world.pass(30_000);
    first.hasFocus = false;
    await world.pass(MINUTE);
    expect([first.items.isWriter, second.items.isWriter]).toEqual([false, true]);
    await world.server.ask('DELETE', itemPath(world, await idAt(world, 4)));
    await world.pass(6 * MINUTE);
    for (const window of [first, second])
      expect(byId(itemsInCache(window, world.project))).toEqual(byId(await itemsOnServer(world)));
  });

  it('keep a work item that one of them has just created when the other has read the list before', async () => {
    const world = await worldWith(120);
    await completeWindow(world);
    const second = world.openWindow();
    second.start();
    await world.pass(30_000);
    const created = await second.store.resources.workItems.create({ name: 'Mine' }, world.project);
    await world.pass(10 * MINUTE);
    expect(listOf(world, second).state.ids[0]).toBe(created.id);
    expect(byId(itemsInCache(second, world.project))).toEqual(byId(await itemsOnServer(world)));
  });
});

describe('A new window', () => {
  it('shows the complete list before it has sent a request, and checks it when it is shown', async () => {
    const world = await worldWith(250);
    const before = await completeWindow(world);
    await before.close();
    const requests = world.proxy.requests.length;
    const window = world.openWindow();
    await window.items.catchUp(true);
    expect(world.proxy.requests.length - requests).toBe(0);
    expect(byId(itemsInCache(window, world.project))).toEqual(byId(await itemsOnServer(world)));
    expect(listOf(world, window).state.asOf).toBeGreaterThan(0);
    await listOf(world, window).revalidate();
    expect(listOf(world, window).state.asOf).toBeUndefined();
    expect(world.proxy.requests.length - requests).toBe(1);
  });

  it('reads a project from the server if its file is damaged, and logs that', async () => {
    const world = await worldWith(150);
    const before = await completeWindow(world);
    await before.close();
    const text = await readFile(fileOf(world), 'utf8');
    await writeFile(fileOf(world), text.replace('"sequence_id":', '"sequence_id":x'));
    const window = world.openWindow();
    await window.items.catchUp(true);
    expect(listOf(world, window).state.status).toBe('notLoaded');
    expect(window.log).toEqual(['the stored work items of a project are damaged, and are read again']);
    window.start();
    await world.pass(20_000);
    expect(byId(itemsInCache(window, world.project))).toEqual(byId(await itemsOnServer(world)));
    expect(await readFile(fileOf(world), 'utf8')).not.toContain('"sequence_id":x');
  });

  it('finds neither the key nor a list of the synchronization in the snapshot or in the files', async () => {
    const world = await worldWith(150);
    const window = await completeWindow(world);
    const snapshot = takeSnapshot(window.store, world.clock.now());
    expect(snapshot.items).toEqual([]);
    expect(snapshot.lists.map(({ key }) => key)).toEqual(['projects']);
    const restored = world.openWindow().store;
    const parsed = parseSnapshot(JSON.parse(JSON.stringify(snapshot)));
    if (parsed !== undefined) restoreSnapshot(restored, parsed);
    expect(restored.list({ of: 'items', owner: world.project }).state.status).toBe('notLoaded');
    for (const name of await readdir(world.folder))
      expect(await readFile(join(world.folder, name), 'utf8')).not.toContain(world.server.apiKey);
  });
});

describe('AccountItems', () => {
  it('writes less than 64 kB when one work item has changed', async () => {
    const world = await worldWith(1200);
    await completeWindow(world);
    const before = await stat(fileOf(world));
    await world.server.ask('PATCH', itemPath(world, await idAt(world, 9)), { body: { name: 'Changed' } });
    await world.pass(6 * MINUTE);
    const after = await stat(fileOf(world));
    expect(after.ino).toBe(before.ino);
    expect(after.size - before.size).toBeGreaterThan(100);
    expect(after.size - before.size).toBeLessThan(64_000);
  });

  it('deletes all files when the user signs out, and writes none afterwards', async () => {
    const world = await worldWith(150);
    const window = await completeWindow(world);
    await window.items.forget();
    await expect(readdir(world.folder)).rejects.toThrow('ENOENT');
    await world.pass(10 * MINUTE);
    await expect(readdir(world.folder)).rejects.toThrow('ENOENT');
  });

  it('forgets a project that the user can no longer read, with its file', async () => {
    const world = await worldWith(50);
    const window = await completeWindow(world);
    await world.server.ask('PATCH', `projects/${world.project}/`, { body: { name: 'Renamed' } });
    await window.store.resources.projects.list().reload();
    await world.pass(MINUTE);
    expect(listOf(world, window).state.total).toBe(50);
    await world.server.ask('DELETE', `projects/${world.project}/`);
    await window.store.resources.projects.list().reload();
    await world.pass(MINUTE);
    expect(window.store.resources.workItems.records.all().size).toBe(0);
    expect((await readdir(world.folder)).filter((name) => name.endsWith('.jsonl'))).toEqual([]);
  });

  it('reads on without files if the folder cannot be written, and logs that once', async () => {
    const world = await worldWith(50);
    await rm(world.folder, { recursive: true });
    await writeFile(world.folder, '');
    const window = world.openWindow();
    window.start();
    await world.pass(12 * MINUTE);
    expect(listOf(world, window).state).toMatchObject({ next: undefined, total: 50 });
    expect(world.listRequests()).toHaveLength(3);
    expect(window.log).toEqual(['the folder of the work items cannot be written']);
  });
});
