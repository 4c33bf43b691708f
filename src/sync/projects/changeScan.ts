// Reads the work items of a project page by page, the last changed first, until nothing newer than a time remains.
import type { RowPage, SyncedRow } from '../../cache/resources/itemRows.ts';
import { instantOf } from '../../cache/resources/itemRows.ts';
import { PAGE_SIZE } from '../../contract/limits.ts';

/**
 * How far before the latest known change a scan reads, in milliseconds: a server can store a change a few seconds after
 * the time that it puts into `updated_at`.
 */
const OVERLAP_MS = 10_000;

/** Requests the page at a cursor. */
export type ReadRows = (cursor: string | undefined) => Promise<RowPage>;

/**
 * A scan can be interrupted between two pages, also for hours. A work item that changes in the meantime moves to the
 * first page, so all others move down, and none is missed. Only a deletion moves work items up, over the boundary of a
 * page that was read. The total shows that, so the scan goes back by as many pages as the deleted work items fill.
 */
export class ChangeScan {
  /** The instant of the latest known change, in milliseconds; undefined to read every work item. */
  readonly #since: number | undefined;
  /** The cursor of each page that can be requested. */
  readonly #cursors: (string | undefined)[] = [undefined];
  readonly #seen = new Set<string>();
  readonly #changed = new Map<string, SyncedRow['record']>();
  #page = 0;
  #pageCount = 0;
  #total: number | undefined;
  #newest: number | undefined;

  constructor(since: number | undefined) {
    this.#since = since;
  }

  /** The time of the latest change when the scan began. The next scan reads the changes since then. */
  get newest(): number {
    return this.#newest ?? this.#since ?? 0;
  }

  /** The ids of all work items of the pages. */
  get seen(): ReadonlySet<string> {
    return this.#seen;
  }

  /** The work items that have changed since the time, or that the cache did not know. */
  get changed(): ReadonlyMap<string, SyncedRow['record']> {
    return this.#changed;
  }

  /** The number of work items in the project, according to the last response. */
  get total(): number | undefined {
    return this.#total;
  }

  /** How many different pages have been read. */
  get pageCount(): number {
    return this.#pageCount;
  }

  /** Reads one page. Resolves with true after the last one. Rejects with the error of `readPage`; then call it again. */
  async readNext(readPage: ReadRows): Promise<boolean> {
    const index = this.#page;
    const { rows, next, total } = await readPage(this.#cursors[index]);
    const since = this.#since;
    for (const { record, isChanged } of rows) {
      this.#seen.add(record.id);
      if (isChanged || since === undefined || instantOf(record.updated_at) > since)
        this.#changed.set(record.id, record);
    }
    if (this.#newest === undefined)
      this.#newest = Math.max(since ?? 0, ...rows.map(({ record }) => instantOf(record.updated_at)));
    const deletedCount = Math.max(0, (this.#total ?? 0) - (total ?? this.#total ?? 0));
    this.#total = total;
    this.#pageCount = Math.max(this.#pageCount, index + 1);
    if (next !== undefined) this.#cursors[index + 1] = next;
    if (deletedCount > 0 && index > 0) {
      this.#page = Math.max(0, index - Math.ceil(deletedCount / PAGE_SIZE));
      return false;
    }
    this.#page = index + 1;
    return next === undefined || (since !== undefined && !mayContinue(rows, since));
  }
}

/** Whether the pages after one with these rows can contain changes after `since`. */
function mayContinue(rows: readonly SyncedRow[], since: number): boolean {
  const oldest = rows.at(-1);
  if (oldest === undefined) return false;
  const oldestInstant = instantOf(oldest.record.updated_at);
  if (oldestInstant > since) return true;
  // Within the overlap, and after the clock of the server was set back, a page of known versions ends the scan.
  return (
    rows.some(({ record, isChanged }) => isChanged && instantOf(record.updated_at) <= since) &&
    (oldestInstant > since - OVERLAP_MS || oldest.isChanged)
  );
}
