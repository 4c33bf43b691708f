// Parses a successful response according to the table of operations. Pure.
import * as l10n from '@vscode/l10n';
import type { Operation } from '../../contract/operation.ts';
import type { RawResponse } from '../call.ts';
import { isHtml, parseResponseJson, shorten, titleOf } from './errorText.ts';
import { parsePage } from './pages.ts';
import { type FieldSelection, type RecordParser, RecordReaders } from './records.ts';
import { redirectLocation } from './redirect.ts';

export type ReadResult =
  /**
   * `value` is what the operation returns: a record, a page, a redirect or undefined. `skipped` is the number of
   * invalid records, and `firstProblem` describes the first invalid record.
   */
  | { readonly ok: true; readonly value: unknown; readonly skipped: number; readonly firstProblem: string | undefined }
  /** `detail` is why the response is invalid, for the fault `invalidResponse`. */
  | { readonly ok: false; readonly detail: string };

/** Properties of the request that are not in the table of operations. */
export interface ReadRequest {
  /** The cursor of the requested page. */
  readonly cursor?: string | undefined;
  /** URL of the request. A relative `Location` in the response is resolved against it. */
  readonly url?: string | undefined;
  /** Which fields a record must have. Default `allFields`. */
  readonly fieldSelection?: FieldSelection;
}

interface ListRequest {
  readonly method: string;
  readonly url: string | undefined;
}

function success(value: unknown): ReadResult {
  return { ok: true, value, skipped: 0, firstProblem: undefined };
}

function invalid(detail: string): ReadResult {
  return { ok: false, detail: shorten(detail) };
}

function readSingle(json: unknown, readRecord: RecordParser): ReadResult {
  const parsed = readRecord(json);
  return parsed.ok ? success(parsed.value) : invalid(parsed.problem);
}

/**
 * Returns a single record as a list, because some servers respond with a single record to a request that adds several
 * records, and open-source servers respond with a single record to a request for a list that is filtered by the
 * external id. Returns any other value unchanged.
 */
function wrapSingleRecord(json: unknown, { method, url }: ListRequest, readRecord: RecordParser): unknown {
  const mayBeSingle = method !== 'GET' || (url !== undefined && new URL(url).searchParams.has('external_id'));
  return mayBeSingle && readRecord(json).ok ? [json] : json;
}

function readList(json: unknown, cursor: string | undefined, readRecord: RecordParser): ReadResult {
  const parsed = parsePage(json, cursor, readRecord);
  if (parsed === undefined) return invalid(l10n.t('not a list'));
  return { ok: true, value: parsed.page, skipped: parsed.page.skipped, firstProblem: parsed.firstProblem };
}

/**
 * Parses the response of an operation that returns nothing. JSON is accepted too, but not HTML, which may be the
 * sign-in page of a network.
 */
function readEmptyResponse(response: RawResponse): ReadResult {
  if (isHtml(response)) return invalid(titleOf(response.body) || 'HTML');
  return response.body.trim() === '' || parseResponseJson(response.body) !== undefined
    ? success(undefined)
    : invalid(l10n.t('not JSON'));
}

/**
 * Parses a response whose status is a success. An empty body is valid for the shape `maybe`, and for a request that
 * changes several records, but not for a GET of a list.
 */
export function parseResponse(
  { method, returns }: Operation,
  response: RawResponse,
  { cursor, url, fieldSelection }: ReadRequest = {},
  readers: RecordReaders = new RecordReaders(),
): ReadResult {
  if (returns.shape === 'nothing') return readEmptyResponse(response);
  if (returns.shape === 'redirect') {
    const location = redirectLocation(response, url);
    return location === undefined ? invalid(l10n.t('no redirect URL')) : success({ location });
  }
  const readRecord = readers.get(returns.schema, fieldSelection);
  const isList = returns.shape === 'page' || returns.shape === 'array';
  if (response.body.trim() === '') {
    if (returns.shape === 'maybe') return success(undefined);
    return isList && method !== 'GET' ? readList([], cursor, readRecord) : invalid(l10n.t('empty response'));
  }
  if (isHtml(response)) return invalid(titleOf(response.body) || 'HTML');
  const json = parseResponseJson(response.body);
  if (json === undefined) return invalid(l10n.t('not JSON'));
  if (isList) return readList(wrapSingleRecord(json, { method, url }, readRecord), cursor, readRecord);
  return returns.shape === 'maybe' && json === null ? success(undefined) : readSingle(json, readRecord);
}
