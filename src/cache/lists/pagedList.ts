// Describes a list of records that is read page by page, as trees, pickers and pages use it.
import type { Fault } from '../../client/apiError.ts';
import type { CallOptions } from '../../client/call.ts';
import type { Event } from '../../std/event.ts';
import type { ListKey } from './listKey.ts';

/** A list as far as it has been read. Never changed, only replaced. */
export interface PagedListState {
  /** `reading` and `failed` are about the first page; later pages leave it `ready`. */
  readonly status: 'unread' | 'reading' | 'ready' | 'failed';
  readonly ids: readonly string[];
  readonly pages: number;
  /** Cursor of the next page; absent on the last one. */
  readonly next: string | undefined;
  readonly total: number | undefined;
  /** Why the last request failed. */
  readonly fault: Fault | undefined;
  /** When it was last known to be so, if it comes from an earlier run and has not been read since. In milliseconds. */
  readonly asOf?: number;
}

/** One list. Only `revalidate` rejects for a fault: after the others, the state holds it. */
export interface PagedList {
  /** The same object for as long as the list exists. */
  readonly key: ListKey;
  readonly state: PagedListState;
  /** Fires when `state` was replaced. */
  readonly onDidChange: Event<void>;
  /** Reads the first page unless it has been read. */
  read(options?: CallOptions): Promise<void>;
  /** Reads the page after the last one read; sends nothing when there is none. */
  loadMore(options?: CallOptions): Promise<void>;
  /** Reads again as many pages as have been read; the state stays until all of them are there. */
  reload(options?: CallOptions): Promise<void>;
  /**
   * Takes in what has changed on the server, in the background: the state stays if the request fails, if nothing has
   * changed, and if the list is read or changed in the meantime. Does nothing for a list that is not ready. Rejects
   * with an ApiError.
   */
  revalidate(options?: CallOptions): Promise<void>;
}

/** A list that comes from an earlier run and is being looked at. */
export interface StaleList extends PagedList {
  /** Asks the server whether it is still so. May reject with an ApiError; then the list stays as it is. */
  refresh(): Promise<void>;
}
