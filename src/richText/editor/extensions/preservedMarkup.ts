// Stores unknown markup in attributes of the editor's DOM, sanitizes these attributes on paste, and labels the markup.

import * as l10n from '@vscode/l10n';
import DOMPurify from 'dompurify';
import { displayName } from '../../../std/displayName.ts';
import { isEmojiOrHorizontalRule } from '../markup/elements.ts';
import {
  attributesOf,
  isElement,
  markupOfAll,
  type PreservedAttributes,
  parseInert,
  writeStartTag,
} from '../markup/markup.ts';
import { readableText } from '../markup/readable.ts';

/** All custom elements are allowed in pasted markup. DOMPurify removes event handlers and scripts. */
const CUSTOM_ELEMENT_RULES = { tagNameCheck: /^[a-z][a-z\d]*-/, attributeNameCheck: /^(?!on)[a-z]/ };

/** Sanitizes the markup in a pasted attribute. Any page can put such attributes on the clipboard. */
function parseSanitized(markup: string): HTMLElement {
  return parseInert(DOMPurify.sanitize(markup, { CUSTOM_ELEMENT_HANDLING: CUSTOM_ELEMENT_RULES }));
}

/** Returns the value of `data-source-tag`: an element's start tag with all its attributes. */
export function writeSourceTag(tag: string, attributes: PreservedAttributes | null): string {
  return writeStartTag(tag, attributes);
}

/** Parses the `data-source-tag` of a pasted element. Returns undefined if no element remains after sanitizing. */
export function readSourceTag(
  element: HTMLElement,
): { readonly tag: string; readonly sourceAttributes: PreservedAttributes | null } | undefined {
  const source = parseSanitized(element.dataset['sourceTag'] ?? '').firstElementChild;
  return source ? { tag: source.localName, sourceAttributes: attributesOf(source) } : undefined;
}

/** Parses the `data-opaque` of a pasted element. Returns false if no markup remains after sanitizing. */
export function readOpaqueMarkup(element: HTMLElement): { readonly raw: string } | false {
  const raw = markupOfAll([...parseSanitized(element.dataset['opaque'] ?? '').childNodes]);
  return raw.startsWith('<') && { raw };
}

export interface OpaqueLabel {
  /** How the node is shown: as a chip with an icon, as plain text, or as a horizontal rule. */
  readonly appearance: { readonly icon: string } | 'text' | 'rule';
  readonly text: string;
}

/** A longer label is cut to this number of characters. */
const MAX_LABEL_LENGTH = 20_000;

/** Returns a readable label for opaque markup. `nameOf` returns a user's name by id. */
export function labelOpaqueMarkup(raw: string, nameOf: (id: string) => string | undefined): OpaqueLabel {
  const body = parseInert(raw);
  const node = [...body.childNodes].find((child) => isElement(child) || child.nodeType === 8);
  if (!node || !isElement(node)) return { appearance: { icon: 'comment' }, text: l10n.t('Not editable: HTML comment') };
  const tag = node.localName;
  const { text } = readableText(body, MAX_LABEL_LENGTH);
  if (isEmojiOrHorizontalRule(node) && tag === 'span')
    return { appearance: 'text', text: text || `:${node.getAttribute('data-name') ?? 'emoji'}:` };
  if (isEmojiOrHorizontalRule(node) && text === '') return { appearance: 'rule', text: '' };
  if (tag === 'mention-component') {
    return {
      appearance: { icon: 'mention' },
      text: displayName(nameOf(node.getAttribute('entity_identifier') ?? '') ?? l10n.t('Unknown user')),
    };
  }
  if (tag === 'img' || tag === 'image-component') {
    const altText = node.getAttribute('alt') || node.getAttribute('title') || '';
    const label = altText === '' ? l10n.t('Image without a description') : l10n.t('Image: {0}', altText);
    return { appearance: { icon: 'file-media' }, text: label };
  }
  return { appearance: { icon: 'lock' }, text: text || l10n.t('Not editable: {0}', tag) };
}
