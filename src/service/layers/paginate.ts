// Owns paging: which rows a request asks for, and the envelope around them (§4, Pagination).
import { type Cursor, formatCursor, parseCursor } from '../../contract/cursor.ts';
import type { Envelope } from '../../contract/page.ts';
import { type Paging, pagingOf } from '../dialect.ts';
import { badRequest } from '../refusal.ts';
import type { Listing } from '../store.ts';

/** The rows of one page. */
export interface Window {
  readonly size: number;
  readonly skip: number;
}

type Query = Readonly<Record<string, string | undefined>>;

/**
 * The rows that a query asks for. A cursor's own page size counts unless `per_page` is given beside it; `limit` and `offset` count where the
 * operation has them and no cursor is given. Refuses numbers that are none or out of range.
 */
export function windowOf(query: Query, takesLimit: boolean, paging: Paging = pagingOf('spec')): Window {
  const { usualSize, largestSize, heeds } = paging;
  const perPage = pageSize(query, 'per_page', largestSize);
  const limit = takesLimit && heeds ? pageSize(query, 'limit', largestSize) : undefined;
  const offset = takesLimit && heeds ? wholeNumber(query, 'offset') : undefined;
  const cursor = cursorOf(query['cursor'], largestSize);
  if (cursor !== undefined) {
    const size = perPage ?? (heeds ? cursor.value : usualSize);
    return { size, skip: size * cursor.offset };
  }
  return { size: limit ?? perPage ?? usualSize, skip: offset ?? 0 };
}

function wholeNumber(query: Query, name: string): number | undefined {
  const text = query[name];
  if (text === undefined) return undefined;
  if (!/^-?\d{1,9}$/.test(text)) throw badRequest(`Invalid ${name} parameter.`);
  const value = Number(text);
  if (value < 0) throw badRequest(`Invalid ${name} value. Cannot be negative.`);
  return value;
}

function pageSize(query: Query, name: string, largest: number): number | undefined {
  const value = wholeNumber(query, name);
  if (value === 0) throw badRequest(`Invalid ${name} value. Must be at least 1.`);
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
 * Reads one page. `next_cursor` stays set on the last page, where `next_page_results` is false. From an `offset` between two pages the
 * cursors lead to whole pages, so neighbours overlap and nothing is passed over.
 */
export function paginate<T>(listing: Listing<T>, { size, skip }: Window, paging: Paging = pagingOf('spec')): Envelope<T> {
  const total = listing.count();
  const results = listing.read(size, skip);
  const hasPrevious = skip > 0;
  return {
    next_cursor: formatCursor({ value: size, offset: Math.floor(skip / size) + 1, isPrev: false }),
    prev_cursor: hasPrevious ? formatCursor({ value: size, offset: Math.ceil(skip / size) - 1, isPrev: true }) : paging.beforeFirst(size),
    next_page_results: skip + results.length < total && results.length > 0,
    prev_page_results: hasPrevious,
    count: results.length,
    total_pages: Math.ceil(total / size),
    total_results: total,
    extra_stats: null,
    results,
  };
}
