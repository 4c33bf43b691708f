// Computes fingerprints that are equal for a value and for what a server makes of it. Pure.
import { createHash } from 'node:crypto';
import { readHtml } from '../../std/htmlTokens.ts';
import { oneLine } from '../../std/truncate.ts';
import type { FieldSpec } from '../fields/fieldSpec.ts';
import { toRequestValue } from '../fields/values.ts';
import type { FieldValue } from '../protocol/fields.ts';

/** Attributes that change what the user sees. Servers drop, add and reorder the others (API-FACTS G). */
const TELLING =
  'src href entity_identifier data-checked checked start colspan rowspan class style data-text-color data-background-color data-background'.split(
    ' ',
  );
/** Servers drop all other addresses. */
const KEPT_ADDRESS = /^(?:https?:|mailto:|tel:|[/#])/i;
/** Elements that servers wrap around texts. */
const WRAPPERS = new Set(['div', 'span']);

/**
 * Returns a hash of the value that is sent for a field. Ignores the order of lists, surrounding whitespace, and the
 * formatting of markup.
 */
export function fingerprint(spec: FieldSpec, value: FieldValue): string {
  const sent = toRequestValue(spec, value);
  const body = 'problem' in sent ? value : sent.value;
  if (spec.kind === 'richText') return fingerprintOfHtml(typeof body === 'string' ? body : '');
  if (Array.isArray(body)) return digest([...(body as unknown[])].map(String).sort());
  return typeof body === 'string' ? fingerprintOfText(body) : digest(sorted(body ?? ''));
}

function fingerprintOfText(text: string): string {
  return digest(text.trim());
}

export function fingerprintOfHtml(html: string): string {
  return digest(contentOf(html));
}

/** Returns the texts, elements and attributes in TELLING, in order; empty if the HTML has no visible content. */
function contentOf(html: string): readonly string[] {
  const content: string[] = [];
  let hasContent = false;
  let text = '';
  const endText = (): void => {
    const words = oneLine(text);
    if (words !== '') content.push(words);
    hasContent ||= words !== '';
    text = '';
  };
  readHtml(html, {
    open: (name, attributes) => {
      const telling = TELLING.flatMap((one) => {
        const value = attributes.get(one);
        return value === undefined || (one === 'href' && !KEPT_ADDRESS.test(value)) ? [] : [`${one}=${value}`];
      });
      if (WRAPPERS.has(name) && telling.length === 0) return;
      endText();
      content.push(`<${name} ${telling.join(' ')}>`);
      hasContent ||= attributes.has('src') || attributes.has('entity_identifier') || name === 'hr';
    },
    text: (piece) => {
      text += piece;
    },
    close: (name) => {
      if (WRAPPERS.has(name)) return;
      endText();
      content.push(`</${name}>`);
    },
  });
  endText();
  return hasContent ? content : [];
}

/** Sorts the keys of JSON, because some servers do not keep their order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, one]) => [name, sorted(one)]),
  );
}

function digest(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 32);
}
