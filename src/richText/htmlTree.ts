// Parses HTML in which every element is closed. Returns a tree with the position of each node in the HTML.
import { type HtmlRange, tokenizeHtml } from '../std/htmlTokens.ts';

export interface HtmlElement extends HtmlRange {
  readonly kind: 'element';
  /** The name of the element, in lower case. */
  readonly tag: string;
  /** The value of each attribute by its name in lower case. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly HtmlNode[];
}

export interface HtmlText extends HtmlRange {
  readonly kind: 'text';
  /** The text, in which entities are decoded. */
  readonly text: string;
}

export type HtmlNode = HtmlElement | HtmlText;

type OpenElement = Omit<HtmlElement, 'children' | 'end'> & { readonly children: HtmlNode[] };

/** Elements that have no content and no end tag. */
const VOID_TAGS: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'input', 'col', 'wbr']);

/**
 * Returns the nodes of the HTML. Returns undefined if an end tag is missing or superfluous, or if the HTML contains
 * comments or declarations, because this function does not implement the rules by which browsers repair HTML.
 */
export function parseBalancedHtml(html: string): readonly HtmlNode[] | undefined {
  const roots: HtmlNode[] = [];
  const openElements: OpenElement[] = [];
  let isBalanced = true;
  const siblings = (): HtmlNode[] => openElements.at(-1)?.children ?? roots;
  const markUnbalanced = (): void => {
    isBalanced = false;
  };
  tokenizeHtml(html, {
    open: (tag, attributes, { start, end, isSelfClosing }) => {
      const element: OpenElement = { kind: 'element', tag, attributes, start, children: [] };
      if (VOID_TAGS.has(tag)) siblings().push({ ...element, end });
      else if (isSelfClosing) markUnbalanced();
      else openElements.push(element);
    },
    close: (tag, { end }) => {
      const element = openElements.pop();
      if (element?.tag === tag) siblings().push({ ...element, end });
      else markUnbalanced();
    },
    text: (text, { start, end }) => {
      const nodes = siblings();
      const last = nodes.at(-1);
      if (last?.kind === 'text') nodes[nodes.length - 1] = { ...last, text: last.text + text, end };
      else nodes.push({ kind: 'text', text, start, end });
    },
    other: markUnbalanced,
  });
  return isBalanced && openElements.length === 0 ? roots : undefined;
}
