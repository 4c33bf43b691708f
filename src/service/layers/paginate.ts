// Owns paging: which rows a request asks for, and the envelope around them (§4, Pagination).
import { type Cursor, formatCursor, parseCursor } from '../../contract/cursor.ts';
import { MAX_PAGE_SIZE, PAGE_SIZE } from '../../contract/limits.ts';
import type { Envelope } from '../../contract/page.ts';
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
export function windowOf(query: Query, takesLimit: boolean): Window {
  const perPage = pageSize(query, 'per_page');
  const limit = takesLimit ? pageSize(query, 'limit') : undefined;
  const offset = takesLimit ? wholeNumber(query, 'offset') : undefined;
  const cursor = cursorOf(query['cursor']);
  if (cursor !== undefined) {
    const size = perPage ?? cursor.value;
    return { size, skip: size * cursor.offset };
  }
  return { size: limit ?? perPage ?? PAGE_SIZE, skip: offset ?? 0 };
}

function wholeNumber(query: Query, name: string): number | undefined {
  const text = query[name];
  if (text === undefined) return undefined;
  if (!/^-?\d{1,9}$/.test(text)) throw badRequest(`Invalid ${name} parameter.`);
  const value = Number(text);
  if (value < 0) throw badRequest(`Invalid ${name} value. Cannot be negative.`);
  return value;
}

function pageSize(query: Query, name: string): number | undefined {
  const value = wholeNumber(query, name);
  if (value === 0) throw badRequest(`Invalid ${name} value. Must be at least 1.`);
  if (value !== undefined && value > MAX_PAGE_SIZE) throw badRequest(`Invalid ${name} value. Cannot exceed ${MAX_PAGE_SIZE}.`);
  return value;
}

function cursorOf(text: string | undefined): Cursor | undefined {
  if (text === undefined || text === '') return undefined;
  const cursor = parseCursor(text);
  if (cursor === undefined || cursor.value < 1 || cursor.value > MAX_PAGE_SIZE) throw badRequest('Invalid cursor parameter.');
  return cursor;
}

/**
 * Reads one page. `next_cursor` stays set on the last page, where `next_page_results` is false. From an `offset` between two pages the
 * cursors lead to whole pages, so neighbours overlap and nothing is passed over.
 */
export function paginate<T>(listing: Listing<T>, { size, skip }: Window): Envelope<T> {
  const total = listing.count();
  const results = listing.read(size, skip);
  const hasPrevious = skip > 0;
  return {
    next_cursor: formatCursor({ value: size, offset: Math.floor(skip / size) + 1, isPrev: false }),
    prev_cursor: hasPrevious ? formatCursor({ value: size, offset: Math.ceil(skip / size) - 1, isPrev: true }) : '',
    next_page_results: skip + results.length < total && results.length > 0,
    prev_page_results: hasPrevious,
    count: results.length,
    total_pages: Math.ceil(total / size),
    total_results: total,
    extra_stats: null,
    results,
  };
}
