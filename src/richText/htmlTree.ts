// Parses HTML in which every element is closed. Returns a tree with the position of each node in the HTML.
import { Tokenizer } from 'htmlparser2';

export interface HtmlElement {
  readonly kind: 'element';
  /** The name of the element, in lower case. */
  readonly tag: string;
  /** The value of each attribute by its name in lower case. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly HtmlNode[];
  readonly start: number;
  /** The position after the end tag. */
  readonly end: number;
}

export interface HtmlText {
  readonly kind: 'text';
  /** The text, in which entities are decoded. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
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
  let [tag, tagStart, attributeName, attributeValue] = ['', 0, '', ''];
  let attributes = new Map<string, string>();
  const siblings = (): HtmlNode[] => openElements.at(-1)?.children ?? roots;
  const addText = (text: string, start: number, end: number): void => {
    const nodes = siblings();
    const last = nodes.at(-1);
    if (last?.kind === 'text' && last.end === start) nodes[nodes.length - 1] = { ...last, text: last.text + text, end };
    else nodes.push({ kind: 'text', text, start, end });
  };
  const markUnbalanced = (): void => {
    isBalanced = false;
  };
  const startElement = (end: number, isSelfClosing: boolean): void => {
    const element: OpenElement = { kind: 'element', tag, attributes, start: tagStart, children: [] };
    if (VOID_TAGS.has(tag)) siblings().push({ ...element, end });
    else if (isSelfClosing) markUnbalanced();
    else openElements.push(element);
  };
  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: true },
    {
      onopentagname: (start, end) => {
        tag = html.slice(start, end).toLowerCase();
        tagStart = start - 1;
        attributes = new Map();
      },
      onattribname: (start, end) => {
        attributeName = html.slice(start, end).toLowerCase();
        attributeValue = '';
      },
      onattribdata: (start, end) => {
        attributeValue += html.slice(start, end);
      },
      onattribentity: (code) => {
        attributeValue += String.fromCodePoint(code);
      },
      onattribend: () => {
        if (!attributes.has(attributeName)) attributes.set(attributeName, attributeValue);
      },
      onopentagend: (end) => startElement(end + 1, false),
      onselfclosingtag: (end) => startElement(end + 1, true),
      onclosetag: (start, end) => {
        const element = openElements.pop();
        if (element === undefined || element.tag !== html.slice(start, end).toLowerCase()) markUnbalanced();
        else siblings().push({ ...element, end: html.indexOf('>', end) + 1 });
      },
      ontext: (start, end) => addText(html.slice(start, end), start, end),
      ontextentity: (code, end) => addText(String.fromCodePoint(code), siblings().at(-1)?.end ?? end, end),
      oncdata: markUnbalanced,
      oncomment: markUnbalanced,
      ondeclaration: markUnbalanced,
      onprocessinginstruction: markUnbalanced,
      onend: () => undefined,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return isBalanced && openElements.length === 0 ? roots : undefined;
}
