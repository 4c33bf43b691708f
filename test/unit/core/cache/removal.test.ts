// Tests what the cache removes when a work item is deleted: the server deletes its sub-items too.
import { describe, expect, it } from 'vitest';
import type { WorkItem } from '../../../../src/contract/resources/workItem.ts';
import { keyOf } from '../../../../src/core/cache/address.ts';
import { descendantsOf } from '../../../../src/core/cache/resources/descendants.ts';
import { Store } from '../../../../src/core/cache/store/store.ts';
import { answerWith, matchRequest } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { createSetup } from '../../../support/pageSetup.ts';
import { sample } from '../../../support/testServer.ts';

const WEB_PROJECT_ID = sample.project('WEB');

const setup = forEachTest(() => createSetup('community'));
const store = forEachTest(() => new Store(setup.client, setup.clock));

/** Creates three work items in another window: the second is a sub-item of the first, the third of the second. */
async function createNestedItems(): Promise<readonly [top: string, sub: string, below: string]> {
  const otherStore = setup.otherStore();
  const { id: top } = await otherStore.resources.workItems.create({ name: 'Top' }, WEB_PROJECT_ID);
  const { id: sub } = await otherStore.resources.workItems.create({ name: 'Sub-item', parent: top }, WEB_PROJECT_ID);
  const { id: subSub } = await otherStore.resources.workItems.create(
    { name: 'Below the sub-item', parent: sub },
    WEB_PROJECT_ID,
  );
  return [top, sub, subSub];
}

describe('The sub-items of a work item', () => {
  it('are found on all levels, and are complete once all pages of the project’s list have been read', async () => {
    const [top, sub, subSub] = await createNestedItems();
    expect(store.resources.workItems.deletedWith(top, WEB_PROJECT_ID)).toEqual({ ids: [], isComplete: false });
    await store.list({ of: 'items', owner: WEB_PROJECT_ID }).read();
    const { ids, isComplete } = store.resources.workItems.deletedWith(top, WEB_PROJECT_ID);
    expect([new Set(ids), isComplete]).toEqual([new Set([sub, subSub]), true]);
    expect(store.resources.workItems.deletedWith(subSub, WEB_PROJECT_ID)).toEqual({ ids: [], isComplete: true });
  });

  it('are incomplete while the list has pages that are not loaded', async () => {
    const project = sample.project('NOTES');
    await store.list({ of: 'items', owner: project }).read();
    expect(
      store.resources.workItems.deletedWith(store.list({ of: 'items', owner: project }).state.ids[0] ?? '', project)
        .isComplete,
    ).toBe(false);
  });

  it('are each returned once if parents form a loop', () => {
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
    const [top, sub, subSub] = await createNestedItems();
    await store.list({ of: 'items', owner: WEB_PROJECT_ID }).read();
    const before = store.list({ of: 'items', owner: WEB_PROJECT_ID }).state;
    const requestCountBefore = setup.proxy.requests.length;
    const removed = await store.resources.workItems.remove(top, WEB_PROJECT_ID);
    expect(removed).toEqual([top, sub, subSub]);
    expect(setup.proxy.requests.length - requestCountBefore).toBe(1);
    const { ids, total } = store.list({ of: 'items', owner: WEB_PROJECT_ID }).state;
    expect([ids, total]).toEqual([
      before.ids.filter((id) => ![top, sub, subSub].includes(id)),
      (before.total ?? 0) - 3,
    ]);
    for (const id of [top, sub, subSub]) expect(store.item({ project: WEB_PROJECT_ID, id })).toBeUndefined();
  });

  it('stays in the list with its sub-items when the server rejects the deletion', async () => {
    const [top, sub] = await createNestedItems();
    await store.list({ of: 'items', owner: WEB_PROJECT_ID }).read();
    const before = store.list({ of: 'items', owner: WEB_PROJECT_ID }).state;
    setup.proxy.inject(
      matchRequest('DELETE', `/work-items/${top}/`),
      answerWith(403, { error: 'Only admin or creator can delete the work item' }),
    );
    await expect(store.resources.workItems.remove(top, WEB_PROJECT_ID)).rejects.toThrow();
    expect(store.list({ of: 'items', owner: WEB_PROJECT_ID }).state).toEqual(before);
    expect(store.item({ project: WEB_PROJECT_ID, id: sub })).toBeDefined();
  });

  it('causes its sub-items to be hidden for a minute, even if the server still lists the sub-items', async () => {
    const [top, sub] = await createNestedItems();
    await store.list({ of: 'items', owner: WEB_PROJECT_ID }).read();
    const { results } = await setup.client.call.listWorkItems({ project_id: WEB_PROJECT_ID });
    const staleResults = results.filter(({ id }: WorkItem) => id !== top);
    await store.resources.workItems.remove(top, WEB_PROJECT_ID);
    setup.proxy.inject(
      matchRequest('GET', '/work-items/'),
      answerWith(200, { results: staleResults, next_page_results: false }),
    );
    await store.list({ of: 'items', owner: WEB_PROJECT_ID }).reload();
    expect(store.resources.workItems.records.confirmed(keyOf({ project: WEB_PROJECT_ID, id: sub }))).toBeUndefined();
    await setup.clock.advance(60_000);
    await store.list({ of: 'items', owner: WEB_PROJECT_ID }).reload();
    expect(store.resources.workItems.records.confirmed(keyOf({ project: WEB_PROJECT_ID, id: sub }))).toMatchObject({
      name: 'Sub-item',
      parent: top,
    });
  });
});
