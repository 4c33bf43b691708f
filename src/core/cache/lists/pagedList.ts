// Describes a list of records that is read page by page, as trees, pickers and pages use it.
import { ApiError, type Fault, isUnsupportedInProject } from '../../../client/apiError.ts';
import type { CallOptions } from '../../../client/call.ts';
import type { Event } from '../../../std/event.ts';
import type { ListKey } from './listKey.ts';

/** From this age, in milliseconds, a list is out of date. */
export const FRESH_FOR_MS = 5 * 60_000;

/** The part of a list that has been read. Immutable: a change replaces the object. */
export interface PagedListState {
  /** `loading` and `failed` refer to the first page; requests for later pages do not change the status `ready`. */
  readonly status: 'notLoaded' | 'loading' | 'ready' | 'failed';
  readonly ids: readonly string[];
  /** The number of pages that have been read. */
  readonly pages: number;
  /** Cursor of the next page; undefined if the last page has been read. */
  readonly next: string | undefined;
  readonly total: number | undefined;
  /** Why the last request failed. */
  readonly fault: Fault | undefined;
  /**
   * The time when the list was last known to be correct, in milliseconds. Only set if the list comes from an earlier
   * run and has not been loaded from the server in this run.
   */
  readonly asOf?: number;
}

/** Whether the server, the workspace's plan or the project does not have the list. */
export function isListUnsupported({ status, fault }: PagedListState): boolean {
  return status === 'failed' && fault !== undefined && isUnsupportedInProject(fault);
}

export interface ReadAllOptions extends CallOptions {
  /** The age in milliseconds from which the list is read again; `FRESH_FOR_MS` by default. */
  readonly maxAge?: number;
}

/**
 * A list that is read page by page. Only `revalidate` rejects when a request fails; the other methods put the fault
 * into `state`.
 */
export interface PagedList {
  /** The key is the same object for the lifetime of the list. */
  readonly key: ListKey;
  readonly state: PagedListState;
  /** Fires when `state` was replaced. */
  readonly onDidChange: Event<void>;
  /** Requests the first page unless it has been read. */
  read(options?: CallOptions): Promise<void>;
  /**
   * When the server last sent the list in this run, or responded that it does not have it, in milliseconds; undefined
   * if it has not.
   */
  readonly readAt: number | undefined;
  /**
   * Requests all pages, unless they have been read and `isCurrent(maxAge)`. The state does not change until all of
   * these pages have arrived. From then on, `reload` and `revalidate` read the list to its end.
   */
  readAll(options?: ReadAllOptions): Promise<void>;
  /**
   * Whether the list was read without a fault, or is unsupported, less than `maxAge` milliseconds ago (by default,
   * `FRESH_FOR_MS`), and has not expired since.
   */
  isCurrent(maxAge?: number): boolean;
  /** Marks the list as out of date, whatever its age. Sends no request. */
  expire(): void;
  /** Marks the list as out of date if it does not contain one of the ids, but only once for each id. */
  expireIfMissing(ids: Iterable<string>): void;
  /** Requests the next page. Sends nothing if the last page has been read. */
  loadMore(options?: CallOptions): Promise<void>;
  /** Requests again all pages that have been read. The state does not change until all of these pages have arrived. */
  reload(options?: CallOptions): Promise<void>;
  /**
   * Loads changes from the server in the background. The state is not replaced if the request fails, if nothing has
   * changed, or if the list is read or changed in the meantime. Does nothing for a list that is not ready. Rejects with
   * an ApiError.
   */
  revalidate(options?: CallOptions): Promise<void>;
}

/** Loads the changes of a complete list, and then calls `setAllIds` with the current ids. Rejects with an ApiError. */
export type LoadChanges = (options: CallOptions | undefined) => Promise<void>;

/** A list that the background synchronization reads completely. */
export interface SynchronizedList extends PagedList {
  /** Whether `setAllIds` was called since the list was last marked as not loaded. */
  readonly isSynchronized: boolean;
  /**
   * Replaces the ids of the list with the ids of all of its records. The caller has read these records. From then on,
   * `reload` and `revalidate` call `loadChanges` instead of reading every page. `asOf` is as in PagedListState.
   */
  setAllIds(ids: readonly string[], loadChanges: LoadChanges, asOf?: number): void;
  /** Removes the ids of deleted records. */
  remove(removed: readonly string[]): void;
  /** Marks the list as not loaded. */
  forget(): void;
}

/** A list that was restored from an earlier run and is used in this run, so it must be compared with the server. */
export interface StaleList extends PagedList {
  /**
   * Updates the list from the server if it is no longer correct. If a request fails, may reject with an ApiError, and
   * does not change the ids.
   */
  refresh(): Promise<void>;
}

/** Reads the list as `readAll` does. Rejects with an ApiError if the request fails, unless the list is unsupported. */
export async function readAllOrThrow(list: PagedList, options?: ReadAllOptions): Promise<void> {
  await list.readAll(options);
  const { fault } = list.state;
  if (fault !== undefined && !isListUnsupported(list.state)) throw new ApiError(fault);
}
