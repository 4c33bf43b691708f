// Classifies HTML elements for the editor: block, container, inline element or mark.
import { isElement, isTextNode, walk } from './markup.ts';

const BLOCK_TAGS = new Set(
  (
    'address article aside blockquote caption center col colgroup dd details dialog dir div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol p pre search section summary table tbody td tfoot th thead tr ul'
  ).split(' '),
);

/** Containers that the editor preserves, and whose content the user can edit. */
const CONTAINER_TAGS = new Set(
  'address article aside center dd details div dl dt figcaption figure footer header hgroup main nav search section summary'.split(
    ' ',
  ),
);

const INLINE_TAGS = new Set(
  (
    'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q rb rp rt ruby s samp small span strike strong ' +
    'sub sup time tt u var'
  ).split(' '),
);

/** The marks that the user can set, with their tags. A new mark uses the first tag. */
export const MARK_TAGS = {
  bold: ['strong', 'b'],
  italic: ['em', 'i'],
  strike: ['s', 'del', 'strike'],
  underline: ['u'],
  code: ['code'],
  link: ['a'],
} as const satisfies Record<string, readonly string[]>;

/** Returns whether an element is a block or contains a block. */
export type IsBlock = (element: Element) => boolean;

/** Returns an `IsBlock` for the elements below `root`. Traverses `root` once. */
export function createIsBlock(root: Node): IsBlock {
  const blocks = new Set<Node>();
  walk(root, (node) => {
    if (!isElement(node) || !BLOCK_TAGS.has(node.localName)) return true;
    for (
      let ancestor: Node | null = node;
      ancestor !== null && ancestor !== root && !blocks.has(ancestor);
      ancestor = ancestor.parentNode
    )
      blocks.add(ancestor);
    return true;
  });
  return (element) => blocks.has(element);
}

/**
 * Returns whether the editor preserves a block with this tag, and lets the user edit its content. The tags of inline
 * elements are included, because an inline element that contains a block is also a block.
 */
export function isContainerTag(tag: string): boolean {
  return CONTAINER_TAGS.has(tag) || INLINE_TAGS.has(tag);
}

export function isInlineTag(tag: string): boolean {
  return INLINE_TAGS.has(tag);
}

/** Returns whether a node is text that consists of HTML white space. A no-break space is not HTML white space. */
export function isBlankNode(node: Node): boolean {
  return isTextNode(node) && /^[ \t\n\r\f]*$/.test(node.data);
}

/**
 * Returns whether an element is a node without editable content in Plane's web editor: an emoji or a horizontal rule.
 * The web editor drops text inside such an element.
 */
export function isEmojiOrHorizontalRule(element: Element): boolean {
  const type = element.getAttribute('data-type');
  return (
    (element.localName === 'span' && type === 'emoji') || (element.localName === 'div' && type === 'horizontalRule')
  );
}

export function isComment(node: Node): boolean {
  return node.nodeType === 8;
}

/** Returns each node with the white space before it, and the white space after the last node. */
export function splitWhiteSpace(nodes: readonly Node[]): {
  readonly parts: readonly { readonly spaceBefore: string; readonly node: Node }[];
  readonly trailingSpace: string;
} {
  const parts: { spaceBefore: string; node: Node }[] = [];
  let spaceBefore = '';
  for (const node of nodes) {
    if (isBlankNode(node)) spaceBefore += node.nodeValue;
    else {
      parts.push({ spaceBefore, node });
      spaceBefore = '';
    }
  }
  return { parts, trailingSpace: spaceBefore };
}
