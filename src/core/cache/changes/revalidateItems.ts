// Reads work items again, in as few requests as possible.

import { ApiError } from '../../../client/apiError.ts';
import type { CallOptions } from '../../../client/call.ts';
import { smallestOf } from '../../../std/firstInOrder.ts';
import { type ItemAddress, keyOf } from '../address.ts';
import { loadRemainingPages } from '../lists/loadRemainingPages.ts';
import type { PagedList } from '../lists/pagedList.ts';
import { ownerIn } from '../resources/associations.ts';
import type { MembershipField } from '../resources/localMemberships.ts';
import { millisecondsOf } from '../resources/syncedItems.ts';
import type { Store } from '../store/store.ts';
import { currentValue } from './itemChange.ts';

/** Servers may store a change some seconds after the time of the change in `updated_at`. */
const UPDATE_DELAY_MS = 5000;

/**
 * Reads the work items again. For several work items of a project, requests one page with the most recently changed
 * work items of the project. A work item that is not on this page is requested by its id, unless the cache shows that it
 * was read after the oldest change on the page. Rejects with an ApiError.
 */
export async function revalidateItems(
  store: Store,
  addresses: readonly ItemAddress[],
  callOptions?: CallOptions,
): Promise<void> {
  const options = { ...callOptions, isCurrent: true };
  for (const project of new Set(addresses.map((address) => address.project))) {
    const projectAddresses = addresses.filter((address) => address.project === project);
    const unreadAddresses =
      projectAddresses.length === 1 ? projectAddresses : await readPage(store, project, projectAddresses, options);
    await Promise.all(unreadAddresses.map(({ id }) => store.resources.workItems.readOne(id, project, options)));
  }
}

/**
 * Reads the cycles again in which the work items are, as far as the cache knows: a work item does not contain its cycle.
 * If one was moved, reads the other loaded cycles of its project. Rejects with an ApiError.
 */
export async function revalidateCycles(
  store: Store,
  addresses: readonly ItemAddress[],
  options?: CallOptions,
): Promise<void> {
  const known = addresses.flatMap((address) => {
    const cycle = currentValue(store, address, 'cycle');
    return typeof cycle === 'string' ? [{ address, list: membersOf(store, 'cycle', address.project, cycle) }] : [];
  });
  const readLists = new Set(known.map(({ list }) => list));
  await reloadAll(readLists, options);
  const moved = known.filter(({ address, list }) => !list.state.ids.includes(address.id));
  for (const project of new Set(moved.map(({ address }) => address.project))) {
    const otherLists = store.resources.cycles
      .listed(project)
      .map(({ id }) => membersOf(store, 'cycle', project, id))
      .filter((list) => list.state.status === 'ready' && !readLists.has(list));
    await reloadAll(otherLists, options);
  }
}

/** Returns the list of the work items of a cycle or module. */
export function membersOf(store: Store, field: MembershipField, project: string, owner: string): PagedList {
  const { cycleItems, moduleItems } = store.associations;
  return (field === 'cycle' ? cycleItems : moduleItems).list(ownerIn(project, owner));
}

/** Reads all pages of the lists again. Rejects with an ApiError. */
export async function reloadAll(lists: Iterable<PagedList>, options?: CallOptions): Promise<void> {
  for (const list of lists) {
    await list.reload(options);
    const fault = await loadRemainingPages(list, options);
    if (fault !== undefined) throw new ApiError(fault);
  }
}

/**
 * Requests the page with the most recently changed work items. Resolves with the work items of `addresses` that are not
 * on this page but may have changed.
 */
async function readPage(
  store: Store,
  project: string,
  addresses: readonly ItemAddress[],
  options: CallOptions | undefined,
): Promise<readonly ItemAddress[]> {
  const latestReadChange = latestReadChangeBefore(
    store,
    project,
    smallestOf(addresses.map((item) => fetchedAt(store, item))),
  );
  const ids = await store.readLastUpdated(project, options);
  const changeTimes = ids.map((id) => updatedAt(store, { project, id }));
  // Servers ignore an order that they do not know.
  const isOrdered = changeTimes.every((time, index) => time <= (changeTimes[index - 1] ?? time));
  const isCurrent = isOrdered && latestReadChange - UPDATE_DELAY_MS > smallestOf(changeTimes);
  return isCurrent ? [] : addresses.filter(({ id }) => !ids.includes(id));
}

/**
 * Returns the time of the latest change in the project that had been read at the time `readUntil`. Both times are in
 * milliseconds.
 */
function latestReadChangeBefore(store: Store, project: string, readUntil: number): number {
  let latestChange = 0;
  for (const [key, record] of store.resources.workItems.records.all()) {
    if (record.project !== project) continue;
    const wasAlreadyRead = (store.resources.workItems.records.fetchedAt(key) ?? Number.POSITIVE_INFINITY) <= readUntil;
    if (wasAlreadyRead) latestChange = Math.max(latestChange, millisecondsOf(record.updated_at));
  }
  return latestChange;
}

function fetchedAt(store: Store, address: ItemAddress): number {
  return store.resources.workItems.records.fetchedAt(keyOf(address)) ?? 0;
}

function updatedAt(store: Store, address: ItemAddress): number {
  return millisecondsOf(store.resources.workItems.records.confirmed(keyOf(address))?.updated_at);
}
