// Owns paging: which rows a request asks for, and the envelope around them (§4, Pagination).
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
 * The rows that a query asks for. A cursor's own page size counts unless `per_page` is given beside it; `limit` and
 * `offset` count where the operation has them and no cursor is given. Refuses numbers that are none or out of range.
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
 * Reads one page. `next_cursor` stays set on the last page, where `next_page_results` is false. From an `offset`
 * between two pages the cursors lead to whole pages, so neighbours overlap and nothing is passed over.
 */
export function paginate<T>(listing: ListQuery<T>, window: Window, paging: Paging = pagingOf('spec')): Envelope<T> {
  const total = listing.count();
  const results = listing.read(window.size, window.skip);
  return { ...about(window, paging, total, results.length), results };
}

/**
 * The same page as JSON in UTF-8, of records that go out as they are kept; undefined where the list does not keep them
 * so.
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

/** The envelope without its results. */
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
