// Reads work items again, in as few requests as possible.
import type { CallOptions } from '../../client/call.ts';
import { type ItemAddress, keyOf } from '../address.ts';
import { instantOf } from '../resources/itemRows.ts';
import type { Store } from '../store.ts';

/** Servers may set the time of the last change (`updated_at`) some seconds after the change. */
const UPDATE_DELAY_MS = 5000;

/**
 * Reads the work items again, except those that the server sent at `freshSince` (in milliseconds) or later. For several
 * work items of a project, requests the page of the last changed ones. A work item that is not on the page is requested
 * itself, unless the cache shows that it was read after the oldest change on the page. Rejects with an ApiError.
 */
export async function revalidateItems(
  store: Store,
  addresses: readonly ItemAddress[],
  options?: CallOptions,
  freshSince = Number.POSITIVE_INFINITY,
): Promise<void> {
  const old = addresses.filter((address) => fetchedAt(store, address) < freshSince);
  for (const project of new Set(old.map((address) => address.project))) {
    const inProject = old.filter((address) => address.project === project);
    const missing = inProject.length === 1 ? inProject : await readPage(store, project, inProject, options);
    await Promise.all(missing.map(({ id }) => store.resources.workItems.readOne(id, project, options)));
  }
}

/** Requests the last changed work items, and resolves with those of `addresses` that may have changed nevertheless. */
async function readPage(
  store: Store,
  project: string,
  addresses: readonly ItemAddress[],
  options: CallOptions | undefined,
): Promise<readonly ItemAddress[]> {
  const lastReadChange = lastReadChangeBefore(
    store,
    project,
    Math.min(...addresses.map((item) => fetchedAt(store, item))),
  );
  const ids = await store.readLastUpdated(project, options);
  const changes = ids.map((id) => updatedAt(store, { project, id }));
  const isCurrent = lastReadChange - UPDATE_DELAY_MS > Math.min(...changes);
  return isCurrent ? [] : addresses.filter(({ id }) => !ids.includes(id));
}

/** Returns the time of the last change in the project that had been read by then; both times in milliseconds. */
function lastReadChangeBefore(store: Store, project: string, readUntil: number): number {
  let last = 0;
  for (const [key, record] of store.resources.workItems.records.all()) {
    if (record.project !== project) continue;
    const wasReadInTime = (store.resources.workItems.records.fetchedAt(key) ?? Number.POSITIVE_INFINITY) <= readUntil;
    if (wasReadInTime) last = Math.max(last, instantOf(record.updated_at));
  }
  return last;
}

function fetchedAt(store: Store, address: ItemAddress): number {
  return store.resources.workItems.records.fetchedAt(keyOf(address)) ?? 0;
}

function updatedAt(store: Store, address: ItemAddress): number {
  return instantOf(store.resources.workItems.records.confirmed(keyOf(address))?.updated_at);
}
