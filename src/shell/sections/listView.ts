// Converts the state of a paged list to the list state of the page's model.

import type { Fault } from '../../client/apiError.ts';
import type { PagedListState } from '../../core/cache/lists/pagedList.ts';
import type { PageProblem } from '../../items/form/recordProtocol.ts';

interface ListViewState {
  readonly status: 'notLoaded' | 'loading' | 'ready' | 'failed';
  readonly problem?: PageProblem;
  readonly more: boolean;
}

/** Returns the list's state for the page. `listState` is undefined while the user is signed out. */
export function listViewState(
  listState: PagedListState | undefined,
  formatError: (fault: Fault) => string,
): ListViewState {
  if (listState === undefined) return { status: 'notLoaded', more: false };
  const { status, fault, next } = listState;
  return {
    status,
    ...(fault === undefined ? {} : { problem: { message: formatError(fault), retry: true } }),
    more: next !== undefined,
  };
}
