// Parses a successful response according to the table of operations. Pure.
import * as l10n from '@vscode/l10n';
import type { Operation } from '../../contract/operation.ts';
import type { RawResponse } from '../call.ts';
import { parseResponseJson, shorten } from './errorText.ts';
import { parsePage } from './pages.ts';
import { type FieldSelection, type RecordParser, RecordParsers } from './records.ts';
import { redirectLocation } from './redirect.ts';

export type ParseResult =
  /**
   * `value` is what the operation returns: a record, a page, a redirect or undefined. `skipped` is the number of
   * invalid records, and `firstProblem` describes the first invalid record.
   */
  | { readonly ok: true; readonly value: unknown; readonly skipped: number; readonly firstProblem: string | undefined }
  /** `detail` is why the response is invalid, for the fault `invalidResponse`. */
  | { readonly ok: false; readonly detail: string };

/** Properties of the request that are not in the table of operations. */
export interface ParseContext {
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

function successResult(value: unknown): ParseResult {
  return { ok: true, value, skipped: 0, firstProblem: undefined };
}

function invalidResult(detail: string): ParseResult {
  return { ok: false, detail: shorten(detail) };
}

function parseSingle(json: unknown, parseRecord: RecordParser): ParseResult {
  const parsed = parseRecord(json);
  return parsed.ok ? successResult(parsed.value) : invalidResult(parsed.problem);
}

/**
 * Returns a single record as a list, because some servers respond with a single record to a request that adds several
 * records, and open-source servers respond with a single record to a request for a list that is filtered by the
 * external id. Returns any other value unchanged.
 */
function wrapSingleRecord(json: unknown, { method, url }: ListRequest, parseRecord: RecordParser): unknown {
  const mayBeSingle = method !== 'GET' || (url !== undefined && /[?&]external_id=/.test(url));
  return mayBeSingle && parseRecord(json).ok ? [json] : json;
}

function parseList(json: unknown, cursor: string | undefined, parseRecord: RecordParser): ParseResult {
  const parsed = parsePage(json, cursor, parseRecord);
  if (parsed === undefined) return invalidResult(l10n.t('not a list'));
  return { ok: true, value: parsed.page, skipped: parsed.page.skipped, firstProblem: parsed.firstProblem };
}

/** Parses the response of an operation that returns nothing. JSON is accepted too. */
function parseEmptyResponse(response: RawResponse): ParseResult {
  return response.body.trim() === '' || parseResponseJson(response.body) !== undefined
    ? successResult(undefined)
    : invalidResult(l10n.t('not JSON'));
}

/**
 * Parses a response whose status is a success. An empty body is valid for the shape `maybe`, and for a request that
 * changes several records, but not for a GET of a list.
 */
export function parseResponse(
  { method, returns }: Operation,
  response: RawResponse,
  { cursor, url, fieldSelection }: ParseContext = {},
  parsers: RecordParsers = new RecordParsers(),
): ParseResult {
  if (returns.shape === 'nothing') return parseEmptyResponse(response);
  if (returns.shape === 'redirect') {
    const location = redirectLocation(response, url);
    return location === undefined ? invalidResult(l10n.t('no redirect URL')) : successResult({ location });
  }
  const parseRecord = parsers.get(returns.schema, fieldSelection);
  const isList = returns.shape === 'page' || returns.shape === 'array';
  if (response.body.trim() === '') {
    if (returns.shape === 'maybe') return successResult(undefined);
    return isList && method !== 'GET' ? parseList([], cursor, parseRecord) : invalidResult(l10n.t('empty response'));
  }
  const json = parseResponseJson(response.body);
  if (json === undefined) return invalidResult(l10n.t('not JSON'));
  if (isList) return parseList(wrapSingleRecord(json, { method, url }, parseRecord), cursor, parseRecord);
  return returns.shape === 'maybe' && json === null ? successResult(undefined) : parseSingle(json, parseRecord);
}
