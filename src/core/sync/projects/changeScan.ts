// Reads the work items of a project page by page, the most recently changed first, until all changes after a time are
// read.

import { PAGE_SIZE } from '../../../contract/schema/limits.ts';
import { largestOf } from '../../../std/firstInOrder.ts';
import { PageTrail } from '../../cache/lists/pageTrail.ts';
import type { SyncedItem, SyncedItemPage } from '../../cache/resources/syncedItems.ts';
import { millisecondsOf } from '../../cache/resources/syncedItems.ts';

/**
 * A scan also reads changes this many milliseconds before the latest change that was read earlier: a server can store a
 * change a few seconds after the time in its `updated_at`.
 */
const OVERLAP_MS = 10_000;
/**
 * A scan reads this many pages again, and as many as it has read, because the total decreased. The servers behind one
 * address can differ by a work item, so that the total decreases with every other page.
 */
const MAX_REREAD_PAGES = 20;

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
  readonly #maxItems: number;
  /** The cursor of each page that can be requested. */
  readonly #cursors: (string | undefined)[] = [undefined];
  readonly #seen = new Set<string>();
  readonly #changed = new Map<string, SyncedItem['record']>();
  #page = 0;
  #pageCount = 0;
  #total: number | undefined;
  #newest: number | undefined;
  #trail = new PageTrail();
  #rereadCount = 0;
  #isCertain = true;

  /** After more than `maxItems` work items, the scan ends. */
  constructor(since: number | undefined, maxItems: number) {
    this.#since = since;
    this.#maxItems = maxItems;
  }

  /** Whether the scan has read more than `maxItems` work items. */
  get isTooLong(): boolean {
    return this.#seen.size > this.#maxItems;
  }

  /** Whether the scan has read all pages that it must read. False if their number or order did not become clear. */
  get isCertain(): boolean {
    return this.#isCertain;
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
    const countBefore = this.#seen.size;
    this.#addRows(rows);
    const mayContinue = this.#follow(pageIndex, next, countBefore);
    const deletedCount = Math.max(0, (this.#total ?? 0) - (total ?? this.#total ?? 0));
    this.#total = total;
    if (next !== undefined && !mayContinue) return true;
    if (deletedCount > 0 && pageIndex > 0) {
      if (this.#rereadCount <= this.#pageCount + MAX_REREAD_PAGES) {
        this.#page = Math.max(0, pageIndex - Math.ceil(deletedCount / PAGE_SIZE));
        return false;
      }
      this.#isCertain = false;
    }
    this.#page = pageIndex + 1;
    return !mayContinue || (this.#since !== undefined && !mayHaveMoreChanges(rows, this.#since));
  }

  #addRows(rows: readonly SyncedItem[]): void {
    const since = this.#since;
    for (const { record, isChanged } of rows) {
      this.#seen.add(record.id);
      if (isChanged || since === undefined || millisecondsOf(record.updated_at) > since)
        this.#changed.set(record.id, record);
    }
    this.#newest ??= largestOf(
      rows.map(({ record }) => millisecondsOf(record.updated_at)),
      since ?? 0,
    );
  }

  /** Stores the cursor after a page. Returns whether there is one that may be requested. */
  #follow(pageIndex: number, next: string | undefined, countBefore: number): boolean {
    if (pageIndex < this.#pageCount) this.#rereadCount += 1;
    else {
      this.#pageCount += 1;
      const trail = this.#trail.continueAt(next, countBefore, this.#seen.size, this.#maxItems);
      if (trail === undefined) {
        if (next !== undefined) this.#isCertain = false;
        return false;
      }
      this.#trail = trail;
    }
    if (next !== undefined) this.#cursors[pageIndex + 1] = next;
    return next !== undefined;
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
