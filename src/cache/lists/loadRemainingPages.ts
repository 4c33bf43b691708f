// Loads the remaining pages of a list, and repeats its failed request.
import type { Fault } from '../../client/apiError.ts';
import type { CallOptions } from '../../client/call.ts';
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
