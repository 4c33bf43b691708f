// Tests what the cache removes when a work item is deleted: the server deletes its sub-items too.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keyOf } from '../../../src/cache/address.ts';
import { descendantsOf } from '../../../src/cache/changes/descendants.ts';
import { Store } from '../../../src/cache/store.ts';
import type { WorkItem } from '../../../src/contract/resources/workItem.ts';
import { answered, requestTo } from '../../support/faultProxy.ts';
import { createSetup, type Setup } from '../../support/pageSetup.ts';
import { sample } from '../../support/testServer.ts';

const WEB = sample.project('WEB');
let setup: Setup;
let store: Store;

beforeEach(async () => {
  setup = await createSetup('community');
  store = new Store(setup.client, setup.clock);
});
afterEach(() => setup[Symbol.asyncDispose]());

/** Creates a work item with a sub-item that has a sub-item itself, in another window. */
async function family(): Promise<readonly [top: string, sub: string, below: string]> {
  const other = setup.otherStore();
  const { id: top } = await other.resources.workItems.create({ name: 'Top' }, WEB);
  const { id: sub } = await other.resources.workItems.create({ name: 'Sub-item', parent: top }, WEB);
  const { id: below } = await other.resources.workItems.create({ name: 'Below the sub-item', parent: sub }, WEB);
  return [top, sub, below];
}

describe('The sub-items of a work item', () => {
  it('are found on all levels, and are complete once the list of the project is read to its end', async () => {
    const [top, sub, below] = await family();
    expect(store.resources.workItems.alsoDeleted(top, WEB)).toEqual({ ids: [], isComplete: false });
    await store.list({ of: 'items', owner: WEB }).read();
    const { ids, isComplete } = store.resources.workItems.alsoDeleted(top, WEB);
    expect([new Set(ids), isComplete]).toEqual([new Set([sub, below]), true]);
    expect(store.resources.workItems.alsoDeleted(below, WEB)).toEqual({ ids: [], isComplete: true });
  });

  it('may be more than those that are known while the list has further pages', async () => {
    const project = sample.project('NOTES');
    await store.list({ of: 'items', owner: project }).read();
    expect(
      store.resources.workItems.alsoDeleted(store.list({ of: 'items', owner: project }).state.ids[0] ?? '', project)
        .isComplete,
    ).toBe(false);
  });

  it('are found once each in a circle of parents', () => {
    const items = [
      { id: 'a', project: 'p', parent: 'c' },
      { id: 'b', project: 'p', parent: 'a' },
      { id: 'c', project: 'p', parent: 'b' },
      { id: 'd', project: 'q', parent: 'a' },
    ];
    expect(descendantsOf(items, { project: 'p', id: 'a' })).toEqual(['b', 'c']);
  });
});

describe('A deleted work item', () => {
  it('is removed with its sub-items from the list and the cache, with one request', async () => {
    const [top, sub, below] = await family();
    await store.list({ of: 'items', owner: WEB }).read();
    const before = store.list({ of: 'items', owner: WEB }).state;
    const asked = setup.proxy.requests.length;
    const removed = await store.resources.workItems.remove(top, WEB);
    expect(removed).toEqual([top, sub, below]);
    expect(setup.proxy.requests.length - asked).toBe(1);
    const { ids, total } = store.list({ of: 'items', owner: WEB }).state;
    expect([ids, total]).toEqual([before.ids.filter((id) => ![top, sub, below].includes(id)), (before.total ?? 0) - 3]);
    for (const id of [top, sub, below]) expect(store.item({ project: WEB, id })).toBeUndefined();
  });

  it('stays with its sub-items when the server rejects the deletion', async () => {
    const [top, sub] = await family();
    await store.list({ of: 'items', owner: WEB }).read();
    const before = store.list({ of: 'items', owner: WEB }).state;
    setup.proxy.inject(
      requestTo('DELETE', `/work-items/${top}/`),
      answered(403, { error: 'Only admin or creator can delete the work item' }),
    );
    await expect(store.resources.workItems.remove(top, WEB)).rejects.toThrow();
    expect(store.list({ of: 'items', owner: WEB }).state).toEqual(before);
    expect(store.item({ project: WEB, id: sub })).toBeDefined();
  });

  it('hides its sub-items for a minute while the server still lists them, and then shows them', async () => {
    const [top, sub] = await family();
    await store.list({ of: 'items', owner: WEB }).read();
    const { results } = await setup.client.call.listWorkItems({ project_id: WEB });
    const late = results.filter(({ id }: WorkItem) => id !== top);
    await store.resources.workItems.remove(top, WEB);
    setup.proxy.inject(requestTo('GET', '/work-items/'), answered(200, { results: late, next_page_results: false }));
    await store.list({ of: 'items', owner: WEB }).reload();
    expect(store.resources.workItems.records.confirmed(keyOf({ project: WEB, id: sub }))).toBeUndefined();
    await setup.clock.advance(60_000);
    await store.list({ of: 'items', owner: WEB }).reload();
    expect(store.resources.workItems.records.confirmed(keyOf({ project: WEB, id: sub }))).toMatchObject({
      name: 'Sub-item',
      parent: top,
    });
  });
});
