// A description as editable Markdown, with the conversion of the edited text back to HTML.
// Blocks whose Markdown is unchanged keep their HTML, byte for byte.
import * as l10n from '@vscode/l10n';
import type { Token } from 'markdown-it';
import { compactHtml } from '../std/html/markdown.ts';
import { createMarkdownParser } from '../std/html/markdownParser.ts';
import { contentKey } from './contentKey.ts';
import { type HtmlNode, parseBalancedHtml } from './htmlTree.ts';
import { trimLines } from './inlineWhitespace.ts';
import {
  mayContainPlaceholder,
  Placeholders,
  placeholdersIn,
  splitAtPlaceholders,
  withoutLabels,
} from './placeholders.ts';
import { blockToMarkdown, type ConversionContext, inParagraphs, toPlaceholder } from './toMarkdown.ts';

export interface MarkdownDocument {
  readonly markdown: string;
  /** The HTML that the document was created from. */
  readonly html: string;
  /** The placeholders with the text of what they replace. */
  readonly placeholders: Placeholders['contents'];
  /**
   * Returns the HTML of an edited text, or the reason why it cannot be saved. `cleanText` gets each text and attribute
   * of the changed blocks after entities are decoded, and returns the text to save.
   */
  toHtml(edited: string, cleanText?: CleanText): { readonly html: string } | { readonly problem: string };
}

type CleanText = (text: string) => string;

const unchanged: CleanText = (text) => text;

interface Block {
  /** The HTML of the block, including the blank paragraphs and the whitespace after the block. */
  readonly html: string;
  readonly markdown: string;
}

export type MarkdownDocumentOptions = Partial<Pick<ConversionContext, 'allowsAddress' | 'userName'>>;

/**
 * Converts the HTML of a description to editable Markdown. Returns undefined if the Markdown could not be converted
 * back to the same HTML.
 */
export function createMarkdownDocument(
  html: string,
  { allowsAddress = () => true, userName = () => undefined }: MarkdownDocumentOptions = {},
): MarkdownDocument | undefined {
  const nodes = parseBalancedHtml(html);
  if (nodes === undefined || mayContainPlaceholder(html)) return undefined;
  const placeholders = new Placeholders();
  const source: ConversionContext = {
    html,
    placeholders,
    allowsAddress,
    userName,
    convertBlock: (node) => markdownOrPlaceholder(node, source),
  };
  const { before, content, after } = separateWrapper(nodes, html);
  const shownNodes = inParagraphs(content).filter((node) => !isBlank(node));
  const blocks = blocksOf(shownNodes, html.length - after.length, source);
  // Blank paragraphs before the first block.
  const leadingBlanks = html.slice(before.length, shownNodes[0]?.start ?? before.length);
  const document: MarkdownDocument = {
    markdown: blocks.map(({ markdown }) => markdown).join('\n\n') + (blocks.length === 0 ? '' : '\n'),
    html,
    placeholders: placeholders.contents,
    toHtml: (edited, cleanText = unchanged) => {
      if (withoutLabels(normalizeLines(edited)) === withoutLabels(normalizeLines(document.markdown))) return { html };
      const result = renderEdited(edited, blocks, placeholders, cleanText);
      return 'problem' in result ? result : { html: before + leadingBlanks + result.html + after };
    },
  };
  if (blocks.length === 0) return document;
  // The document is returned only if it can be converted back to exactly the same HTML.
  const renderResult = renderEdited(document.markdown, blocks, placeholders, unchanged);
  return 'html' in renderResult && before + leadingBlanks + renderResult.html + after === html ? document : undefined;
}

/** Separates the `<div>` that some editors put around the whole description from its content. */
function separateWrapper(
  nodes: readonly HtmlNode[],
  html: string,
): { readonly before: string; readonly content: readonly HtmlNode[]; readonly after: string } {
  const [only, ...others] = nodes;
  if (only?.kind !== 'element' || only.tag !== 'div' || others.length > 0 || only.attributes.size > 0)
    return { before: '', content: nodes, after: '' };
  const contentStart = html.indexOf('>', only.start) + 1;
  const contentEnd = html.lastIndexOf('</', only.end);
  return { before: html.slice(0, contentStart), content: only.children, after: html.slice(contentEnd) };
}

/** Each block ends at the start of the next block. The last block ends at `end`. */
function blocksOf(nodes: readonly HtmlNode[], end: number, source: ConversionContext): readonly Block[] {
  let previous: HtmlNode | undefined;
  return nodes.map((node, index) => {
    const isMergedWithPrevious = previous !== undefined && wouldMerge(previous, node);
    const markdown = isMergedWithPrevious ? toPlaceholder(node, source) : markdownOrPlaceholder(node, source);
    previous = placeholdersIn(markdown).length === 1 && markdown.startsWith('⟦') ? undefined : node;
    return { html: source.html.slice(node.start, nodes[index + 1]?.start ?? end), markdown };
  });
}

/** Returns whether the node is whitespace or an empty paragraph, which Markdown cannot express. */
function isBlank(node: HtmlNode): boolean {
  if (node.kind === 'text') return node.text.trim() === '';
  return node.tag === 'p' && trimLines(node.children).length === 0;
}

/** Markdown joins two lists of the same kind, and two quotes, if no other block is between them. */
function wouldMerge(previous: HtmlNode, node: HtmlNode): boolean {
  return (
    previous.kind === 'element' &&
    node.kind === 'element' &&
    node.tag === previous.tag &&
    ['ul', 'ol', 'blockquote'].includes(node.tag)
  );
}

/**
 * Returns the Markdown of a block if it can be converted back to the same content. Otherwise only its formatted texts
 * become placeholders, or the whole block.
 */
function markdownOrPlaceholder(node: HtmlNode, source: ConversionContext): string {
  const { placeholders } = source;
  const placeholderCount = placeholders.count;
  const contexts: readonly ConversionContext[] = [
    source,
    { ...source, emphasis: '_' },
    { ...source, keepsFormatting: true },
    { ...source, keepsFormatting: 'andLinks' },
  ];
  for (const context of contexts) {
    const markdown = blockToMarkdown(node, context);
    const renderedNodes = parseBalancedHtml(markdown === '' ? '' : render(markdown, placeholders));
    if (renderedNodes?.length === 1 && contentKey(renderedNodes) === contentKey([node])) return markdown;
    placeholders.truncate(placeholderCount);
  }
  return toPlaceholder(node, source);
}

/** The placeholders that occurred in a rendered text, and the problems with them. */
interface PlaceholderUse {
  readonly placeholders: Placeholders;
  /** The numbers of the placeholders that were rendered, in order. */
  readonly usedNumbers: number[];
  readonly problems: string[];
  readonly cleanText: CleanText;
}

type Parser = ReturnType<typeof createParser>;

function createParser(placeholderUse: PlaceholderUse) {
  const parser = createMarkdownParser({ linkify: false });
  parser.core.ruler.push('placeholders', ({ tokens }) => {
    for (const token of tokens) {
      // Plane puts the text of every list item into a paragraph, so these paragraphs are rendered.
      token.hidden = false;
      cleanToken(token, placeholderUse.cleanText);
      if (token.type === 'inline' && token.children !== null)
        token.children = token.children.flatMap((child) =>
          child.type === 'text' ? withPlaceholders(child, placeholderUse) : [child],
        );
    }
  });
  parser.renderer.rules['placeholder'] = (tokens, index) => tokens[index]?.content ?? '';
  return parser;
}

/** Does not clean code, in which entities are not decoded. */
function cleanToken(token: Token, cleanText: CleanText): void {
  if (token.type === 'text') token.content = cleanText(token.content);
  token.attrs =
    token.attrs?.map(([name, value]) => [name, typeof value === 'string' ? cleanText(value) : value]) ?? null;
  for (const child of token.children ?? []) cleanToken(child, cleanText);
}

function withPlaceholders(token: Token, { placeholders, usedNumbers, problems }: PlaceholderUse): Token[] {
  return splitAtPlaceholders(token.content).map((part) => {
    if (typeof part === 'string') return copyOf(token, { content: part });
    const html = placeholders.htmlOf(part.placeholder);
    if (html === undefined) problems.push(l10n.t('⟦{0}⟧ is not a placeholder of this description.', part.placeholder));
    else usedNumbers.push(part.placeholder);
    return copyOf(token, { type: 'placeholder', content: html ?? '' });
  });
}

function render(markdown: string, placeholders: Placeholders): string {
  const parser = createParser({ placeholders, usedNumbers: [], problems: [], cleanText: unchanged });
  return renderTokens(parser, parser.parse(markdown, {}));
}

/**
 * In Markdown, a placeholder for a block is in a paragraph or a heading. The HTML of the block replaces it; text beside
 * the placeholder is in a paragraph or heading of its own.
 */
function renderTokens(parser: Parser, tokens: readonly Token[]): string {
  const renderedTokens = tokens.flatMap((token, index) => {
    const inline = token.type === 'inline' ? token : token.nesting === 1 ? tokens[index + 1] : tokens[index - 1];
    const isAround = /^(?:paragraph|heading)_(?:open|close)$/.test(token.type);
    if (inline?.type !== 'inline' || !(inline === token || isAround) || !inline.children?.some(isBlockPlaceholder))
      return [token];
    const [open, close] = inline === token ? [tokens[index - 1], tokens[index + 1]] : [];
    return open === undefined || close === undefined ? [] : separateBlocks(open, token, close);
  });
  return compactHtml(parser.renderer.render(renderedTokens, parser.options, {}));
}

function separateBlocks(open: Token, inline: Token, close: Token): readonly Token[] {
  const parts: Token[][] = [[]];
  for (const child of inline.children ?? []) {
    if (isBlockPlaceholder(child)) parts.push([child], []);
    else parts.at(-1)?.push(child);
  }
  return parts.flatMap((children) => {
    if (children.some(isBlockPlaceholder)) return children;
    const isBreak = ({ type }: Token): boolean => type === 'softbreak' || type === 'hardbreak';
    const isSpace = (child: Token): boolean => isBreak(child) || (child.type === 'text' && child.content.trim() === '');
    const first = children.findIndex((child) => !isSpace(child));
    const trimmed = first < 0 ? [] : children.slice(first, children.findLastIndex((child) => !isSpace(child)) + 1);
    if (trimmed.length === 0) return [];
    const shown = trimmed.map((child, index) => {
      if (child.type !== 'text') return child;
      const content = index === 0 ? child.content.trimStart() : child.content;
      return copyOf(child, { content: index === trimmed.length - 1 ? content.trimEnd() : content });
    });
    return [open, copyOf(inline, { children: shown }), close];
  });
}

function isBlockPlaceholder({ type, content }: Token): boolean {
  return type === 'placeholder' && startsWithBlock(content);
}

function copyOf(token: Token, changes: Partial<Token>): Token {
  return Object.assign(Object.create(Object.getPrototypeOf(token)), token, changes) as Token;
}

const INLINE_START = /^<(?:mention-component|a|span|kbd|mark|u|sub|sup|strong|b|em|i|s|del|code|img)\b/i;

function startsWithBlock(html: string): boolean {
  return html.startsWith('<') && !INLINE_START.test(html);
}

function renderEdited(
  edited: string,
  blocks: readonly Block[],
  placeholders: Placeholders,
  cleanText: CleanText,
): { readonly html: string } | { readonly problem: string } {
  const placeholderUse: PlaceholderUse = { placeholders, usedNumbers: [], problems: [], cleanText };
  const parser = createParser(placeholderUse);
  const text = normalizeLines(edited);
  const lines = text.split('\n');
  const unusedBlocks = new Map<string, Block[]>();
  for (const block of blocks) {
    const key = withoutLabels(normalizeLines(block.markdown));
    unusedBlocks.set(key, [...(unusedBlocks.get(key) ?? []), block]);
  }
  const html = topLevelBlocks(parser.parse(text, {}))
    .map((tokens) => {
      const [first] = tokens;
      const [from, to] = first?.map ?? [0, 0];
      const block = unusedBlocks.get(withoutLabels(lines.slice(from, to).join('\n').trim()))?.shift();
      return block?.html ?? renderTokens(parser, tokens);
    })
    .join('');
  const problem = placeholderUse.problems[0] ?? placeholderProblem(placeholderUse.usedNumbers, placeholders);
  return problem === undefined ? { html } : { problem };
}

function topLevelBlocks(tokens: readonly Token[]): Token[][] {
  const blocks: Token[][] = [];
  for (const token of tokens) {
    const isBlockStart = token.level === 0 && token.nesting >= 0;
    if (isBlockStart) blocks.push([token]);
    else blocks.at(-1)?.push(token);
  }
  return blocks;
}

/** Every placeholder must occur exactly once. Otherwise, its content would be lost or duplicated. */
function placeholderProblem(usedNumbers: readonly number[], placeholders: Placeholders): string | undefined {
  for (let number = 1; number <= placeholders.count; number += 1) {
    const count = usedNumbers.filter((candidate) => candidate === number).length;
    const text = placeholders.textOf(number) ?? '';
    if (count === 0)
      return l10n.t(
        "{0} is missing or is inside code. It represents content that Markdown can't express. Undo, or insert it again.",
        text,
      );
    if (count > 1) return l10n.t('{0} occurs {1} times. It can occur only once.', text, count);
  }
  return undefined;
}

function normalizeLines(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').trim();
}
