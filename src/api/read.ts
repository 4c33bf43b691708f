// Owns reading a successful answer by the row of the table that it answers. Pure.
import type { z } from 'zod';
import type { Operation } from '../contract/operation.ts';
import type { RawAnswer } from './call.ts';
import { firstIssue } from './issues.ts';
import { readPage } from './pages.ts';
import { locationIn } from './redirect.ts';
import { isHtml, jsonOf, short, titleOf } from './words.ts';

export type Reading =
  /** What the row promises: a record, a page, an address or undefined. `trouble` says what was wrong with the first of `skipped` records. */
  | { readonly ok: true; readonly value: unknown; readonly skipped: number; readonly trouble: string | undefined }
  /** Why it cannot be read, as the fault `unreadable` says it. */
  | { readonly ok: false; readonly detail: string };

/** What must be known of the request besides its row. */
export interface Asked {
  /** The cursor that the page was asked with. */
  readonly cursor?: string | undefined;
  /** The address that was asked, for a `Location` that is relative. */
  readonly url?: string | undefined;
}

function whole(value: unknown): Reading {
  return { ok: true, value, skipped: 0, trouble: undefined };
}

function unreadable(detail: string): Reading {
  return { ok: false, detail: short(detail) };
}

function readOne(json: unknown, schema: z.ZodType): Reading {
  const read = schema.safeParse(json);
  return read.success ? whole(read.data) : unreadable(firstIssue(read.error.issues));
}

/** What a write answers with a list may be one record as well: servers differ in what they call the outcome of adding several. */
function listIn(json: unknown, method: string, schema: z.ZodType): unknown {
  return method !== 'GET' && schema.safeParse(json).success ? [json] : json;
}

function readList(json: unknown, cursor: string | undefined, schema: z.ZodType): Reading {
  const read = readPage(json, cursor, schema);
  if (read === undefined) return unreadable('not a list');
  return { ok: true, value: read.page, skipped: read.page.skipped, trouble: read.trouble };
}

/** Reads an answer whose status is a success. Nothing at all is a record that is not there, and the outcome of a write of several, but never a list. */
export function readAnswer({ method, returns }: Operation, answer: RawAnswer, { cursor, url }: Asked = {}): Reading {
  if (returns.shape === 'nothing') return whole(undefined);
  if (returns.shape === 'redirect') {
    const location = locationIn(answer, url);
    return location === undefined ? unreadable('no address') : whole({ location });
  }
  const isList = returns.shape === 'page' || returns.shape === 'array';
  if (answer.body.trim() === '') {
    if (returns.shape === 'maybe') return whole(undefined);
    return isList && method !== 'GET' ? readList([], cursor, returns.schema) : unreadable('empty answer');
  }
  if (isHtml(answer)) return unreadable(titleOf(answer.body) || 'HTML');
  const json = jsonOf(answer.body);
  if (json === undefined) return unreadable('not JSON');
  if (isList) return readList(listIn(json, method, returns.schema), cursor, returns.schema);
  return returns.shape === 'maybe' && json === null ? whole(undefined) : readOne(json, returns.schema);
}
