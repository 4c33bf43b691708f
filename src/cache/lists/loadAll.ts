// Loads the remaining pages of a list.
import type { Fault } from '../../client/apiError.ts';
import type { CallOptions } from '../../client/call.ts';
import type { PagedList } from './pagedList.ts';

/** Loads every remaining page of a list whose first page has been read. Stops at a fault, and resolves with it. */
export async function loadRemainingPages(
  list: Pick<PagedList, 'state' | 'loadMore'>,
  options?: CallOptions,
): Promise<Fault | undefined> {
  while (list.state.next !== undefined && list.state.fault === undefined) await list.loadMore(options);
  return list.state.fault;
}
