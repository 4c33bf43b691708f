// Reads a successful response by its row of the table of operations. Pure.
import * as l10n from '@vscode/l10n';
import type { Operation } from '../../contract/operation.ts';
import type { RawAnswer } from '../call.ts';
import { isHtml, jsonOf, shorten, titleOf } from './errorText.ts';
import { readPage } from './pages.ts';
import { type Extent, type ReadsRecord, RecordReaders } from './records.ts';
import { locationIn } from './redirect.ts';

export type Reading =
  /**
   * The value that the row declares: a record, a page, an address or undefined. `trouble` describes what is wrong with
   * the first of `skipped` records.
   */
  | { readonly ok: true; readonly value: unknown; readonly skipped: number; readonly trouble: string | undefined }
  /** Why it cannot be read, as the detail of the fault `invalidResponse`. */
  | { readonly ok: false; readonly detail: string };

/** Facts of the request that its row does not have. */
export interface ReadRequest {
  /** The cursor of the requested page. */
  readonly cursor?: string | undefined;
  /** Address of the request, to resolve a relative `Location`. */
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
 * A write that should answer with a list may also answer with one record: servers differ in how they report that
 * several were added.
 */
function listIn(json: unknown, method: string, readRecord: ReadsRecord): unknown {
  return method !== 'GET' && readRecord(json).ok ? [json] : json;
}

function readList(json: unknown, cursor: string | undefined, readRecord: ReadsRecord): Reading {
  const read = readPage(json, cursor, readRecord);
  if (read === undefined) return unreadable(l10n.t('not a list'));
  return { ok: true, value: read.page, skipped: read.page.skipped, trouble: read.trouble };
}

/**
 * No content is expected; JSON is accepted. HTML from another party, for example the sign-in page of a network, is not
 * a success.
 */
function readNothing(answer: RawAnswer): Reading {
  if (isHtml(answer)) return unreadable(titleOf(answer.body) || 'HTML');
  return answer.body.trim() === '' || jsonOf(answer.body) !== undefined
    ? whole(undefined)
    : unreadable(l10n.t('not JSON'));
}

/**
 * Reads a response whose status is a success. An empty body is valid for a record that may be absent, and for a write
 * of several records, but never for a list.
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
    return location === undefined ? unreadable(l10n.t('no address')) : whole({ location });
  }
  const readRecord = readers.of(returns.schema, extent);
  const isList = returns.shape === 'page' || returns.shape === 'array';
  if (answer.body.trim() === '') {
    if (returns.shape === 'maybe') return whole(undefined);
    return isList && method !== 'GET' ? readList([], cursor, readRecord) : unreadable(l10n.t('empty response'));
  }
  if (isHtml(answer)) return unreadable(titleOf(answer.body) || 'HTML');
  const json = jsonOf(answer.body);
  if (json === undefined) return unreadable(l10n.t('not JSON'));
  if (isList) return readList(listIn(json, method, readRecord), cursor, readRecord);
  return returns.shape === 'maybe' && json === null ? whole(undefined) : readOne(json, readRecord);
}
