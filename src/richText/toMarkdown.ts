// Converts a block of a description to Markdown. HTML that Markdown cannot express is replaced by placeholders (see
// `placeholders.ts`).
import type { HtmlElement, HtmlNode } from '../std/htmlTree.ts';
import type { Placeholders } from './placeholders.ts';

/** The delimiters around the text of an element. */
const DELIMITERS: ReadonlyMap<string, string> = new Map([
  ['strong', '**'],
  ['b', '**'],
  ['em', '*'],
  ['i', '*'],
  ['s', '~~'],
  ['del', '~~'],
]);
const INLINE_TAGS: ReadonlySet<string> = new Set([...DELIMITERS.keys(), 'code', 'a', 'br', 'u', 'span', 'kbd', 'mark']);

export interface ConversionContext {
  readonly html: string;
  readonly placeholders: Placeholders;
}

/**
 * Returns the Markdown of a block, which may contain placeholders. The caller checks whether the Markdown expresses the
 * whole block.
 */
export function blockToMarkdown(node: HtmlNode, source: ConversionContext): string {
  if (node.kind === 'text') return escapeText(node.text.trim());
  const { tag, children } = node;
  const heading = /^h([1-6])$/.exec(tag);
  if (heading !== null) return `${'#'.repeat(Number(heading[1]))} ${inlineToMarkdown(children, source)}`;
  if (tag === 'p') return escapeLineStarts(inlineToMarkdown(children, source));
  if (tag === 'hr') return '---';
  if (tag === 'blockquote') return prefixLines(blocksToMarkdown(children, source), '> ', '>');
  if (tag === 'pre') return codeBlock(node);
  if (tag === 'ul' || tag === 'ol') return listToMarkdown(node, source);
  return toPlaceholder(node, source);
}

/** Returns the placeholder of a node. */
export function toPlaceholder(node: HtmlNode, { html, placeholders }: ConversionContext): string {
  return placeholders.add(labelOf(node), html.slice(node.start, node.end));
}

function blocksToMarkdown(nodes: readonly HtmlNode[], source: ConversionContext): string {
  return nodes
    .filter((node) => node.kind === 'element' || node.text.trim() !== '')
    .map((node) => blockToMarkdown(node, source))
    .join('\n\n');
}

function listToMarkdown({ tag, attributes, children }: HtmlElement, source: ConversionContext): string {
  const first = Number(attributes.get('start') ?? 1);
  return children
    .filter((child) => child.kind === 'element')
    .map((item, index) => {
      const bullet = tag === 'ul' ? '- ' : `${first + index}. `;
      return bullet + indentLines(itemToMarkdown(item, source), ' '.repeat(bullet.length));
    })
    .join('\n');
}

/** A list item contains either text, or blocks, or text that is followed by blocks. */
function itemToMarkdown({ children }: HtmlElement, source: ConversionContext): string {
  const firstBlock = children.findIndex((child) => child.kind === 'element' && !INLINE_TAGS.has(child.tag));
  const inline = firstBlock < 0 ? children : children.slice(0, firstBlock);
  const blocks = firstBlock < 0 ? [] : children.slice(firstBlock);
  const text = escapeLineStarts(inlineToMarkdown(inline, source).trim());
  return [text, ...blocks.map((block) => blockToMarkdown(block, source))].filter((part) => part !== '').join('\n');
}

function inlineToMarkdown(nodes: readonly HtmlNode[], source: ConversionContext): string {
  return nodes.map((node) => (node.kind === 'text' ? escapeText(node.text) : elementToMarkdown(node, source))).join('');
}

function elementToMarkdown(node: HtmlElement, source: ConversionContext): string {
  const { tag, children, attributes } = node;
  if (tag === 'br') return '\n';
  const delimiter = DELIMITERS.get(tag);
  if (delimiter !== undefined && attributes.size === 0)
    return delimiter + inlineToMarkdown(children, source) + delimiter;
  if (tag === 'code' && children.every((child) => child.kind === 'text')) return codeSpan(textOf(node));
  const href = attributes.get('href');
  if (tag === 'a' && href !== undefined && !/[\s<>()\\]/.test(href) && !/%(?![0-9a-f]{2})/i.test(href))
    return `[${inlineToMarkdown(children, source)}](${href})`;
  return toPlaceholder(node, source);
}

function codeSpan(text: string): string {
  const fence = '`'.repeat(longestRun(text, '`') + 1);
  const padding = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return fence + padding + text + padding + fence;
}

function codeBlock({ children }: HtmlElement): string {
  const [code] = children;
  const language =
    code?.kind === 'element' ? (/(?:^|\s)language-(\S+)/.exec(code.attributes.get('class') ?? '')?.[1] ?? '') : '';
  const text = children.map(textOf).join('').replace(/\n$/, '');
  const fence = '`'.repeat(Math.max(3, longestRun(text, '`') + 1));
  return `${fence}${language}\n${text}\n${fence}`;
}

function textOf(node: HtmlNode): string {
  return node.kind === 'text' ? node.text : node.children.map(textOf).join('');
}

function longestRun(text: string, character: string): number {
  return Math.max(0, ...[...text.matchAll(new RegExp(`${character}+`, 'g'))].map(([run]) => run.length));
}

/** Escapes the characters that have a meaning inside a line. */
function escapeText(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>~&!]/g, '\\$&');
}

/** Escapes the characters that would begin a heading, list, quote, rule or code block at the start of a line. */
function escapeLineStarts(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(/^(\s*)(?:([#+=|-])|(\d{1,9})([.)]))/, '$1$3\\$2$4'))
    .join('\n');
}

function prefixLines(text: string, prefix: string, emptyPrefix: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? emptyPrefix : prefix + line))
    .join('\n');
}

function indentLines(text: string, indentation: string): string {
  return text
    .split('\n')
    .map((line, index) => (index === 0 || line === '' ? line : indentation + line))
    .join('\n');
}

/** The names that users see for Plane's HTML elements. */
const ELEMENT_NAMES: ReadonlyMap<string, string> = new Map([
  ['mention-component', 'mention'],
  ['image-component', 'picture'],
  ['img', 'picture'],
  ['issue-embed-component', 'work item'],
  ['ul', 'list'],
  ['ol', 'list'],
  ['div', 'block'],
  ['p', 'paragraph'],
  ['pre', 'code'],
]);

/** Returns the label of a placeholder, for example `table Name Owner` or `mention`. */
function labelOf(node: HtmlNode): string {
  if (node.kind === 'text') return node.text;
  const isCallout = node.attributes.get('data-block-type') === 'callout-component';
  const name = isCallout ? 'callout' : (ELEMENT_NAMES.get(node.tag) ?? node.tag);
  return `${name} ${spacedText(node)}`;
}

function spacedText(node: HtmlNode): string {
  return node.kind === 'text' ? node.text : node.children.map(spacedText).join(' ');
}
