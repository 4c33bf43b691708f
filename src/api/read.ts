// Owns reading a successful answer by the row of the table that it answers. Pure.
import type { Operation } from '../contract/operation.ts';
import type { RawAnswer } from './call.ts';
import { firstIssue } from './issues.ts';
import { readPage } from './pages.ts';
import { isHtml, jsonOf, short, titleOf } from './words.ts';

export type Reading =
  /** What the row promises: a record, a page or undefined. `trouble` says what was wrong with the first of `skipped` records. */
  | { readonly ok: true; readonly value: unknown; readonly skipped: number; readonly trouble: string | undefined }
  /** Why it cannot be read, as the fault `unreadable` says it. */
  | { readonly ok: false; readonly detail: string };

function whole(value: unknown): Reading {
  return { ok: true, value, skipped: 0, trouble: undefined };
}

/** Reads an answer whose status is a success. `asked` is the cursor that the page was asked with. */
export function readAnswer({ returns }: Operation, answer: RawAnswer, asked: string | undefined): Reading {
  const unreadable = (detail: string): Reading => ({ ok: false, detail: short(detail) });
  if (returns.shape === 'nothing') return whole(undefined);
  if (answer.body.trim() === '') return unreadable('empty answer');
  if (isHtml(answer)) return unreadable(titleOf(answer.body) || 'HTML');
  const json = jsonOf(answer.body);
  if (json === undefined) return unreadable('not JSON');
  if (returns.shape === 'one') {
    const read = returns.schema.safeParse(json);
    return read.success ? whole(read.data) : unreadable(firstIssue(read.error.issues));
  }
  const read = readPage(json, asked, returns.schema);
  if (read === undefined) return unreadable('not a list');
  return { ok: true, value: read.page, skipped: read.page.skipped, trouble: read.trouble };
}
