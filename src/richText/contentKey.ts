// Converts HTML to a text for comparisons, which leaves out differences that Markdown cannot express.
import type { HtmlElement, HtmlNode } from './htmlTree.ts';
import { normalizeInline, trimLines } from './inlineWhitespace.ts';
import { taskOf } from './taskItems.ts';

/** Different tags for the same formatting. */
const SYNONYMOUS_TAGS: ReadonlyMap<string, string> = new Map([
  ['b', 'strong'],
  ['i', 'em'],
  ['del', 's'],
]);
const BLOCK_TAGS: ReadonlySet<string> = new Set([
  'p',
  'ul',
  'ol',
  'blockquote',
  'pre',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'hr',
]);
/** Attributes that Plane's editor adds to all elements of a kind. They do not change what a reader sees. */
const IGNORED_ATTRIBUTES: ReadonlySet<string> = new Set([
  'class',
  'id',
  'data-id',
  'rel',
  'target',
  'data-tight',
  'xmlns',
]);

/** Returns the same text for all HTML with the same content, for example with `<b>` and with `<strong>`. */
export function contentKey(nodes: readonly HtmlNode[]): string {
  return JSON.stringify(nodes.map(comparableNode));
}

function comparableNode(node: HtmlNode): unknown {
  if (node.kind === 'text') return node.text;
  const { tag, children } = node;
  const name = SYNONYMOUS_TAGS.get(tag) ?? tag;
  if (tag === 'pre') return [name, comparableCode(node)];
  if (tag === 'code') return [name, attributesOf(node), children.map(comparableNode)];
  const task = taskOf(node);
  if (task !== undefined) return ['task', task.isChecked, itemContent(task.content).map(comparableNode)];
  return [name, attributesOf(node), contentOf(node).map(comparableNode)];
}

function contentOf({ tag, children }: HtmlElement): readonly HtmlNode[] {
  if (tag === 'li' || tag === 'blockquote') return itemContent(children);
  if (isContainer(tag)) return removeBlankTexts(children);
  const inline = normalizeInline(children);
  return BLOCK_TAGS.has(tag) ? trimLines(inline) : inline;
}

/** In a list item or quote, text outside of a paragraph has the same meaning as text in a paragraph. */
function itemContent(children: readonly HtmlNode[]): readonly HtmlNode[] {
  const content: HtmlNode[] = [];
  let inlineNodes: HtmlNode[] = [];
  const endParagraph = (): void => {
    const [first] = inlineNodes;
    if (first !== undefined && inlineNodes.some((node) => node.kind === 'element' || node.text.trim() !== ''))
      content.push({ ...first, kind: 'element', tag: 'p', attributes: new Map(), children: inlineNodes });
    inlineNodes = [];
  };
  for (const child of children) {
    if (child.kind === 'element' && BLOCK_TAGS.has(child.tag)) {
      endParagraph();
      content.push(child);
    } else inlineNodes.push(child);
  }
  endParagraph();
  return content;
}

function isContainer(tag: string): boolean {
  return tag === 'ul' || tag === 'ol' || tag === 'blockquote';
}

function removeBlankTexts(children: readonly HtmlNode[]): readonly HtmlNode[] {
  return children.filter((child) => child.kind === 'element' || child.text.trim() !== '');
}

function comparableCode({ children }: HtmlElement): unknown {
  const [code, ...others] = children;
  if (code?.kind !== 'element' || code.tag !== 'code' || others.length > 0) return children.map(comparableNode);
  const language = /(?:^|\s)language-(\S+)/.exec(code.attributes.get('class') ?? '')?.[1] ?? '';
  const isPlainText = code.children.every((child) => child.kind === 'text');
  const text = code.children.map((child) => (child.kind === 'text' ? child.text : '')).join('');
  return isPlainText ? [language, text.replace(/\n$/, '')] : code.children.map(comparableNode);
}

function attributesOf({ tag, attributes }: HtmlElement): readonly (readonly [string, string])[] {
  return [...attributes]
    .filter(([name, value]) => !IGNORED_ATTRIBUTES.has(name) && !(tag === 'ol' && name === 'start' && value === '1'))
    .map(([name, value]) => [name, name === 'href' ? encodedAddress(value) : value] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

/** Markdown encodes the characters of an address that a browser encodes anyway. */
function encodedAddress(address: string): string {
  return address.replaceAll(/[^!-~\p{Cs}]+/gu, encodeURIComponent);
}
