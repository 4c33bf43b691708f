// Describes a list of records that is read page by page, as trees, pickers and pages use it.
import type { Fault } from '../../client/apiError.ts';
import type { CallOptions } from '../../client/call.ts';
import type { Event } from '../../std/event.ts';
import type { ListKey } from './listKey.ts';

/** A list as far as it has been read. Immutable: a change replaces it. */
export interface PagedListState {
  /** `reading` and `failed` refer to the first page; later pages leave the status `ready`. */
  readonly status: 'unread' | 'reading' | 'ready' | 'failed';
  readonly ids: readonly string[];
  readonly pages: number;
  /** Cursor of the next page; undefined on the last one. */
  readonly next: string | undefined;
  readonly total: number | undefined;
  /** Why the last request failed. */
  readonly fault: Fault | undefined;
  /**
   * When the list was last known to be correct, if it comes from an earlier run and has not been read since. In
   * milliseconds.
   */
  readonly asOf?: number;
}

/** A list. Only `revalidate` rejects with a fault; the other methods put it into the state. */
export interface PagedList {
  /** The same object for as long as the list exists. */
  readonly key: ListKey;
  readonly state: PagedListState;
  /** Fires when `state` was replaced. */
  readonly onDidChange: Event<void>;
  /** Reads the first page unless it has been read. */
  read(options?: CallOptions): Promise<void>;
  /** Reads the page after the last one read. Sends nothing if there is none. */
  loadMore(options?: CallOptions): Promise<void>;
  /** Reads all pages again that have been read. The state stays until all of them have arrived. */
  reload(options?: CallOptions): Promise<void>;
  /**
   * Loads changes from the server in the background. The state stays if the request fails, if nothing has changed, and
   * if the list is read or changed in the meantime. Does nothing for a list that is not ready. Rejects with an
   * ApiError.
   */
  revalidate(options?: CallOptions): Promise<void>;
}

/** A list that comes from an earlier run and has been requested in this one. */
export interface StaleList extends PagedList {
  /**
   * Checks with the server whether the list is still correct. May reject with an ApiError; then the list stays as it
   * is.
   */
  refresh(): Promise<void>;
}
