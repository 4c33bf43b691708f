// Tests when the work items of projects are read in the background, by which window, and which progress is reported.
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { parseSnapshot, restoreSnapshot, takeSnapshot } from '../../../../../src/core/cache/store/snapshot.ts';
import { BackgroundRefresh, RARELY_CHANGED_MS } from '../../../../../src/core/sync/backgroundRefresh.ts';
import { visibleItem } from '../../../../../src/core/sync/visibleItem.ts';
import { targetOf } from '../../../../../src/items/record/existingRecordTarget.ts';
import { answerWith, matchRequest } from '../../../../support/faultProxy.ts';
import {
  createSyncFixture,
  itemsInCache,
  itemsOnServer,
  SETTINGS,
  type SyncFixture,
  type SyncWindow,
  valuesById,
} from '../../../../support/syncFixture.ts';

const MINUTE = 60_000;

async function fixtureWith(items: number, options: Parameters<typeof createSyncFixture>[1] = {}): Promise<SyncFixture> {
  const fixture = await createSyncFixture({ kind: 'scale', items }, options);
  onTestFinished(() => fixture[Symbol.asyncDispose]());
  return fixture;
}

/** Opens a window and reads all projects to their end. */
async function completeWindow(fixture: SyncFixture): Promise<SyncWindow> {
  const window = fixture.openWindow();
  window.start();
  await fixture.passTime(20_000);
  expect(window.store.sync.get(fixture.project)).toMatchObject({ status: 'complete' });
  return window;
}

const listOf = (fixture: SyncFixture, window: SyncWindow) => window.store.list({ of: 'items', owner: fixture.project });
const fileOf = (fixture: SyncFixture) => join(fixture.folder, `${fixture.project}.jsonl`);
const itemPath = (fixture: SyncFixture, id: string) => `projects/${fixture.project}/work-items/${id}/`;

/** Lets the clock jump, as it does when the computer wakes up, and then lets the windows work. */
async function jumpClock(fixture: SyncFixture, milliseconds: number): Promise<void> {
  fixture.clock.jumpBy(milliseconds);
  await fixture.passTime(10_000);
}

/** Returns the id of the work item at this position of the server's list, the newest first. */
async function itemIdAt(fixture: SyncFixture, index: number): Promise<string> {
  return (await itemsOnServer(fixture))[index]?.id ?? '';
}

describe('ProjectSync', () => {
  it('reads all pages of a project, with one request for each page and one for changes during the reading', async () => {
    const fixture = await fixtureWith(250);
    const window = await completeWindow(fixture);
    expect(listOf(fixture, window).state).toMatchObject({ status: 'ready', next: undefined, total: 250 });
    expect(valuesById(itemsInCache(window, fixture.project))).toEqual(valuesById(await itemsOnServer(fixture)));
    expect(fixture.listRequests()).toHaveLength(4);
  });

  it('sends one request for a project whose work items fit on one page', async () => {
    const fixture = await fixtureWith(60);
    await completeWindow(fixture);
    expect(fixture.listRequests()).toHaveLength(1);
  });

  it('sends one request every five minutes for a project in use that does not change', async () => {
    const fixture = await fixtureWith(250);
    await completeWindow(fixture);
    const before = fixture.listRequests().length;
    await fixture.passTime(20 * MINUTE);
    expect(fixture.listRequests().length - before).toBe(4);
  });

  it('checks an unused project after one, three, seven and fifteen hours, and then every eight hours', async () => {
    const fixture = await fixtureWith(60);
    const window = fixture.openWindow({ rememberedProjects: new Set() });
    window.start();
    await fixture.passTime(20_000);
    const checkHours: number[] = [];
    for (let hour = 1; hour <= 24; hour += 1) {
      const before = fixture.listRequests().length;
      await jumpClock(fixture, 60 * MINUTE);
      if (fixture.listRequests().length > before) checkHours.push(hour);
    }
    expect(checkHours).toEqual([1, 3, 7, 15, 23]);
  });

  it('checks an unused project again after one hour if the previous check found a change', async () => {
    const fixture = await fixtureWith(60);
    const window = fixture.openWindow({ rememberedProjects: new Set() });
    window.start();
    await fixture.passTime(20_000);
    for (const hours of [1, 2]) await jumpClock(fixture, hours * 60 * MINUTE);
    const id = await itemIdAt(fixture, 4);
    await fixture.server.ask('PATCH', itemPath(fixture, id), { body: { name: 'Changed by another user' } });
    await jumpClock(fixture, 4 * 60 * MINUTE);
    expect(window.store.item({ project: fixture.project, id })?.name).toBe('Changed by another user');
    const before = fixture.listRequests().length;
    await jumpClock(fixture, 60 * MINUTE);
    expect(fixture.listRequests().length - before).toBe(1);
  });

  it('checks a previously unused project when the user opens the project, and then every five minutes', async () => {
    const fixture = await fixtureWith(60);
    const window = fixture.openWindow({ rememberedProjects: new Set() });
    window.start();
    await fixture.passTime(20_000);
    await fixture.passTime(20 * MINUTE);
    expect(window.store.sync.isRarelyChecked(fixture.project)).toBe(true);
    const before = fixture.listRequests().length;
    window.store.sync.recordOpened(fixture.project);
    await fixture.passTime(500);
    expect(fixture.listRequests().length - before).toBe(1);
    await fixture.passTime(10 * MINUTE);
    expect(fixture.listRequests().length - before).toBe(3);
  });

  it('reads all work items of a project whose list is ordered by priority', async () => {
    const fixture = await fixtureWith(250);
    const window = fixture.openWindow();
    window.store.setItemOrder('priority');
    await listOf(fixture, window).read();
    window.start();
    await fixture.passTime(20_000);
    expect(listOf(fixture, window).state).toMatchObject({ next: undefined, total: 250 });
    window.store.setItemOrder('-target_date');
    expect(listOf(fixture, window).state.ids).toHaveLength(250);
  });

  it('finds created, changed and deleted work items with one page of changes and one for deletions', async () => {
    const fixture = await fixtureWith(250);
    const window = await completeWindow(fixture);
    const goneIds: string[] = [];
    window.store.resources.workItems.onDidFindRecordsGone((ids) => goneIds.push(...ids));
    const [changedId, deletedId] = [await itemIdAt(fixture, 240), await itemIdAt(fixture, 3)];
    await fixture.clock.advance(1000);
    await fixture.server.ask('PATCH', itemPath(fixture, changedId), { body: { name: 'Changed by another user' } });
    await fixture.server.ask('POST', `projects/${fixture.project}/work-items/`, { body: { name: 'New' } });
    await fixture.server.ask('DELETE', itemPath(fixture, deletedId));
    const before = fixture.listRequests().length;
    await fixture.passTime(6 * MINUTE);
    expect(valuesById(itemsInCache(window, fixture.project))).toEqual(valuesById(await itemsOnServer(fixture)));
    // The first request shows only that there are changes.
    expect(fixture.listRequests().length - before).toBe(3);
    expect(goneIds).toEqual([deletedId]);
    expect(window.store.item({ project: fixture.project, id: changedId })?.name).toBe('Changed by another user');
  });

  it('asks only for the work item that changed last while nothing changes, and then for the changes', async () => {
    const fixture = await fixtureWith(250);
    const window = await completeWindow(fixture);
    const before = fixture.listRequests().length;
    await fixture.passTime(30 * MINUTE);
    const paths = fixture.listRequests().slice(before);
    expect(paths).toHaveLength(6);
    expect(
      paths.every(({ path }) => /[?&]per_page=1(?:&|$)/.test(path) && path.includes('fields=id%2Cupdated_at')),
    ).toBe(true);
    const changedId = await itemIdAt(fixture, 7);
    await fixture.server.ask('PATCH', itemPath(fixture, changedId), { body: { name: 'Changed by another user' } });
    await fixture.passTime(6 * MINUTE);
    expect(window.store.item({ project: fixture.project, id: changedId })?.name).toBe('Changed by another user');
  });

  it('and BackgroundRefresh send at most 60 requests in an hour at rest, and none without focus', async () => {
    const fixture = await fixtureWith(250);
    const window = await completeWindow(fixture);
    const { store } = window;
    const lists = [
      store.resources.projects.list(),
      store.list({ of: 'modules', owner: fixture.project }),
      store.list({ of: 'items', owner: fixture.project }),
    ];
    for (const list of lists) await list.read();
    const item = { project: fixture.project, id: await itemIdAt(fixture, 7) };
    await store.resources.workItems.readOne(item.id, item.project);
    const refresh = new BackgroundRefresh({
      clock: fixture.clock,
      hasFocus: () => window.hasFocus,
      unusedShare: () => 1,
      visibleLists: () => [
        ...lists.map((list) => ({
          key: list.key.of,
          ...(list.key.of === 'items' ? {} : { minAgeMs: RARELY_CHANGED_MS }),
          revalidate: (signal: AbortSignal) => list.revalidate({ urgency: 'background', signal }),
        })),
        visibleItem(store, item),
      ],
      onRefreshFailed: (_key, error) => {
        throw error;
      },
    });
    const running = refresh.run();
    const before = fixture.proxy.requests.length;
    await fixture.passTime(60 * MINUTE);
    const requests = fixture.proxy.requests.slice(before);
    expect(requests.length).toBeLessThanOrEqual(60);
    expect(requests.filter(({ path }) => path.includes('/comments/'))).toEqual([]);
    await fixture.server.ask('PATCH', itemPath(fixture, item.id), { body: { name: 'Seen soon' } });
    await fixture.passTime(8 * MINUTE);
    expect(store.item(item)?.name).toBe('Seen soon');

    const setFocus = (hasFocus: boolean): void => {
      window.hasFocus = hasFocus;
      refresh.reportFocus(hasFocus);
    };
    setFocus(false);
    const requestCount = fixture.proxy.requests.length;
    await fixture.passTime(60 * MINUTE);
    expect(fixture.proxy.requests.length).toBe(requestCount);
    await fixture.server.ask('PATCH', itemPath(fixture, item.id), { body: { name: 'Changed in the meantime' } });
    setFocus(true);
    await fixture.passTime(10_000);
    expect(store.item(item)?.name).toBe('Changed in the meantime');
    refresh.dispose();
    await running;
  });

  it('finds deletions once a day by comparing all work items if the server sends no total counts', async () => {
    const fixture = await fixtureWith(250);
    fixture.proxy.inject(matchRequest('GET', '/work-items/'), {
      kind: 'changed',
      change: (body) => JSON.stringify({ ...JSON.parse(body), total_results: undefined, total_count: undefined }),
    });
    const window = await completeWindow(fixture);
    const goneIds: string[] = [];
    window.store.resources.workItems.onDidFindRecordsGone((ids) => goneIds.push(...ids));
    const [first, second] = [await itemIdAt(fixture, 240), await itemIdAt(fixture, 3)];
    await fixture.server.ask('DELETE', itemPath(fixture, first));
    await fixture.passTime(12 * MINUTE);
    expect(listOf(fixture, window).state.ids).toContain(first);
    await jumpClock(fixture, 24 * 60 * MINUTE);
    expect(goneIds).toEqual([first]);
    expect(valuesById(itemsInCache(window, fixture.project))).toEqual(valuesById(await itemsOnServer(fixture)));
    await fixture.server.ask('DELETE', itemPath(fixture, second));
    await window.close();
    const reopenedWindow = fixture.openWindow();
    reopenedWindow.start();
    const before = fixture.listRequests().length;
    await jumpClock(fixture, 20 * 60 * MINUTE);
    expect(fixture.listRequests().length - before).toBeLessThan(3);
    await jumpClock(fixture, 4 * 60 * MINUTE);
    expect(valuesById(itemsInCache(reopenedWindow, fixture.project))).toEqual(valuesById(await itemsOnServer(fixture)));
    expect(fixture.listRequests().length - before).toBeLessThan(10);
  });

  it('reports how many work items of a project were read', async () => {
    const fixture = await fixtureWith(450);
    const window = fixture.openWindow();
    const reportedStates: unknown[] = [];
    window.store.sync.onDidChange(
      (project) => project !== undefined && reportedStates.push(window.store.sync.get(project)),
    );
    window.start();
    expect(window.store.sync.isEnabled).toBe(true);
    await fixture.passTime(20_000);
    expect(reportedStates.slice(0, 2)).toEqual([
      { status: 'reading', loaded: 100, total: 450 },
      { status: 'reading', loaded: 200, total: 450 },
    ]);
    expect(reportedStates.at(-1)).toMatchObject({ status: 'complete' });
  });

  it('sends no request while the window has no focus, and reads the project when the window gets focus', async () => {
    const fixture = await fixtureWith(250);
    const window = fixture.openWindow({ hasFocus: false });
    window.start();
    await fixture.passTime(10 * MINUTE);
    expect(fixture.listRequests()).toEqual([]);
    window.hasFocus = true;
    await fixture.passTime(MINUTE);
    expect(window.store.sync.get(fixture.project)).toMatchObject({ status: 'complete' });
  });

  it('stops between two pages of changes when the window loses focus, and reads the rest when it gets focus', async () => {
    const fixture = await fixtureWith(150);
    const window = await completeWindow(fixture);
    for (const { id } of (await itemsOnServer(fixture)).slice(0, 120))
      await fixture.server.ask('PATCH', itemPath(fixture, id), { body: { name: 'Changed by another user' } });
    fixture.proxy.inject(
      (_method, path) => {
        if (path.includes('/work-items/?')) window.hasFocus = false;
        return false;
      },
      answerWith(500, {}),
    );
    const before = fixture.listRequests().length;
    await fixture.passTime(10 * MINUTE);
    expect(fixture.listRequests().length - before).toBe(1);
    fixture.proxy.removeFaults();
    window.hasFocus = true;
    await fixture.passTime(MINUTE);
    expect(valuesById(itemsInCache(window, fixture.project))).toEqual(valuesById(await itemsOnServer(fixture)));
  });

  it('reports that it is stopped if its setting is off or the window has no focus', async () => {
    const fixture = await fixtureWith(250);
    const window = await completeWindow(fixture);
    const disabledWindow = fixture.openWindow({ settings: { ...SETTINGS, isEnabled: false } });
    await disabledWindow.store.resources.projects.list().read();
    disabledWindow.start();
    await fixture.passTime(10_000);
    expect(disabledWindow.store.sync.isEnabled).toBe(false);
    expect(disabledWindow.store.sync.get(fixture.project)).toMatchObject({ status: 'stopped', reason: 'off' });
    const otherFixture = await fixtureWith(250);
    const unfocusedWindow = otherFixture.openWindow({ hasFocus: false });
    await unfocusedWindow.store.resources.projects.list().read();
    unfocusedWindow.start();
    await otherFixture.passTime(10_000);
    expect(unfocusedWindow.store.sync.get(otherFixture.project)).toMatchObject({
      status: 'stopped',
      reason: 'noFocus',
    });
    expect(window.store.sync.isEnabled).toBe(true);
  });

  it('does not read a project with more work items than its setting permits, and reports their number', async () => {
    const fixture = await fixtureWith(250);
    const window = fixture.openWindow({ settings: { ...SETTINGS, maxWorkItems: 200 } });
    window.start();
    await fixture.passTime(20 * MINUTE);
    expect(window.store.sync.get(fixture.project)).toEqual({ status: 'tooLarge', total: 250 });
    expect(fixture.listRequests()).toHaveLength(1);
    window.settings = SETTINGS;
    await fixture.passTime(MINUTE);
    expect(window.store.sync.get(fixture.project)).toMatchObject({ status: 'complete' });
  });

  it('causes no 429 response, and leaves about 40 % of the rate limit to the user', async () => {
    const fixture = await fixtureWith(4000, { rate: 60 });
    const window = fixture.openWindow();
    window.start();
    let lowestUnusedShare = 1;
    const reasons = new Set<string>();
    for (let second = 0; second < 120; second += 1) {
      await fixture.passTime(1000);
      lowestUnusedShare = Math.min(lowestUnusedShare, window.client.allowance.unusedShare);
      const progress = window.store.sync.get(fixture.project);
      if (progress?.status === 'stopped') reasons.add(progress.reason);
    }
    expect(window.store.sync.get(fixture.project)).toMatchObject({ status: 'complete' });
    expect(fixture.proxy.answers.filter(({ status }) => status === 429)).toEqual([]);
    expect(lowestUnusedShare).toBeGreaterThan(0.35);
    expect([...reasons]).toEqual(['shortAllowance']);
    expect(fixture.listRequests().length).toBeLessThanOrEqual(42);
  });

  it('reports a failed request, and then requests the same page again', async () => {
    const fixture = await fixtureWith(250);
    const window = fixture.openWindow();
    fixture.proxy.inject(
      (method, path) => matchRequest('GET', '/work-items/')(method, path) && path.includes('cursor='),
      { kind: 'closed' },
      3,
    );
    window.start();
    await fixture.passTime(15_000);
    expect(window.store.sync.get(fixture.project)).toMatchObject({ status: 'stopped', reason: 'failed', loaded: 100 });
    await fixture.passTime(MINUTE);
    expect(window.store.sync.get(fixture.project)).toMatchObject({ status: 'complete' });
    expect(fixture.listRequests()).toHaveLength(4 + 3);
  });

  it.each([
    ['the first pages', 0],
    ['the changes', 250],
  ])('logs a defect while it reads %s once, reports that it is stopped, and reads on', async (_case, count) => {
    const fixture = await fixtureWith(250);
    const window = count === 0 ? fixture.openWindow() : await completeWindow(fixture);
    const read = vi.spyOn(window.store.syncedItemReader, 'read').mockRejectedValue(new RangeError('too long'));
    if (count === 0) window.start();
    else
      await fixture.server.ask('PATCH', itemPath(fixture, await itemIdAt(fixture, 9)), { body: { name: 'Changed' } });
    await fixture.passTime(6 * MINUTE);
    const progress = window.store.sync.get(fixture.project);
    expect(progress).toMatchObject({ status: 'stopped', reason: 'failed', loaded: count });
    expect(window.log).toEqual(['the work items of a project could not be read']);
    expect(read.mock.calls.length).toBeLessThan(6);
    read.mockRestore();
    await fixture.passTime(10 * MINUTE);
    expect(window.store.sync.get(fixture.project)).toMatchObject({ status: 'complete' });
    expect(valuesById(itemsInCache(window, fixture.project))).toEqual(valuesById(await itemsOnServer(fixture)));
  });

  it.each(['list', 'page'])('lets another window read after a defect while it reads the %s', async (place) => {
    const fixture = await fixtureWith(250);
    const [window, otherWindow] = [fixture.openWindow(), fixture.openWindow()];
    const defect = new TypeError('unknown');
    if (place === 'page') vi.spyOn(window.store.syncedItemReader, 'read').mockRejectedValue(defect);
    else
      vi.spyOn(window.store, 'project').mockImplementation(() => {
        throw defect;
      });
    window.start();
    await fixture.passTime(6000);
    otherWindow.start();
    await fixture.passTime(2 * MINUTE);
    expect(otherWindow.store.sync.get(fixture.project)).toMatchObject({ status: 'complete' });
    expect(window.log).toEqual(['the work items of a project could not be read']);
    expect(window.items.holdsLock).toBe(false);
  });

  it('retries a failed project within a minute even if the clock was set back', async () => {
    const fixture = await fixtureWith(250);
    const window = fixture.openWindow();
    fixture.proxy.inject(matchRequest('GET', '/work-items/'), { kind: 'closed' }, 3);
    window.start();
    await fixture.passTime(15_000);
    expect(window.store.sync.get(fixture.project)).toMatchObject({ status: 'stopped', reason: 'failed' });
    fixture.clock.jumpBy(-3 * 60 * MINUTE);
    await fixture.passTime(MINUTE);
    expect(window.store.sync.get(fixture.project)).toMatchObject({ status: 'complete' });
  });

  it.each([
    ['back and then forward', -1],
    ['forward and then back', 1],
  ])('keeps the list equal to the list on the server if the clock jumps %s by five hours', async (_case, sign) => {
    const fixture = await fixtureWith(250);
    const window = await completeWindow(fixture);
    const jump = sign * 5 * 60 * MINUTE;
    for (const [index, milliseconds] of [jump, -jump].entries()) {
      fixture.clock.jumpBy(milliseconds);
      const before = fixture.listRequests().length;
      await fixture.passTime(6 * MINUTE);
      expect(fixture.listRequests().length).toBeGreaterThan(before);
      await fixture.server.ask('DELETE', itemPath(fixture, await itemIdAt(fixture, index)));
      await fixture.passTime(6 * MINUTE);
      expect(valuesById(itemsInCache(window, fixture.project))).toEqual(valuesById(await itemsOnServer(fixture)));
      expect(fixture.listRequests().length).toBeLessThan(before + 12);
    }
  });

  it('stops when the server rejects the key, and reads the remaining pages after a request succeeds', async () => {
    const fixture = await fixtureWith(250);
    const window = fixture.openWindow();
    const isLaterPage = (method: string, path: string): boolean =>
      matchRequest('GET', '/work-items/')(method, path) && path.includes('cursor=');
    fixture.proxy.inject(isLaterPage, answerWith(401, { detail: 'Authentication credentials were not provided.' }));
    window.start();
    await fixture.passTime(30 * MINUTE);
    expect(window.store.sync.get(fixture.project)).toMatchObject({ status: 'stopped', reason: 'failed', loaded: 100 });
    expect(fixture.listRequests()).toHaveLength(2);
    fixture.proxy.removeFaults();
    await window.store.resources.projects.list().reload();
    await fixture.passTime(10 * MINUTE);
    expect(window.store.sync.get(fixture.project)).toMatchObject({ status: 'complete' });
    expect(valuesById(itemsInCache(window, fixture.project))).toEqual(valuesById(await itemsOnServer(fixture)));
  });

  it('loads the changes of a complete list with one request when the user refreshes the list', async () => {
    const fixture = await fixtureWith(250);
    const window = await completeWindow(fixture);
    const changedId = await itemIdAt(fixture, 240);
    await fixture.clock.advance(1000);
    await fixture.server.ask('PATCH', itemPath(fixture, changedId), { body: { name: 'Changed by another user' } });
    const before = fixture.listRequests().length;
    await listOf(fixture, window).reload();
    expect(fixture.listRequests().length - before).toBe(1);
    expect(listOf(fixture, window).state).toMatchObject({ next: undefined, total: 250, fault: undefined });
    expect(window.store.item({ project: fixture.project, id: changedId })?.name).toBe('Changed by another user');
  });

  it('keeps the work items of a complete list, and reports the fault, if a refresh by the user fails', async () => {
    const fixture = await fixtureWith(250);
    const window = await completeWindow(fixture);
    const fault = { kind: 'answered', status: 403, body: '{"detail":"No"}', headers: {} } as const;
    fixture.proxy.inject(matchRequest('GET', '/work-items/'), fault, 1);
    await listOf(fixture, window).reload();
    expect(listOf(fixture, window).state).toMatchObject({ total: 250, fault: { kind: 'rejected' } });
    await listOf(fixture, window).reload();
    expect(listOf(fixture, window).state.fault).toBeUndefined();
  });

  it('caches only the descriptions of work items that were opened', async () => {
    const fixture = await fixtureWith(150);
    const window = fixture.openWindow();
    const [openedId, listedId] = [await itemIdAt(fixture, 5), await itemIdAt(fixture, 6)];
    await window.store.resources.projects.list().read();
    await window.store.resources.workItems.readOne(openedId, fixture.project);
    window.start();
    await fixture.passTime(20_000);
    await fixture.server.ask('PATCH', itemPath(fixture, openedId), { body: { description_html: '<p>Changed</p>' } });
    await fixture.passTime(6 * MINUTE);
    expect(window.store.item({ project: fixture.project, id: openedId })?.description_html).toBe('<p>Changed</p>');
    const record = window.store.item({ project: fixture.project, id: listedId });
    expect(record).toMatchObject({ id: listedId });
    expect(record).not.toHaveProperty('description_html');
  });

  it('gives the page of a work item what its list contains until the description is read', async () => {
    const fixture = await fixtureWith(50);
    const { store } = await completeWindow(fixture);
    const id = await itemIdAt(fixture, 6);
    const target = targetOf({ kind: 'workItem', within: fixture.project, id });
    const listed = target.confirmed(store, undefined);
    expect(listed?.['name']).toBe(store.item({ project: fixture.project, id })?.name);
    expect(listed).not.toHaveProperty('description_html');
    await store.resources.workItems.update(id, { priority: 'urgent' }, fixture.project);
    await target.read(store);
    expect(target.confirmed(store, undefined)).toMatchObject({
      priority: 'urgent',
      description_html: expect.stringContaining('<p>'),
    });
  });
});

describe('The windows of an account', () => {
  it('send requests from only one window, and show the changes in every window', async () => {
    const fixture = await fixtureWith(250);
    const first = await completeWindow(fixture);
    const before = fixture.listRequests().length;
    const second = fixture.openWindow();
    second.start();
    await fixture.passTime(30_000);
    expect(listOf(fixture, second).state).toMatchObject({ next: undefined, total: 250 });
    expect([first.items.holdsLock, second.items.holdsLock]).toEqual([true, false]);
    await fixture.server.ask('PATCH', itemPath(fixture, await itemIdAt(fixture, 9)), { body: { name: 'Changed' } });
    await fixture.server.ask('DELETE', itemPath(fixture, await itemIdAt(fixture, 4)));
    await fixture.passTime(6 * MINUTE);
    expect(valuesById(itemsInCache(second, fixture.project))).toEqual(valuesById(await itemsOnServer(fixture)));
    expect(fixture.listRequests().length - before).toBe(3);
  });

  it('send requests from another window when the window that sends requests loses focus', async () => {
    const fixture = await fixtureWith(250);
    const first = await completeWindow(fixture);
    const second = fixture.openWindow();
    second.start();
    await fixture.passTime(30_000);
    first.hasFocus = false;
    await fixture.passTime(MINUTE);
    expect([first.items.holdsLock, second.items.holdsLock]).toEqual([false, true]);
    await fixture.server.ask('DELETE', itemPath(fixture, await itemIdAt(fixture, 4)));
    await fixture.passTime(6 * MINUTE);
    for (const window of [first, second])
      expect(valuesById(itemsInCache(window, fixture.project))).toEqual(valuesById(await itemsOnServer(fixture)));
  });

  it('keep a work item that one window creates after another window has read the list', async () => {
    const fixture = await fixtureWith(120);
    await completeWindow(fixture);
    const second = fixture.openWindow();
    second.start();
    await fixture.passTime(30_000);
    const createdItem = await second.store.resources.workItems.create({ name: 'Mine' }, fixture.project);
    await fixture.passTime(10 * MINUTE);
    expect(listOf(fixture, second).state.ids[0]).toBe(createdItem.id);
    expect(valuesById(itemsInCache(second, fixture.project))).toEqual(valuesById(await itemsOnServer(fixture)));
  });
});

describe('A new window', () => {
  it('shows the stored complete list without a request, and checks the list when the list is shown', async () => {
    const fixture = await fixtureWith(250);
    const earlierWindow = await completeWindow(fixture);
    await earlierWindow.close();
    const requestCountBefore = fixture.proxy.requests.length;
    const window = fixture.openWindow();
    await window.items.catchUpFromFiles(true);
    expect(fixture.proxy.requests.length - requestCountBefore).toBe(0);
    expect(valuesById(itemsInCache(window, fixture.project))).toEqual(valuesById(await itemsOnServer(fixture)));
    expect(listOf(fixture, window).state.asOf).toBeGreaterThan(0);
    await listOf(fixture, window).revalidate();
    expect(listOf(fixture, window).state.asOf).toBeUndefined();
    expect(fixture.proxy.requests.length - requestCountBefore).toBe(1);
  });

  it('reads a project from the server if its file is damaged, and logs the damage', async () => {
    const fixture = await fixtureWith(150);
    const earlierWindow = await completeWindow(fixture);
    await earlierWindow.close();
    const text = await readFile(fileOf(fixture), 'utf8');
    await writeFile(fileOf(fixture), text.replace('"sequence_id":', '"sequence_id":x'));
    const window = fixture.openWindow();
    await window.items.catchUpFromFiles(true);
    expect(listOf(fixture, window).state.status).toBe('notLoaded');
    expect(window.log).toEqual(['the stored work items of a project are damaged, and are read again']);
    window.start();
    await fixture.passTime(20_000);
    expect(valuesById(itemsInCache(window, fixture.project))).toEqual(valuesById(await itemsOnServer(fixture)));
    expect(await readFile(fileOf(fixture), 'utf8')).not.toContain('"sequence_id":x');
  });

  it('gets no synchronized work items from the snapshot, and the files of the sync contain no API key', async () => {
    const fixture = await fixtureWith(150);
    const window = await completeWindow(fixture);
    const snapshot = takeSnapshot(window.store, fixture.clock.now());
    expect(snapshot.items).toEqual([]);
    expect(snapshot.lists.map(({ key }) => key.split(' of ')[0])).toEqual(['projects', 'states']);
    const restoredStore = fixture.openWindow().store;
    const parsed = parseSnapshot(JSON.parse(JSON.stringify(snapshot)));
    if (parsed !== undefined) restoreSnapshot(restoredStore, parsed);
    expect(restoredStore.list({ of: 'items', owner: fixture.project }).state.status).toBe('notLoaded');
    for (const name of await readdir(fixture.folder))
      expect(await readFile(join(fixture.folder, name), 'utf8')).not.toContain(fixture.server.apiKey);
  });
});

describe('AccountItems', () => {
  it('writes less than 64 kB when one work item has changed', async () => {
    const fixture = await fixtureWith(1200);
    await completeWindow(fixture);
    const before = await stat(fileOf(fixture));
    await fixture.server.ask('PATCH', itemPath(fixture, await itemIdAt(fixture, 9)), { body: { name: 'Changed' } });
    await fixture.passTime(6 * MINUTE);
    const after = await stat(fileOf(fixture));
    expect(after.ino).toBe(before.ino);
    expect(after.size - before.size).toBeGreaterThan(100);
    expect(after.size - before.size).toBeLessThan(64_000);
  });

  it('deletes all files when the user signs out, and writes none afterwards', async () => {
    const fixture = await fixtureWith(150);
    const window = await completeWindow(fixture);
    await window.items.forget();
    await expect(readdir(fixture.folder)).rejects.toThrow('ENOENT');
    await fixture.passTime(10 * MINUTE);
    await expect(readdir(fixture.folder)).rejects.toThrow('ENOENT');
  });

  it('removes the work items and the file of a project that the user can no longer read', async () => {
    const fixture = await fixtureWith(50);
    const window = await completeWindow(fixture);
    await fixture.server.ask('PATCH', `projects/${fixture.project}/`, { body: { name: 'Renamed' } });
    await window.store.resources.projects.list().reload();
    await fixture.passTime(MINUTE);
    expect(listOf(fixture, window).state.total).toBe(50);
    await fixture.server.ask('DELETE', `projects/${fixture.project}/`);
    await window.store.resources.projects.list().reload();
    await fixture.passTime(MINUTE);
    expect(window.store.resources.workItems.records.all().size).toBe(0);
    expect((await readdir(fixture.folder)).filter((name) => name.endsWith('.jsonl'))).toEqual([]);
  });

  it('reads work items without files if the folder cannot be written, and logs the failure once', async () => {
    const fixture = await fixtureWith(50);
    await rm(fixture.folder, { recursive: true });
    await writeFile(fixture.folder, '');
    const window = fixture.openWindow();
    window.start();
    await fixture.passTime(12 * MINUTE);
    expect(listOf(fixture, window).state).toMatchObject({ next: undefined, total: 50 });
    expect(fixture.listRequests()).toHaveLength(3);
    expect(window.log).toEqual(['the folder of the work items cannot be written']);
  });
});
