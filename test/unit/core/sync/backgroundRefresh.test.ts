// Tests that visible lists are refreshed less often the more of the rate limit is used.
// While the window has no focus, no list is refreshed.
import { beforeEach, describe, expect, it } from 'vitest';
import { keyOf } from '../../../../src/core/cache/address.ts';
import { Store } from '../../../../src/core/cache/store/store.ts';
import { BackgroundRefresh, nextListToRefresh, refreshInterval } from '../../../../src/core/sync/backgroundRefresh.ts';
import { FakeClock } from '../../../support/clock.ts';
import { matchRequest } from '../../../support/faultProxy.ts';
import { forAllTests, forEachTest } from '../../../support/fixture.ts';
import { createSetup, WEB_1 } from '../../../support/pageSetup.ts';
import { sample } from '../../../support/testServer.ts';

const WEB_PROJECT_ID = sample.project('WEB');
const NOTES_PROJECT_ID = sample.project('NOTES');

describe('The background refresh', () => {
  it('waits longer the more of the rate limit is used, and stops when less than 25 % is unused', () => {
    expect([1, 0.75, 0.6, 0.3, 0.24, 0].map(refreshInterval)).toEqual([
      120_000,
      120_000,
      150_000,
      400_000,
      undefined,
      undefined,
    ]);
  });

  it('selects the list that is due for the longest time, or no list if all lists were refreshed recently', () => {
    const lists = [{ key: 'a' }, { key: 'b' }, { key: 'rare', minAgeMs: 1_000_000 }];
    expect(
      nextListToRefresh(
        lists,
        new Map([
          ['a', 0],
          ['b', 5],
          ['rare', 0],
        ]),
        130_000,
      )?.key,
    ).toBe('a');
    expect(
      nextListToRefresh(
        lists,
        new Map([
          ['a', 1_000_000],
          ['b', 1_000_000],
          ['rare', 0],
        ]),
        1_000_000,
      )?.key,
    ).toBe('rare');
    expect(
      nextListToRefresh(
        lists,
        new Map([
          ['a', 90_000],
          ['b', 99_000],
          ['rare', 0],
        ]),
        100_000,
      ),
    ).toBeUndefined();
    expect(nextListToRefresh([], new Map(), 100_000)).toBeUndefined();
  });
});

describe('BackgroundRefresh', () => {
  async function run(
    minutes: number,
    options: Partial<{
      hasFocus: boolean;
      unusedShare: number;
      keys: readonly string[];
      refreshFails: boolean;
      requestsPerRefresh: number;
    }>,
  ) {
    const {
      hasFocus = true,
      unusedShare = 1,
      keys = ['a', 'b'],
      refreshFails = false,
      requestsPerRefresh = 1,
    } = options;
    const clock = new FakeClock();
    const refreshedKeys: string[] = [];
    const failedKeys: string[] = [];
    const refresh = new BackgroundRefresh({
      clock,
      hasFocus: () => hasFocus,
      unusedShare: () => unusedShare,
      visibleLists: () =>
        keys.map((key) => ({
          key,
          requestsPerRefresh,
          revalidate: async () => {
            refreshedKeys.push(key);
            if (refreshFails) throw new Error('no answer');
          },
        })),
      onRefreshFailed: (key) => failedKeys.push(key),
    });
    const running = refresh.run();
    await clock.advance(minutes * 60_000);
    refresh.dispose();
    await running;
    return { refreshedKeys, failed: failedKeys };
  }

  it('refreshes the visible lists in turn, all together at most 30 times an hour', async () => {
    const { refreshedKeys } = await run(60, {});
    expect(refreshedKeys.length).toBeLessThanOrEqual(30);
    expect(refreshedKeys.length).toBeGreaterThanOrEqual(28);
    expect(refreshedKeys.slice(0, 4)).toEqual(['a', 'b', 'a', 'b']);
  });

  it('refreshes a list that takes several requests less often, so that the requests stay the same', async () => {
    const counts = [1, 2, 5].map(async (requestsPerRefresh) => {
      const { refreshedKeys } = await run(60, { keys: ['a'], requestsPerRefresh });
      return refreshedKeys.length * requestsPerRefresh;
    });
    for (const requests of await Promise.all(counts)) {
      expect(requests).toBeLessThanOrEqual(30);
      expect(requests).toBeGreaterThanOrEqual(25);
    }
  });

  it('refreshes fewer lists when less of the rate limit is left, even if many lists are visible', async () => {
    const keys = Array.from({ length: 30 }, (_, index) => String(index));
    const countAtFullLimit = (await run(10, { keys })).refreshedKeys.length;
    const countAtHalfLimit = (await run(10, { keys, unusedShare: 0.5 })).refreshedKeys.length;
    const countAtQuarterLimit = (await run(10, { keys, unusedShare: 0.25 })).refreshedKeys.length;
    expect(countAtFullLimit).toBeLessThanOrEqual(30);
    expect(countAtHalfLimit).toBeLessThan(countAtFullLimit);
    expect(countAtQuarterLimit).toBeLessThan(countAtHalfLimit);
    expect(countAtQuarterLimit).toBeGreaterThan(0);
  });

  it('refreshes no list while the window has no focus, or when little of the rate limit is left', async () => {
    expect((await run(30, { hasFocus: false })).refreshedKeys).toEqual([]);
    expect((await run(30, { unusedShare: 0.2 })).refreshedKeys).toEqual([]);
  });

  describe('when the window gets the focus back', () => {
    const minute = 60_000;

    interface FocusedWindow {
      readonly setFocus: (hasFocus: boolean) => void;
      /** Resolves with the keys of the lists that were refreshed in this time. */
      readonly pass: (milliseconds: number) => Promise<string[]>;
    }

    /** Starts with the focus, and calls `use` with functions that change it and pass time. */
    async function withWindow(
      listCount: number,
      use: (window: FocusedWindow) => Promise<void>,
      unusedShare = 1,
    ): Promise<void> {
      const clock = new FakeClock();
      let hasFocus = true;
      const refreshedKeys: string[] = [];
      const refresh = new BackgroundRefresh({
        clock,
        hasFocus: () => hasFocus,
        unusedShare: () => unusedShare,
        visibleLists: () =>
          Array.from({ length: listCount }, (_, index) => ({
            key: String(index),
            revalidate: async () => void refreshedKeys.push(String(index)),
          })),
        onRefreshFailed: (_, error) => {
          throw error;
        },
      });
      const running = refresh.run();
      await use({
        setFocus: (value) => {
          hasFocus = value;
          refresh.reportFocus(value);
        },
        pass: async (ms) => {
          await clock.advance(ms);
          return refreshedKeys.splice(0);
        },
      });
      refresh.dispose();
      await running;
    }

    it('refreshes each visible list within seconds after ten minutes, and then as before', async () => {
      await withWindow(6, async ({ setFocus, pass }) => {
        await pass(5 * minute);
        setFocus(false);
        expect(await pass(60 * minute)).toEqual([]);
        setFocus(true);
        expect((await pass(10_000)).sort()).toEqual(['0', '1', '2', '3', '4', '5']);
        const laterKeys = await pass(60 * minute);
        expect(laterKeys.length).toBeGreaterThan(27);
        expect(laterKeys.length).toBeLessThanOrEqual(30);
      });
    });

    it('keeps the pauses if only a part of the rate limit is unused', async () => {
      await withWindow(
        6,
        async ({ setFocus, pass }) => {
          await pass(5 * minute);
          setFocus(false);
          await pass(60 * minute);
          setFocus(true);
          expect(await pass(10_000)).toHaveLength(1);
        },
        0.5,
      );
    });

    it('refreshes no list earlier after a short time, however often the focus changes', async () => {
      await withWindow(6, async ({ setFocus, pass }) => {
        const refreshedKeys: string[] = [];
        for (let count = 0; count < 60; count += 1) {
          setFocus(false);
          refreshedKeys.push(...(await pass(minute / 2)));
          setFocus(true);
          refreshedKeys.push(...(await pass(minute / 2)));
        }
        expect(refreshedKeys.length).toBeLessThanOrEqual(35);
      });
    });
  });

  it('continues after an error while the visible lists are determined', async () => {
    const clock = new FakeClock();
    const [refreshedKeys, failedKeys]: [string[], string[]] = [[], []];
    let callCount = 0;
    const refresh = new BackgroundRefresh({
      clock,
      hasFocus: () => true,
      unusedShare: () => 1,
      visibleLists: () => {
        callCount += 1;
        if (callCount === 2) throw new Error('a defect');
        return [{ key: 'a', revalidate: async () => void refreshedKeys.push('a') }];
      },
      onRefreshFailed: (key) => failedKeys.push(key),
    });
    const running = refresh.run();
    await clock.advance(10 * 60_000);
    refresh.dispose();
    await running;
    expect(failedKeys).toEqual(['']);
    expect(refreshedKeys.length).toBeGreaterThan(1);
  });

  it('reports a list whose refresh failed, and continues', async () => {
    const { refreshedKeys, failed } = await run(10, { refreshFails: true });
    expect(failed).toEqual(refreshedKeys);
    expect(new Set(failed)).toEqual(new Set(['a', 'b']));
  });
});

describe('Revalidating the work items of a project', () => {
  let requestCountBefore: number;
  const setup = forAllTests(createSetup);
  const store = forEachTest(() => new Store(setup.client));
  beforeEach(async () => {
    await Promise.all([
      store.list({ of: 'items', owner: WEB_PROJECT_ID }).read(),
      store.list({ of: 'items', owner: NOTES_PROJECT_ID }).read(),
    ]);
    requestCountBefore = setup.proxy.matchingRequests(matchRequest('GET', '/work-items/')).length;
  });
  const countRequests = () =>
    setup.proxy.matchingRequests(matchRequest('GET', '/work-items/')).length - requestCountBefore;

  it('loads the work items that other users have changed and created with one request', async () => {
    await setup.client.call.updateWorkItem({
      project_id: WEB_PROJECT_ID,
      work_item_id: WEB_1.id,
      body: { name: 'Changed elsewhere' },
    });
    const createdItem = await setup.client.call.createWorkItem({
      project_id: WEB_PROJECT_ID,
      body: { name: 'Made elsewhere' },
    });
    await store.list({ of: 'items', owner: WEB_PROJECT_ID }).revalidate({ urgency: 'background' });
    expect(countRequests()).toBe(1);
    expect(store.item(WEB_1)?.name).toBe('Changed elsewhere');
    expect(store.list({ of: 'items', owner: WEB_PROJECT_ID }).state.ids[0]).toBe(createdItem.id);
    expect(store.item({ project: WEB_PROJECT_ID, id: createdItem.id })?.name).toBe('Made elsewhere');
  });

  it('fires an event with the keys of exactly the records that have changed', async () => {
    const changedKeys: string[] = [];
    store.resources.workItems.records.onDidChange((keys) => changedKeys.push(...keys));
    await setup.client.call.updateWorkItem({
      project_id: WEB_PROJECT_ID,
      work_item_id: WEB_1.id,
      body: { name: 'Changed once more' },
    });
    await store.list({ of: 'items', owner: WEB_PROJECT_ID }).revalidate();
    expect(changedKeys).toEqual([keyOf(WEB_1)]);
  });

  it('removes a work item that another user has deleted', async () => {
    const [deletedId = ''] = store.list({ of: 'items', owner: WEB_PROJECT_ID }).state.ids;
    await setup.client.call.deleteWorkItem({ project_id: WEB_PROJECT_ID, work_item_id: deletedId });
    await store.list({ of: 'items', owner: WEB_PROJECT_ID }).revalidate();
    expect(store.list({ of: 'items', owner: WEB_PROJECT_ID }).state.ids).not.toContain(deletedId);
  });

  it('does not change the order of the loaded pages', async () => {
    const idsBefore = store.list({ of: 'items', owner: NOTES_PROJECT_ID }).state.ids;
    await setup.client.call.updateWorkItem({
      project_id: NOTES_PROJECT_ID,
      work_item_id: sample.workItem('NOTES', 1),
      body: { priority: 'low' },
    });
    await store.list({ of: 'items', owner: NOTES_PROJECT_ID }).revalidate();
    expect(store.list({ of: 'items', owner: NOTES_PROJECT_ID }).state.ids).toEqual(idsBefore);
    expect(store.item({ project: NOTES_PROJECT_ID, id: sample.workItem('NOTES', 1) })?.priority).toBe('low');
  });

  it('sends no request if the list has not been read', async () => {
    await store.list({ of: 'items', owner: sample.project('API') }).revalidate();
    expect(countRequests()).toBe(0);
  });
});
