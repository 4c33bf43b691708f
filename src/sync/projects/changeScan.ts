// Reads the work items of a project page by page, the most recently changed first, until all changes after a time are
// read.

import type { SyncedItem, SyncedItemPage } from '../../cache/resources/syncedItems.ts';
import { millisecondsOf } from '../../cache/resources/syncedItems.ts';
import { PAGE_SIZE } from '../../contract/limits.ts';
import { largestOf } from '../../std/firstInOrder.ts';

/**
 * A scan also reads changes this many milliseconds before the latest change that was read earlier: a server can store a
 * change a few seconds after the time in its `updated_at`.
 */
const OVERLAP_MS = 10_000;

/** Requests the page with this cursor. */
export type ReadPage = (cursor: string | undefined) => Promise<SyncedItemPage>;

/**
 * A scan can be interrupted between two pages, even for hours. If a work item changes during that time, it moves to the
 * first page and the others move to later positions, so the scan misses none. Only a deletion moves work items to
 * earlier positions, where they can move to a page that was already read. The total then decreases, and the scan goes
 * back by as many pages as the deleted work items fill.
 */
export class ChangeScan {
  /** Changes after this time are read, in milliseconds since the epoch; undefined to read every work item. */
  readonly #since: number | undefined;
  /** The cursor of each page that can be requested. */
  readonly #cursors: (string | undefined)[] = [undefined];
  readonly #seen = new Set<string>();
  readonly #changed = new Map<string, SyncedItem['record']>();
  #page = 0;
  #pageCount = 0;
  #total: number | undefined;
  #newest: number | undefined;

  constructor(since: number | undefined) {
    this.#since = since;
  }

  /** The time of the latest change when the scan began. The next scan reads the changes since then. */
  get newestTime(): number {
    return this.#newest ?? this.#since ?? 0;
  }

  /** The ids of all work items on the pages that have been read. */
  get seenIds(): ReadonlySet<string> {
    return this.#seen;
  }

  /** The work items that have changed after `since`, or whose version in the cache was missing or older. */
  get changedItems(): ReadonlyMap<string, SyncedItem['record']> {
    return this.#changed;
  }

  /** The number of work items in the project, according to the last response. */
  get total(): number | undefined {
    return this.#total;
  }

  /** Number of different pages that have been read. */
  get pageCount(): number {
    return this.#pageCount;
  }

  /**
   * Reads one page. Resolves with true if it was the last page of the scan. Rejects with the error of `readPage`; the
   * next call then reads the same page again.
   */
  async readNextPage(readPage: ReadPage): Promise<boolean> {
    const pageIndex = this.#page;
    const { rows, next, total } = await readPage(this.#cursors[pageIndex]);
    const since = this.#since;
    for (const { record, isChanged } of rows) {
      this.#seen.add(record.id);
      if (isChanged || since === undefined || millisecondsOf(record.updated_at) > since)
        this.#changed.set(record.id, record);
    }
    if (this.#newest === undefined)
      this.#newest = largestOf(
        rows.map(({ record }) => millisecondsOf(record.updated_at)),
        since,
      );
    const deletedCount = Math.max(0, (this.#total ?? 0) - (total ?? this.#total ?? 0));
    this.#total = total;
    this.#pageCount = Math.max(this.#pageCount, pageIndex + 1);
    if (next !== undefined) this.#cursors[pageIndex + 1] = next;
    if (deletedCount > 0 && pageIndex > 0) {
      this.#page = Math.max(0, pageIndex - Math.ceil(deletedCount / PAGE_SIZE));
      return false;
    }
    this.#page = pageIndex + 1;
    return next === undefined || (since !== undefined && !mayHaveMoreChanges(rows, since));
  }
}

/** Whether later pages can contain changes that the scan must read. `rows` is the latest page. */
function mayHaveMoreChanges(rows: readonly SyncedItem[], since: number): boolean {
  const oldestRow = rows.at(-1);
  if (oldestRow === undefined) return false;
  const oldestTime = millisecondsOf(oldestRow.record.updated_at);
  if (oldestTime > since) return true;
  // Pages from before `since` are read only as long as they contain new versions: changes within the overlap, or
  // changes that have an earlier time because the server's clock was set back.
  return (
    rows.some(({ record, isChanged }) => isChanged && millisecondsOf(record.updated_at) <= since) &&
    (oldestTime > since - OVERLAP_MS || oldestRow.isChanged)
  );
}
