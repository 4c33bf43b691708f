// Owns reading a successful answer by the row of the table that it answers. Pure.
import type { Operation } from '../../contract/operation.ts';
import type { RawAnswer } from '../call.ts';
import { isHtml, jsonOf, shorten, titleOf } from './errorText.ts';
import { readPage } from './pages.ts';
import { type Extent, type ReadsRecord, RecordReaders } from './records.ts';
import { locationIn } from './redirect.ts';

export type Reading =
  /**
   * What the row promises: a record, a page, an address or undefined. `trouble` says what was wrong with the first of
   * `skipped` records.
   */
  | { readonly ok: true; readonly value: unknown; readonly skipped: number; readonly trouble: string | undefined }
  /** Why it cannot be read, as the fault `unreadable` says it. */
  | { readonly ok: false; readonly detail: string };

/** What must be known of the request besides its row. */
export interface ReadRequest {
  /** The cursor that the page was asked with. */
  readonly cursor?: string | undefined;
  /** The address that was asked, for a `Location` that is relative. */
  readonly url?: string | undefined;
  /** Default `whole`. */
  readonly extent?: Extent;
}

function whole(value: unknown): Reading {
  return { ok: true, value, skipped: 0, trouble: undefined };
}

function unreadable(detail: string): Reading {
  return { ok: false, detail: shorten(detail) };
}

function readOne(json: unknown, readRecord: ReadsRecord): Reading {
  const read = readRecord(json);
  return read.ok ? whole(read.value) : unreadable(read.trouble);
}

/**
 * What a write answers with a list may be one record as well: servers differ in what they call the outcome of adding
 * several.
 */
function listIn(json: unknown, method: string, readRecord: ReadsRecord): unknown {
  return method !== 'GET' && readRecord(json).ok ? [json] : json;
}

function readList(json: unknown, cursor: string | undefined, readRecord: ReadsRecord): Reading {
  const read = readPage(json, cursor, readRecord);
  if (read === undefined) return unreadable('not a list');
  return { ok: true, value: read.page, skipped: read.page.skipped, trouble: read.trouble };
}

/**
 * Nothing is awaited, and a word in JSON does no harm. A page of somebody in between, such as a network that wants a
 * sign-in, is no success.
 */
function readNothing(answer: RawAnswer): Reading {
  if (isHtml(answer)) return unreadable(titleOf(answer.body) || 'HTML');
  return answer.body.trim() === '' || jsonOf(answer.body) !== undefined ? whole(undefined) : unreadable('not JSON');
}

/**
 * Reads an answer whose status is a success. Nothing at all is a record that is not there, and the outcome of a write
 * of several, but never a list.
 */
export function readAnswer(
  { method, returns }: Operation,
  answer: RawAnswer,
  { cursor, url, extent }: ReadRequest = {},
  readers: RecordReaders = new RecordReaders(),
): Reading {
  if (returns.shape === 'nothing') return readNothing(answer);
  if (returns.shape === 'redirect') {
    const location = locationIn(answer, url);
    return location === undefined ? unreadable('no address') : whole({ location });
  }
  const readRecord = readers.of(returns.schema, extent);
  const isList = returns.shape === 'page' || returns.shape === 'array';
  if (answer.body.trim() === '') {
    if (returns.shape === 'maybe') return whole(undefined);
    return isList && method !== 'GET' ? readList([], cursor, readRecord) : unreadable('empty answer');
  }
  if (isHtml(answer)) return unreadable(titleOf(answer.body) || 'HTML');
  const json = jsonOf(answer.body);
  if (json === undefined) return unreadable('not JSON');
  if (isList) return readList(listIn(json, method, readRecord), cursor, readRecord);
  return returns.shape === 'maybe' && json === null ? whole(undefined) : readOne(json, readRecord);
}
