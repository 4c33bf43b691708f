// Parses a page of a list, which is an object with results or an array, depending on the server.
import type { Page } from '../../contract/page.ts';
import { numeric } from '../../contract/schema/wire.ts';
import { isJsonObject } from './errorText.ts';
import type { RecordParser } from './records.ts';

export interface ParsedPage {
  readonly page: Page<unknown>;
  /** What is wrong with the first invalid record. */
  readonly firstProblem: string | undefined;
}

interface PageObject {
  readonly results: readonly unknown[];
  readonly [field: string]: unknown;
}

function isPageObject(value: unknown): value is PageObject {
  return isJsonObject(value) && Array.isArray(value['results']);
}

/** Returns the object with the results; undefined when the body is not a list. */
function pageObjectIn(json: unknown): PageObject | undefined {
  if (isPageObject(json)) return json;
  if (!Array.isArray(json)) return undefined;
  const singleElement: unknown = json.length === 1 ? json[0] : undefined;
  return isPageObject(singleElement) ? singleElement : { results: json, total_results: json.length };
}

/**
 * Returns the cursor of the next page; undefined on the last page. `next_page_results` must be true, because a server
 * may send a cursor on the last page too. An empty page and a repeated cursor also end the list.
 */
function nextCursor(pageObject: PageObject, requestedCursor: string | undefined): string | undefined {
  const { next_cursor: next, next_page_results: hasMore, results } = pageObject;
  return hasMore === true && typeof next === 'string' && next !== '' && next !== requestedCursor && results.length > 0
    ? next
    : undefined;
}

/**
 * Parses the records one by one, and leaves out invalid records. Returns undefined when the body is not a list.
 */
export function parsePage(
  json: unknown,
  requestedCursor: string | undefined,
  parseRecord: RecordParser,
): ParsedPage | undefined {
  const pageObject = pageObjectIn(json);
  if (pageObject === undefined) return undefined;
  const results: unknown[] = [];
  let firstProblem: string | undefined;
  for (const [index, record] of pageObject.results.entries()) {
    const parsed = parseRecord(record);
    if (parsed.ok) results.push(parsed.value);
    else firstProblem ??= `results.${index}.${parsed.problem}`;
  }
  const total = numeric.safeParse(pageObject['total_results']);
  const page = {
    results,
    next: nextCursor(pageObject, requestedCursor),
    total: total.success ? total.data : undefined,
    skipped: pageObject.results.length - results.length,
  };
  return { page, firstProblem };
}
