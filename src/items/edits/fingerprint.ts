// Computes fingerprints that stay equal when a server reformats a value. Pure.
import { createHash } from 'node:crypto';
import { tokenizeHtml } from '../../std/htmlTokens.ts';
import { oneLine } from '../../std/truncate.ts';
import type { FieldValue } from '../form/fieldProtocol.ts';
import type { FieldSpec } from '../form/fieldSpec.ts';
import { toRequestValue } from '../form/values.ts';

/** Attributes that change what the user sees. Servers drop, add and reorder all other attributes. */
const VISIBLE_ATTRIBUTES =
  'src href entity_identifier data-checked checked start colspan rowspan class style data-text-color data-background-color data-background'.split(
    ' ',
  );
/** Matches the link targets that servers store. Servers remove all other link targets. */
const HREF_KEPT_BY_SERVER = /^(?:https?:|mailto:|tel:|[/#])/i;
/** Elements that servers add around text. */
const WRAPPER_ELEMENTS = new Set(['div', 'span']);

/** Maximum number of fingerprints of one text or field. Requests with older values are assumed to be finished. */
const MAX_FINGERPRINTS = 8;

/** Returns the fingerprints of sent values, with the latest one at the end. */
export function addFingerprint(earlier: readonly string[] | undefined, latest: string): string[] {
  return [...(earlier ?? []).filter((entry) => entry !== latest), latest].slice(-MAX_FINGERPRINTS);
}

/**
 * Returns a hash of the value that is sent for a field. The hash does not depend on the order of the entries of a list,
 * on surrounding whitespace, or on the formatting of markup.
 */
export function fingerprint(spec: FieldSpec, value: FieldValue): string {
  const conversion = toRequestValue(spec, value);
  const requestValue = 'problem' in conversion ? value : conversion.value;
  if (spec.kind === 'richText') return fingerprintOfHtml(typeof requestValue === 'string' ? requestValue : '');
  if (Array.isArray(requestValue)) return hashOf([...(requestValue as unknown[])].map(String).sort());
  return typeof requestValue === 'string'
    ? fingerprintOfText(requestValue)
    : hashOf(withSortedKeys(requestValue ?? ''));
}

function fingerprintOfText(text: string): string {
  return hashOf(text.trim());
}

export function fingerprintOfHtml(html: string): string {
  return hashOf(visibleContentOf(html));
}

/** Returns the texts, elements and VISIBLE_ATTRIBUTES in order; an empty array if the HTML has no visible content. */
function visibleContentOf(html: string): readonly string[] {
  const content: string[] = [];
  let hasContent = false;
  let text = '';
  const finishText = (): void => {
    const trimmedText = oneLine(text);
    if (trimmedText !== '') content.push(trimmedText);
    hasContent ||= trimmedText !== '';
    text = '';
  };
  tokenizeHtml(html, {
    open: (name, attributes) => {
      const visibleAttributes = VISIBLE_ATTRIBUTES.flatMap((attribute) => {
        const value = attributes.get(attribute);
        return value === undefined || (attribute === 'href' && !HREF_KEPT_BY_SERVER.test(value))
          ? []
          : [`${attribute}=${value}`];
      });
      if (WRAPPER_ELEMENTS.has(name) && visibleAttributes.length === 0) return;
      finishText();
      content.push(`<${name} ${visibleAttributes.join(' ')}>`);
      hasContent ||= attributes.has('src') || attributes.has('entity_identifier') || name === 'hr';
    },
    text: (chunk) => {
      text += chunk;
    },
    close: (name) => {
      if (WRAPPER_ELEMENTS.has(name)) return;
      finishText();
      content.push(`</${name}>`);
    },
  });
  finishText();
  return hasContent ? content : [];
}

/** Sorts the keys of every object, because some servers do not keep their order. */
function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([firstKey], [secondKey]) => (firstKey < secondKey ? -1 : 1))
      .map(([key, entry]) => [key, withSortedKeys(entry)]),
  );
}

function hashOf(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 32);
}
