// Converts a block of a description to Markdown. HTML that Markdown cannot express is replaced by placeholders (see
// `placeholders.ts`).
import { largestOf } from '../std/firstInOrder.ts';
import type { HtmlElement, HtmlNode } from './htmlTree.ts';
import { normalizeInline, trimLines } from './inlineWhitespace.ts';
import type { Placeholders } from './placeholders.ts';
import { isTaskList, taskOf } from './taskItems.ts';

/** The delimiters around the text of an element. */
const DELIMITERS: ReadonlyMap<string, string> = new Map([
  ['strong', '**'],
  ['b', '**'],
  ['em', '*'],
  ['i', '*'],
  ['s', '~~'],
  ['del', '~~'],
]);
const INLINE_TAGS: ReadonlySet<string> = new Set([
  ...DELIMITERS.keys(),
  'code',
  'a',
  'br',
  'u',
  'span',
  'kbd',
  'mark',
  'mention-component',
]);

export interface ConversionContext {
  readonly html: string;
  readonly placeholders: Placeholders;
  /** Whether a link with this address can be Markdown; a link with any other address becomes a placeholder. */
  readonly allowsAddress: (href: string) => boolean;
  /** Returns the name of the user with this id, for the placeholder of a mention. */
  readonly userName: (id: string) => string | undefined;
  /** The delimiter of emphasis, if `*` would be read in another way beside that of strong text. */
  readonly emphasis?: '_';
  /** Whether formatted text becomes a placeholder, because its Markdown would be read in another way; also links and code. */
  readonly keepsFormatting?: boolean | 'andLinks';
  /** Converts a block inside a list item or a quote. */
  readonly convertBlock: (node: HtmlNode) => string;
}

/**
 * Returns the Markdown of a block, which may contain placeholders. The caller checks whether the Markdown expresses the
 * whole block.
 */
export function blockToMarkdown(node: HtmlNode, source: ConversionContext): string {
  if (node.kind === 'text') return escapeText(node.text.trim());
  const { tag, children } = node;
  const heading = /^h([1-6])$/.exec(tag);
  if (heading !== null) return `${'#'.repeat(Number(heading[1]))} ${headingText(linesToMarkdown(children, source))}`;
  if (tag === 'p') return escapeLineStarts(linesToMarkdown(children, source));
  if (tag === 'hr') return '---';
  if (tag === 'blockquote') return prefixLines(blocksToMarkdown(children, source), '> ', '>');
  if (tag === 'pre') return codeBlock(node);
  if (tag === 'ul' || tag === 'ol') return listToMarkdown(node, source);
  return toPlaceholder(node, source);
}

/** A heading has one line. Number signs at its end would close it. */
function headingText(text: string): string {
  return text
    .replaceAll(/(?:<br>)?\n/g, (line) => (line === '\n' ? '<br>' : '<br><br>'))
    .replace(/(^|\s)(#+)$/, '$1\\$2');
}

/** Returns the placeholder of a node. */
export function toPlaceholder(node: HtmlNode, { html, placeholders, userName }: ConversionContext): string {
  return placeholders.add(labelOf(node, userName), spacedText(node), html.slice(node.start, node.end));
}

/** Puts text and inline elements that are outside of paragraphs, as programs send them, into paragraphs. */
export function inParagraphs(nodes: readonly HtmlNode[]): readonly HtmlNode[] {
  const blocks: HtmlNode[] = [];
  let inlineNodes: HtmlNode[] = [];
  const endParagraph = (): void => {
    const [first] = inlineNodes;
    const last = inlineNodes.at(-1);
    const isBlank = inlineNodes.every((node) => node.kind === 'text' && node.text.trim() === '');
    if (first !== undefined && last !== undefined && !isBlank)
      blocks.push({ ...first, kind: 'element', tag: 'p', attributes: new Map(), children: inlineNodes, end: last.end });
    inlineNodes = [];
  };
  for (const node of nodes) {
    if (node.kind === 'text' || INLINE_TAGS.has(node.tag)) inlineNodes.push(node);
    else {
      endParagraph();
      blocks.push(node);
    }
  }
  endParagraph();
  return blocks;
}

function blocksToMarkdown(nodes: readonly HtmlNode[], source: ConversionContext): string {
  return inParagraphs(nodes)
    .map((node) => source.convertBlock(node))
    .join('\n\n');
}

function listToMarkdown(list: HtmlElement, source: ConversionContext): string {
  const { tag, attributes, children } = list;
  const first = Number(attributes.get('start') ?? 1);
  return children
    .filter((child) => child.kind === 'element')
    .map((item, index) => {
      const bullet = tag === 'ul' ? '- ' : `${first + index}. `;
      const task = isTaskList(list) ? taskOf(item) : undefined;
      const box = task === undefined ? '' : task.isChecked ? '[x] ' : '[ ] ';
      const content = itemToMarkdown(task?.content ?? item.children, source);
      return bullet + box + indentLines(content, ' '.repeat(bullet.length));
    })
    .join('\n');
}

/**
 * A list item contains either text, or blocks, or text that is followed by blocks. A list directly below the text needs
 * no blank line before it.
 */
function itemToMarkdown(children: readonly HtmlNode[], source: ConversionContext): string {
  const firstBlock = children.findIndex((child) => child.kind === 'element' && !INLINE_TAGS.has(child.tag));
  const inline = firstBlock < 0 ? children : children.slice(0, firstBlock);
  const blocks = (firstBlock < 0 ? [] : children.slice(firstBlock)).filter(
    (child) => child.kind === 'element' || child.text.trim() !== '',
  );
  let markdown = escapeLineStarts(linesToMarkdown(inline, source).trim());
  for (const block of blocks) {
    const isList = block.kind === 'element' && (block.tag === 'ul' || block.tag === 'ol');
    const separator = markdown === '' ? '' : isList ? '\n' : '\n\n';
    markdown += separator + source.convertBlock(block);
  }
  return markdown;
}

/** Returns the Markdown of inline nodes that are the whole content of a block. */
function linesToMarkdown(nodes: readonly HtmlNode[], source: ConversionContext): string {
  // A placeholder contains its element as it is, so the whitespace in the element must not be moved out of it.
  const inline = source.keepsFormatting === undefined ? normalizeInline(nodes) : nodes;
  return inlineToMarkdown(trimLines(inline), source);
}

function inlineToMarkdown(nodes: readonly HtmlNode[], source: ConversionContext): string {
  const isBreak = (node: HtmlNode | undefined): boolean => node?.kind === 'element' && node.tag === 'br';
  return nodes
    .map((node, index) => {
      if (node.kind === 'text') return escapeText(node.text);
      // A blank line would end the paragraph.
      return isBreak(node) && isBreak(nodes[index + 1]) ? '<br>' : elementToMarkdown(node, source);
    })
    .join('');
}

function elementToMarkdown(node: HtmlElement, source: ConversionContext): string {
  const { tag, children, attributes } = node;
  if (tag === 'br') return '\n';
  if (source.keepsFormatting === 'andLinks') return toPlaceholder(node, source);
  const usualDelimiter = DELIMITERS.get(tag);
  const delimiter = usualDelimiter === '*' ? (source.emphasis ?? '*') : usualDelimiter;
  if (delimiter !== undefined && attributes.size === 0 && source.keepsFormatting === undefined)
    return delimiter + inlineToMarkdown(children, source) + delimiter;
  if (tag === 'code' && children.every((child) => child.kind === 'text')) return codeSpan(textOf(node));
  const href = attributes.get('href');
  if (tag === 'a' && href !== undefined && isWritable(href) && source.allowsAddress(href))
    return `[${inlineToMarkdown(children, source)}](${/[ ()]/.test(href) ? `<${href}>` : href})`;
  return toPlaceholder(node, source);
}

/** Whether Markdown can contain the address as it is; spaces and parentheses need `<…>` around it. */
function isWritable(href: string): boolean {
  return !/[^\S ]|[<>\\]/.test(href) && !/%(?![0-9a-f]{2})/i.test(href);
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
  return largestOf(
    Array.from(text.matchAll(new RegExp(`${character}+`, 'g')), ([run]) => run.length),
    0,
  );
}

/** Escapes the characters that have a meaning inside a line. */
function escapeText(text: string): string {
  return text
    .replaceAll(/[ \t\r\n\f]+/g, ' ')
    .replaceAll(/[\\`*_[\]<>~&!]/g, '\\$&')
    .replaceAll('\u00a0', '&nbsp;');
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

/** Returns the label of a placeholder, for example `table Name Owner` or `mention Ada Park`. */
function labelOf(node: HtmlNode, userName: (id: string) => string | undefined): string {
  if (node.kind === 'text') return node.text;
  const isCallout = node.attributes.get('data-block-type') === 'callout-component';
  const name = isCallout ? 'callout' : (ELEMENT_NAMES.get(node.tag) ?? node.tag);
  const user = node.tag === 'mention-component' ? userName(node.attributes.get('entity_identifier') ?? '') : undefined;
  return `${name} ${user ?? spacedText(node)}`;
}

function spacedText(node: HtmlNode): string {
  return node.kind === 'text' ? node.text : node.children.map(spacedText).join(' ');
}
