// Reads the last page first if the server sends a list oldest first, so that the newest records are loaded first.
import { formatCursor, parseCursor } from '../../../contract/cursor.ts';
import type { Page } from '../../../contract/page.ts';
import type { PageReader } from './cachedList.ts';

interface DatedRecord {
  /** Timestamp (ISO 8601). */
  readonly created_at?: string | null | undefined;
}

/**
 * Returns a function that reads the last page first, and then the pages before it. The first call requests the first
 * page too, because the total on it is needed to find the last page. If the list has only two pages, the first call
 * returns both. A list that the server sends newest first or without a total is read from its first page.
 */
export function lastPageFirst<R extends DatedRecord>(readPage: PageReader<R>): PageReader<R> {
  return async (owner, query, options) => {
    const earlierPageCursor = parseCursorOfEarlierPage(query.cursor);
    if (earlierPageCursor !== undefined) {
      const cursor = formatCursor({ ...earlierPageCursor, isPrev: false });
      const response = await readPage(owner, earlierPageCursor.offset === 0 ? {} : { cursor }, options);
      return { ...response, next: cursorOfPageBefore(earlierPageCursor.value, earlierPageCursor.offset) };
    }
    const firstPage = await readPage(owner, query, options);
    const lastPagePosition = query.cursor === undefined ? positionOfLastPage(firstPage) : undefined;
    if (lastPagePosition === undefined) return firstPage;
    const response = await readPage(owner, { cursor: formatCursor({ ...lastPagePosition, isPrev: false }) }, options);
    const total = response.total ?? firstPage.total;
    if (lastPagePosition.offset > 1)
      return { ...response, total, next: cursorOfPageBefore(lastPagePosition.value, lastPagePosition.offset) };
    const results = [...firstPage.results, ...response.results];
    return { results, total, next: undefined, skipped: firstPage.skipped + response.skipped };
  };
}

/**
 * Whether the list is read from its last page, so that the page with this cursor contains earlier records than the
 * loaded pages.
 */
export function isCursorOfEarlierPage(cursor: string): boolean {
  return parseCursorOfEarlierPage(cursor) !== undefined;
}

function parseCursorOfEarlierPage(cursor: string | undefined) {
  const parsed = cursor === undefined ? undefined : parseCursor(cursor);
  return parsed?.isPrev === true ? parsed : undefined;
}

/**
 * Returns the cursor of the page before the page with this number (`offset`); undefined for the first page. Its flag
 * `isPrev`, which servers ignore, shows that the list is read from its last page.
 */
function cursorOfPageBefore(value: number, offset: number): string | undefined {
  return offset > 0 ? formatCursor({ value, offset: offset - 1, isPrev: true }) : undefined;
}

/**
 * Returns the page size (`value`) and the page number (`offset`) for the cursor of the last page; undefined if the list
 * is read from its first page.
 */
function positionOfLastPage<R extends DatedRecord>({ results, next, total, skipped }: Page<R>) {
  const cursor = next === undefined ? undefined : parseCursor(next);
  const size = results.length + skipped;
  if (cursor === undefined || cursor.offset !== 1 || total === undefined || total <= size) return undefined;
  return isOldestFirst(results) ? { value: cursor.value, offset: Math.ceil(total / size) - 1 } : undefined;
}

function isOldestFirst(results: readonly DatedRecord[]): boolean {
  const [first, last] = [results[0], results.at(-1)].map((record) => Date.parse(record?.created_at ?? ''));
  return first !== undefined && last !== undefined && first < last;
}
