// Converts the state of a list to what the page shows of it.

import type { PagedListState } from '../../cache/lists/pagedList.ts';
import type { Fault } from '../../client/apiError.ts';
import type { FieldProblem } from '../protocol/record.ts';

interface ListState {
  readonly status: 'unread' | 'loading' | 'ready' | 'failed';
  readonly problem?: FieldProblem;
  readonly more: boolean;
}

/** Returns the list's state for the page. `listing` is undefined while the user is signed out. */
export function listViewState(listing: PagedListState | undefined, words: (fault: Fault) => string): ListState {
  if (listing === undefined) return { status: 'unread', more: false };
  const { status, fault, next } = listing;
  return {
    status: status === 'reading' ? 'loading' : status,
    ...(fault === undefined ? {} : { problem: { message: words(fault), retry: true } }),
    more: next !== undefined,
  };
}
