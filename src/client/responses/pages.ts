// Reads a list in any form: envelope, bare array, or an envelope inside an array. Pure.
import type { Page } from '../../contract/page.ts';
import { numeric } from '../../contract/wire.ts';
import { isRecord } from './errorText.ts';
import type { ReadsRecord } from './records.ts';

export interface ReadPage {
  readonly page: Page<unknown>;
  /** What is wrong with the first record that was skipped. */
  readonly trouble: string | undefined;
}

interface Envelope {
  readonly results: readonly unknown[];
  readonly [field: string]: unknown;
}

function isEnvelope(value: unknown): value is Envelope {
  return isRecord(value) && Array.isArray(value['results']);
}

/** Returns the envelope in the body; undefined when the body is not a list. */
function envelopeIn(json: unknown): Envelope | undefined {
  if (isEnvelope(json)) return json;
  if (!Array.isArray(json)) return undefined;
  const only: unknown = json.length === 1 ? json[0] : undefined;
  return isEnvelope(only) ? only : { results: json, total_results: json.length };
}

/** Only the boolean reliably marks the end; an empty page or a cursor that leads to itself ends the list too. */
function nextCursor(envelope: Envelope, asked: string | undefined): string | undefined {
  const { next_cursor: next, next_page_results: more, results } = envelope;
  return more === true && typeof next === 'string' && next !== '' && next !== asked && results.length > 0
    ? next
    : undefined;
}

/**
 * Reads each record on its own, so that an invalid one does not invalidate the page. Returns undefined when the body is
 * not a list.
 */
export function readPage(json: unknown, asked: string | undefined, readRecord: ReadsRecord): ReadPage | undefined {
  const envelope = envelopeIn(json);
  if (envelope === undefined) return undefined;
  const results: unknown[] = [];
  let trouble: string | undefined;
  for (const [index, one] of envelope.results.entries()) {
    const read = readRecord(one);
    if (read.ok) results.push(read.value);
    else trouble ??= `results.${index}.${read.trouble}`;
  }
  const total = numeric.safeParse(envelope['total_results']);
  const page = {
    results,
    next: nextCursor(envelope, asked),
    total: total.success ? total.data : undefined,
    skipped: envelope.results.length - results.length,
  };
  return { page, trouble };
}
