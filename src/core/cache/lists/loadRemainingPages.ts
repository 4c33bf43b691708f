// Loads the remaining pages of a list, repeats its failed request, and reads it again when it is old.
import type { Fault } from '../../../client/apiError.ts';
import type { CallOptions } from '../../../client/call.ts';
import type { PagedList } from './pagedList.ts';

/**
 * Loads every remaining page of a list whose first page has been read. Stops when a request fails, and resolves with
 * its fault.
 */
export async function loadRemainingPages(
  list: Pick<PagedList, 'state' | 'loadMore'>,
  options?: CallOptions,
): Promise<Fault | undefined> {
  while (list.state.next !== undefined && list.state.fault === undefined) await list.loadMore(options);
  return list.state.fault;
}

/** Repeats the failed request of a list: loads the next page, or reloads the list if all pages were read. */
export function retryList(list: Pick<PagedList, 'state' | 'loadMore' | 'reload'>): Promise<void> {
  return list.state.next === undefined ? list.reload() : list.loadMore();
}

/**
 * Reads the list if it is not loaded, if its last request failed, or if it is no longer current. For a list of an
 * earlier run, `read` starts a check in the background.
 */
export function readIfOld(list: PagedList): Promise<void> {
  const { status, fault, asOf } = list.state;
  const needsReload = status === 'ready' && (fault !== undefined || (asOf === undefined && !list.isCurrent()));
  return needsReload ? list.reload() : list.read();
}
