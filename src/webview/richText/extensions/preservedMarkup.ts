// Preserves unknown markup in the live editor as an inert attribute, and sanitizes it on paste.

import * as l10n from '@vscode/l10n';
import DOMPurify from 'dompurify';
import { displayName } from '../../../std/displayName.ts';
import { isLeaf } from '../markup/elements.ts';
import {
  attributesOf,
  isElement,
  markupOfAll,
  openTag,
  type PreservedAttributes,
  parseInert,
} from '../markup/markup.ts';
import { readableText } from '../markup/readable.ts';

/** Custom elements, known or unknown, survive a paste. DOMPurify removes everything that could run. */
const COMPONENTS = { tagNameCheck: /^[a-z][a-z\d]*-/, attributeNameCheck: /^(?!on)[a-z]/ };

/** Sanitizes the markup: pasted HTML may contain these attributes too, and must not reach the server unsanitized. */
function cleaned(markup: string): HTMLElement {
  return parseInert(DOMPurify.sanitize(markup, { CUSTOM_ELEMENT_HANDLING: COMPONENTS }));
}

/** Returns an element's tag and attributes as one start tag, for `data-kept`. */
export function preserve(tag: string, attributes: PreservedAttributes | null): string {
  return openTag(tag, attributes);
}

/** Reads a pasted `data-kept`. Returns undefined when sanitizing leaves no element. */
export function readPreserved(
  live: HTMLElement,
): { readonly tag: string; readonly kept: PreservedAttributes | null } | undefined {
  const element = cleaned(live.dataset['kept'] ?? '').firstElementChild;
  return element ? { tag: element.localName, kept: attributesOf(element) } : undefined;
}

/** Reads a pasted `data-opaque`. Returns false when sanitizing leaves no markup. */
export function readOpaque(live: HTMLElement): { readonly raw: string } | false {
  const raw = markupOfAll([...cleaned(live.dataset['opaque'] ?? '').childNodes]);
  return raw.startsWith('<') && { raw };
}

export interface OpaqueLabel {
  /** How it is shown: as a chip with an icon, as plain text, or as a horizontal rule. */
  readonly look: { readonly icon: string } | 'text' | 'rule';
  readonly text: string;
}

/** The number of characters that are shown of a longer preserved text. */
const MOST_TEXT = 20_000;

/** Returns a readable label for preserved markup. `nameOf` returns a user's name by id. */
export function labelOpaque(raw: string, nameOf: (id: string) => string | undefined): OpaqueLabel {
  const body = parseInert(raw);
  const node = [...body.childNodes].find((child) => isElement(child) || child.nodeType === 8);
  if (!node || !isElement(node)) return { look: { icon: 'comment' }, text: l10n.t('Not editable: a comment') };
  const tag = node.localName;
  const { text } = readableText(body, MOST_TEXT);
  if (isLeaf(node) && tag === 'span')
    return { look: 'text', text: text || `:${node.getAttribute('data-name') ?? 'emoji'}:` };
  if (isLeaf(node) && text === '') return { look: 'rule', text: '' };
  if (tag === 'mention-component') {
    return {
      look: { icon: 'mention' },
      text: displayName(nameOf(node.getAttribute('entity_identifier') ?? '') ?? l10n.t('Unknown user')),
    };
  }
  if (tag === 'img' || tag === 'image-component') {
    const words = node.getAttribute('alt') || node.getAttribute('title') || '';
    const label = words === '' ? l10n.t('Picture without a description') : l10n.t('Picture: {0}', words);
    return { look: { icon: 'file-media' }, text: label };
  }
  return { look: { icon: 'lock' }, text: text || l10n.t('Not editable: {0}', tag) };
}
