// The nodes and the mark for markup that the editor does not know. They are inert in the live page.

import { Mark, Node } from '@tiptap/core';
import { isContainer, isInlineTag } from '../markup/elements.ts';
import type { PreservedAttributes } from '../markup/markup.ts';
import { carriedView, type ShowPicture } from './pictureNodes.ts';
import { labelOpaque, preserve, readOpaque, readPreserved } from './preservedMarkup.ts';

const carriedAttributes = {
  tag: { default: 'div', rendered: false },
  kept: { default: null, rendered: false },
};

function pastedCarrier(
  live: HTMLElement,
  fits: (tag: string) => boolean,
): { tag: string; kept: PreservedAttributes | null } | false {
  const carried = readPreserved(live);
  // Terms and descriptions are valid only in a description list.
  return carried && fits(carried.tag) && !/^d[dt]$/.test(carried.tag) ? carried : false;
}

/** A container of blocks: div, section, callout, details and others. */
export const PreservedBlock = Node.create({
  name: 'keptBlock',
  group: 'block',
  content: 'block+',
  defining: true,
  addAttributes: () => carriedAttributes,
  parseHTML: () => [{ tag: 'div[data-carrier=block]', getAttrs: (live) => pastedCarrier(live, isContainer) }],
  renderHTML: ({ node }) => [
    'div',
    {
      'data-carrier': 'block',
      'data-tag': String(node.attrs['tag']),
      'data-kept': preserve(node.attrs['tag'], node.attrs['kept']),
    },
    0,
  ],
});

/** A container of text without blocks. */
export const PreservedText = Node.create({
  name: 'keptText',
  group: 'block',
  content: 'inline*',
  defining: true,
  addAttributes: () => carriedAttributes,
  parseHTML: () => [{ tag: 'div[data-carrier=text]', getAttrs: (live) => pastedCarrier(live, isContainer) }],
  renderHTML: ({ node }) => [
    'div',
    {
      'data-carrier': 'text',
      'data-tag': String(node.attrs['tag']),
      'data-kept': preserve(node.attrs['tag'], node.attrs['kept']),
    },
    0,
  ],
});

/** An inline element: sub, span, font and others. It may be nested in itself. */
export const PreservedInline = Mark.create({
  name: 'keptInline',
  excludes: '',
  // Rendered outside of all other marks, so that hundreds of text nodes below some of these share the elements instead
  // of each being wrapped in all of them.
  priority: 200,
  addAttributes: () => carriedAttributes,
  parseHTML: () => [{ tag: 'span[data-carrier=inline]', getAttrs: (live) => pastedCarrier(live, isInlineTag) }],
  renderHTML: ({ mark }) => [
    'span',
    {
      'data-carrier': 'inline',
      'data-tag': String(mark.attrs['tag']),
      'data-kept': preserve(mark.attrs['tag'], mark.attrs['kept']),
    },
    0,
  ],
});

/**
 * White space of the source with line breaks in it: preserved as written, displayed as in HTML (one space or nothing).
 */
export const PreservedSpace = Node.create({
  name: 'keptSpace',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: false,
  addAttributes: () => ({ raw: { default: ' ', rendered: false } }),
  renderHTML: () => ['span', { 'data-carrier': 'space' }, ' '],
  renderText: () => ' ',
});

/** Drops the label of an opaque node that may not be pasted, instead of pasting it as text. */
const NOTHING_LEFT = { tag: '[data-opaque]', ignore: true, priority: 10 };

export interface OpaqueOptions {
  /** Returns a user's name by id, for mentions. */
  nameOf: (id: string) => string | undefined;
  /** If undefined, pictures are shown by name only. */
  showPicture?: ShowPicture | undefined;
}

function renderOpaque(element: 'span' | 'div', raw: string, nameOf: OpaqueOptions['nameOf']) {
  const { look, text } = labelOpaque(raw, nameOf);
  if (look === 'rule') return [element, { 'data-opaque': raw, class: 'opaque-rule' }, ['hr']] as const;
  if (look === 'text') return [element, { 'data-opaque': raw, class: 'opaque-text' }, text] as const;
  const icon = ['span', { class: `codicon codicon-${look.icon}` }] as const;
  return [element, { 'data-opaque': raw, 'data-icon': look.icon, class: 'opaque' }, icon, ['span', {}, text]] as const;
}

/** Any other inline content, as raw markup: a mention, an emoji, a comment. */
export const OpaqueInline = Node.create<OpaqueOptions>({
  name: 'opaqueInline',
  group: 'inline',
  inline: true,
  atom: true,
  addOptions: () => ({ nameOf: () => undefined }),
  addAttributes: () => ({ raw: { default: '', rendered: false } }),
  parseHTML: () => [{ tag: 'span[data-opaque]', getAttrs: readOpaque }, NOTHING_LEFT],
  renderHTML({ node }) {
    return renderOpaque('span', node.attrs['raw'], this.options.nameOf);
  },
  renderText({ node }) {
    return labelOpaque(node.attrs['raw'], this.options.nameOf).text;
  },
  addNodeView() {
    return carriedView(this.options.showPicture);
  },
});

/** Any other block, as raw markup. */
export const OpaqueBlock = Node.create<OpaqueOptions>({
  name: 'opaqueBlock',
  group: 'block',
  atom: true,
  addOptions: () => ({ nameOf: () => undefined }),
  addAttributes: () => ({ raw: { default: '', rendered: false } }),
  parseHTML: () => [{ tag: 'div[data-opaque]', getAttrs: readOpaque }, NOTHING_LEFT],
  renderHTML({ node }) {
    return renderOpaque('div', node.attrs['raw'], this.options.nameOf);
  },
  renderText({ node }) {
    return labelOpaque(node.attrs['raw'], this.options.nameOf).text;
  },
  addNodeView() {
    return carriedView(this.options.showPicture);
  },
});
