// The nodes and the mark that preserve markup of the source. The editor shows its content without rendering the markup.

import { Mark, Node } from '@tiptap/core';
import { isContainerTag, isInlineTag } from '../markup/elements.ts';
import type { PreservedAttributes } from '../markup/markup.ts';
import { opaqueNodeView, type ShowPicture } from './pictureNodes.ts';
import { labelOpaqueMarkup, readOpaqueMarkup, readSourceTag, writeSourceTag } from './preservedMarkup.ts';

const sourceElementAttributes = {
  tag: { default: 'div', rendered: false },
  sourceAttributes: { default: null, rendered: false },
};

function parsePastedElement(
  element: HTMLElement,
  isAllowedTag: (tag: string) => boolean,
): { tag: string; sourceAttributes: PreservedAttributes | null } | false {
  const preserved = readSourceTag(element);
  // `<dt>` and `<dd>` are not allowed here, because they are valid only in a description list.
  return preserved && isAllowedTag(preserved.tag) && !/^d[dt]$/.test(preserved.tag) ? preserved : false;
}

/** An element that contains blocks: `<div>`, `<section>`, `<details>` and others. */
export const PreservedBlock = Node.create({
  name: 'preservedBlock',
  group: 'block',
  content: 'block+',
  defining: true,
  addAttributes: () => sourceElementAttributes,
  parseHTML: () => [
    { tag: 'div[data-preserved=block]', getAttrs: (element) => parsePastedElement(element, isContainerTag) },
  ],
  renderHTML: ({ node }) => [
    'div',
    {
      dir: 'auto',
      'data-preserved': 'block',
      'data-tag': String(node.attrs['tag']),
      'data-source-tag': writeSourceTag(node.attrs['tag'], node.attrs['sourceAttributes']),
    },
    0,
  ],
});

/** An element such as `<div>` that contains text but no blocks. */
export const PreservedText = Node.create({
  name: 'preservedText',
  group: 'block',
  content: 'inline*',
  defining: true,
  addAttributes: () => sourceElementAttributes,
  parseHTML: () => [
    { tag: 'div[data-preserved=text]', getAttrs: (element) => parsePastedElement(element, isContainerTag) },
  ],
  renderHTML: ({ node }) => [
    'div',
    {
      dir: node.attrs['dir'],
      'data-preserved': 'text',
      'data-tag': String(node.attrs['tag']),
      'data-source-tag': writeSourceTag(node.attrs['tag'], node.attrs['sourceAttributes']),
    },
    0,
  ],
});

/** An inline element: `<sub>`, `<span>`, `<font>` and others. It may contain an element with the same tag. */
export const PreservedInline = Mark.create({
  name: 'preservedInline',
  excludes: '',
  // This priority makes the mark the outermost element when it is rendered, so that one element contains all adjacent
  // text nodes instead of one element for each.
  priority: 200,
  addAttributes: () => sourceElementAttributes,
  parseHTML: () => [
    { tag: 'span[data-preserved=inline]', getAttrs: (element) => parsePastedElement(element, isInlineTag) },
  ],
  renderHTML: ({ mark }) => [
    'span',
    {
      'data-preserved': 'inline',
      'data-tag': String(mark.attrs['tag']),
      'data-source-tag': writeSourceTag(mark.attrs['tag'], mark.attrs['sourceAttributes']),
    },
    0,
  ],
});

/**
 * White space with line breaks in the source. It is saved unchanged, and displayed as in HTML: as one space or not at
 * all.
 */
export const PreservedSpace = Node.create({
  name: 'preservedSpace',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: false,
  addAttributes: () => ({ raw: { default: ' ', rendered: false } }),
  renderHTML: () => ['span', { 'data-preserved': 'space' }, ' '],
  renderText: () => ' ',
});

/** Ignores a pasted opaque node whose markup was sanitized away. Otherwise, its label would be pasted as text. */
const IGNORE_INVALID_OPAQUE_MARKUP = { tag: '[data-opaque]', ignore: true, priority: 10 };

export interface OpaqueOptions {
  /** Returns a user's name by id, for mentions. */
  nameOf: (id: string) => string | undefined;
  /** Shows a picture in an element. Without this function, only the name of a picture is shown. */
  showPicture?: ShowPicture | undefined;
}

function renderOpaqueMarkup(element: 'span' | 'div', raw: string, nameOf: OpaqueOptions['nameOf']) {
  const { appearance, text } = labelOpaqueMarkup(raw, nameOf);
  if (appearance === 'rule') return [element, { 'data-opaque': raw, class: 'opaque-rule' }, ['hr']] as const;
  if (appearance === 'text') return [element, { 'data-opaque': raw, class: 'opaque-text', dir: 'auto' }, text] as const;
  const icon = ['span', { class: `codicon codicon-${appearance.icon}` }] as const;
  return [
    element,
    { 'data-opaque': raw, 'data-icon': appearance.icon, class: 'opaque', dir: 'auto' },
    icon,
    ['span', {}, text],
  ] as const;
}

/**
 * Inline content that the editor cannot edit, stored as raw markup: for example a mention, an emoji or an HTML comment.
 */
export const OpaqueInline = Node.create<OpaqueOptions>({
  name: 'opaqueInline',
  group: 'inline',
  inline: true,
  atom: true,
  addOptions: () => ({ nameOf: () => undefined }),
  addAttributes: () => ({ raw: { default: '', rendered: false } }),
  parseHTML: () => [{ tag: 'span[data-opaque]', getAttrs: readOpaqueMarkup }, IGNORE_INVALID_OPAQUE_MARKUP],
  renderHTML({ node }) {
    return renderOpaqueMarkup('span', node.attrs['raw'], this.options.nameOf);
  },
  renderText({ node }) {
    return labelOpaqueMarkup(node.attrs['raw'], this.options.nameOf).text;
  },
  addNodeView() {
    return opaqueNodeView(this.options.showPicture);
  },
});

/** A block that the editor cannot edit, stored as raw markup. */
export const OpaqueBlock = Node.create<OpaqueOptions>({
  name: 'opaqueBlock',
  group: 'block',
  atom: true,
  addOptions: () => ({ nameOf: () => undefined }),
  addAttributes: () => ({ raw: { default: '', rendered: false } }),
  parseHTML: () => [{ tag: 'div[data-opaque]', getAttrs: readOpaqueMarkup }, IGNORE_INVALID_OPAQUE_MARKUP],
  renderHTML({ node }) {
    return renderOpaqueMarkup('div', node.attrs['raw'], this.options.nameOf);
  },
  renderText({ node }) {
    return labelOpaqueMarkup(node.attrs['raw'], this.options.nameOf).text;
  },
  addNodeView() {
    return opaqueNodeView(this.options.showPicture);
  },
});
