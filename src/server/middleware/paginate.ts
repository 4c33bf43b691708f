// Paginates lists: which records a page contains, and the envelope around them (specification §4).
import { type Cursor, formatCursor, parseCursor } from '../../contract/cursor.ts';
import type { Envelope } from '../../contract/page.ts';
import type { ListQuery } from '../database/database.ts';
import { type Paging, pagingOf } from '../http/dialect.ts';
import { invalidQueryOrJson } from '../http/httpError.ts';

/** The position of a page in its list: `size` records after the first `skip` records. */
export interface PageRange {
  readonly size: number;
  readonly skip: number;
}

type Query = Readonly<Record<string, string | undefined>>;

/**
 * Returns the page that a query requests. The page size in a cursor applies unless the query also contains `per_page`.
 * `limit` and `offset` apply if the operation supports them and the query contains no cursor.
 * @throws HttpError 400 for a value that is not a number or out of range.
 */
export function pageRangeOf(query: Query, supportsLimit: boolean, paging: Paging = pagingOf('spec')): PageRange {
  const perPage = parsePageSize(query, 'per_page', paging);
  const limit = supportsLimit && paging.honorsLimitAndOffset ? parsePageSize(query, 'limit', paging) : undefined;
  const offset = supportsLimit && paging.honorsLimitAndOffset ? parseWholeNumber(query, 'offset', paging) : undefined;
  const cursor = parseCursorParameter(query['cursor'], paging.maxPageSize);
  if (cursor !== undefined) {
    const size = perPage ?? (paging.honorsLimitAndOffset ? cursor.value : paging.defaultPageSize);
    return { size, skip: size * cursor.offset };
  }
  return { size: limit ?? perPage ?? paging.defaultPageSize, skip: offset ?? 0 };
}

function parseWholeNumber(query: Query, name: string, paging: Paging): number | undefined {
  const text = query[name];
  if (text === undefined) return undefined;
  if (!/^-?\d{1,9}$/.test(text)) throw invalidQueryOrJson(`Invalid ${name} parameter.`);
  const value = Number(text);
  if (value < 0) throw paging.createTooSmallError(`Invalid ${name} value. Cannot be negative.`);
  return value;
}

function parsePageSize(query: Query, name: string, paging: Paging): number | undefined {
  const maxSize = paging.maxPageSize;
  const value = parseWholeNumber(query, name, paging);
  if (value === 0) throw paging.createTooSmallError(`Invalid ${name} value. Must be at least 1.`);
  if (value !== undefined && value > maxSize)
    throw invalidQueryOrJson(`Invalid ${name} value. Cannot exceed ${maxSize}.`);
  return value;
}

function parseCursorParameter(text: string | undefined, maxSize: number): Cursor | undefined {
  if (text === undefined || text === '') return undefined;
  const cursor = parseCursor(text);
  if (cursor === undefined || cursor.value < 1 || cursor.value > maxSize)
    throw invalidQueryOrJson('Invalid cursor parameter.');
  return cursor;
}

/**
 * Reads one page. The last page also has a `next_cursor`, but its `next_page_results` is false. If `skip` is not a
 * multiple of the page size, the cursors refer to the adjacent multiples, so pages overlap and no record is missed.
 */
export function paginate<T>(list: ListQuery<T>, pageRange: PageRange, paging: Paging = pagingOf('spec')): Envelope<T> {
  const total = list.count();
  const results = list.read(pageRange.size, pageRange.skip);
  return { ...envelopeFields(pageRange, paging, total, results.length), results };
}

/**
 * Returns the same page as `paginate`, as JSON in UTF-8, without parsing the stored records. Undefined if the list does
 * not consist of stored records.
 */
export function pageAsJson(
  list: ListQuery<unknown>,
  pageRange: PageRange,
  paging: Paging,
): Uint8Array<ArrayBuffer> | undefined {
  const storedPage = list.readStoredJson?.(pageRange.size, pageRange.skip);
  if (storedPage === undefined) return undefined;
  const start = `${JSON.stringify(envelopeFields(pageRange, paging, list.count(), storedPage.count)).slice(0, -1)},"results":[`;
  return Buffer.concat([Buffer.from(start), storedPage.json, Buffer.from(']}')]);
}

/** Returns all fields of the envelope except `results`. */
function envelopeFields(
  { size, skip }: PageRange,
  paging: Paging,
  total: number,
  count: number,
): Omit<Envelope<never>, 'results'> {
  const hasPrevious = skip > 0;
  return {
    next_cursor: formatCursor({ value: size, offset: Math.floor(skip / size) + 1, isPrev: false }),
    prev_cursor: hasPrevious
      ? formatCursor({ value: size, offset: Math.ceil(skip / size) - 1, isPrev: true })
      : paging.firstPrevCursor(size),
    next_page_results: skip + count < total && count > 0,
    prev_page_results: hasPrevious,
    count,
    total_pages: Math.ceil(total / size),
    total_results: total,
    extra_stats: null,
  };
}
