// Owns the nodes and the mark that carry what the editor does not know; in the live page they are inert.
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
  // Terms and their words stand in a list of their own only.
  return carried && fits(carried.tag) && !/^d[dt]$/.test(carried.tag) ? carried : false;
}

/** A container of blocks: div, section, callout, details… */
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

/** A container that holds text and no blocks. */
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

/** An element inside a line: sub, span, font… It may nest in itself. */
export const PreservedInline = Mark.create({
  name: 'keptInline',
  excludes: '',
  // Outside of all other marks in the page: hundreds of pieces of text below some of these share them, and are not each
  // wrapped in all.
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

/** Source white space with line breaks in it: kept as written, shown as the one space (or nothing) that HTML shows. */
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

/** What is said in the place of something that may not be pasted is no text. */
const NOTHING_LEFT = { tag: '[data-opaque]', ignore: true, priority: 10 };

export interface OpaqueOptions {
  /** Knows people's names by id, for mentions. */
  nameOf: (id: string) => string | undefined;
  /** Without it, pictures are named and not shown. */
  showPicture?: ShowPicture | undefined;
}

function renderOpaque(element: 'span' | 'div', raw: string, nameOf: OpaqueOptions['nameOf']) {
  const { look, text } = labelOpaque(raw, nameOf);
  if (look === 'rule') return [element, { 'data-opaque': raw, class: 'opaque-rule' }, ['hr']] as const;
  if (look === 'text') return [element, { 'data-opaque': raw, class: 'opaque-text' }, text] as const;
  const icon = ['span', { class: `codicon codicon-${look.icon}` }] as const;
  return [element, { 'data-opaque': raw, 'data-icon': look.icon, class: 'opaque' }, icon, ['span', {}, text]] as const;
}

/** Anything else that stands in a line, as raw markup: a mention, an emoji, a comment. */
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

/** Anything else that stands by itself, as raw markup. */
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
