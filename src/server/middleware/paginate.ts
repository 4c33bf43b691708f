// Pages lists: the rows that a request selects, and the envelope around them (§4, Pagination).
import { type Cursor, formatCursor, parseCursor } from '../../contract/cursor.ts';
import type { Envelope } from '../../contract/page.ts';
import type { ListQuery } from '../database/store.ts';
import { type Paging, pagingOf } from '../dialect.ts';
import { badRequest } from '../refusal.ts';

/** The rows of one page. */
export interface Window {
  readonly size: number;
  readonly skip: number;
}

type Query = Readonly<Record<string, string | undefined>>;

/**
 * Returns the rows that a query selects. The page size in a cursor applies unless `per_page` is sent as well; `limit`
 * and `offset` apply if the operation has them and no cursor is sent.
 * @throws Refusal 400 for values that are not numbers or out of range.
 */
export function windowOf(query: Query, takesLimit: boolean, paging: Paging = pagingOf('spec')): Window {
  const { usualSize, largestSize, heeds } = paging;
  const perPage = pageSize(query, 'per_page', paging);
  const limit = takesLimit && heeds ? pageSize(query, 'limit', paging) : undefined;
  const offset = takesLimit && heeds ? wholeNumber(query, 'offset', paging) : undefined;
  const cursor = cursorOf(query['cursor'], largestSize);
  if (cursor !== undefined) {
    const size = perPage ?? (heeds ? cursor.value : usualSize);
    return { size, skip: size * cursor.offset };
  }
  return { size: limit ?? perPage ?? usualSize, skip: offset ?? 0 };
}

function wholeNumber(query: Query, name: string, { tooSmall }: Paging): number | undefined {
  const text = query[name];
  if (text === undefined) return undefined;
  if (!/^-?\d{1,9}$/.test(text)) throw badRequest(`Invalid ${name} parameter.`);
  const value = Number(text);
  if (value < 0) throw tooSmall(`Invalid ${name} value. Cannot be negative.`);
  return value;
}

function pageSize(query: Query, name: string, paging: Paging): number | undefined {
  const largest = paging.largestSize;
  const value = wholeNumber(query, name, paging);
  if (value === 0) throw paging.tooSmall(`Invalid ${name} value. Must be at least 1.`);
  if (value !== undefined && value > largest) throw badRequest(`Invalid ${name} value. Cannot exceed ${largest}.`);
  return value;
}

function cursorOf(text: string | undefined, largest: number): Cursor | undefined {
  if (text === undefined || text === '') return undefined;
  const cursor = parseCursor(text);
  if (cursor === undefined || cursor.value < 1 || cursor.value > largest) throw badRequest('Invalid cursor parameter.');
  return cursor;
}

/**
 * Reads one page. `next_cursor` stays set on the last page, where `next_page_results` is false. After an `offset`
 * between two pages, the cursors lead to whole pages, so that adjacent pages overlap and no record is skipped.
 */
export function paginate<T>(listing: ListQuery<T>, window: Window, paging: Paging = pagingOf('spec')): Envelope<T> {
  const total = listing.count();
  const results = listing.read(window.size, window.skip);
  return { ...about(window, paging, total, results.length), results };
}

/**
 * Returns the same page as JSON in UTF-8, of records that are sent as they are stored; undefined if the list does not
 * store them so.
 */
export function memoizedPage(
  listing: ListQuery<unknown>,
  window: Window,
  paging: Paging,
): Uint8Array<ArrayBuffer> | undefined {
  const kept = listing.kept?.(window.size, window.skip);
  if (kept === undefined) return undefined;
  const before = `${JSON.stringify(about(window, paging, listing.count(), kept.count)).slice(0, -1)},"results":[`;
  return Buffer.concat([Buffer.from(before), kept.json, Buffer.from(']}')]);
}

/** Returns the envelope without its results. */
function about({ size, skip }: Window, paging: Paging, total: number, count: number): Omit<Envelope<never>, 'results'> {
  const hasPrevious = skip > 0;
  return {
    next_cursor: formatCursor({ value: size, offset: Math.floor(skip / size) + 1, isPrev: false }),
    prev_cursor: hasPrevious
      ? formatCursor({ value: size, offset: Math.ceil(skip / size) - 1, isPrev: true })
      : paging.beforeFirst(size),
    next_page_results: skip + count < total && count > 0,
    prev_page_results: hasPrevious,
    count,
    total_pages: Math.ceil(total / size),
    total_results: total,
    extra_stats: null,
  };
}
