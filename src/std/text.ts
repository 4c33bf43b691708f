// Extracts the first lines of text from HTML, and escapes text for HTML and Markdown.

import { displayText } from './displayName.ts';
import { tokenizeHtml } from './htmlTokens.ts';
import { oneLine } from './truncate.ts';

const BLOCK_TAGS = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'li', 'tr', 'pre', 'blockquote', 'div', 'br']);
const IGNORED_TAGS = new Set(['script', 'style', 'template']);
const MENTION_TAG = 'mention-component';
/** Maximum number of characters of the HTML that are read if the number of lines is limited. */
const MAX_HTML_LENGTH = 20_000;

/**
 * Returns the first `count` lines of the HTML's text that are not blank; all lines when `count` is infinite. The lines
 * are not escaped: the caller must escape them for HTML or Markdown. Without `userName`, mentions of users are left
 * out.
 */
export function firstLines(html: string, count: number, userName?: UserNameLookup): string[] {
  return textOf(html, count, undefined, userName)
    .split('\n')
    .map(oneLine)
    .filter((line) => line !== '')
    .slice(0, count);
}

/** Returns the name of the user with this id; undefined if the user is not loaded. */
export type UserNameLookup = (id: string) => string | undefined;

/**
 * Returns the first `count` lines of the HTML's text as Markdown. Headings, lists and mentions of users stay formatted.
 * All other text is escaped, so that the result contains no links, icons or HTML.
 */
export function markdownExcerpt(html: string, count: number, userName: UserNameLookup): string {
  const lines = textOf(html, count, new BlockMarkers(), userName)
    .split('\n')
    .map((line) => {
      const [, tabs = '', marker = '', text = ''] = /^ *(\t*)(?:([^\t]+)\t)?(.*)$/.exec(line) ?? [];
      return { depth: tabs.length, marker, text: oneLine(text) };
    })
    .filter(({ text }) => text !== '')
    .slice(0, count);
  let markdown = '';
  let [lastMarker, lastDepth] = ['', -1];
  for (const { depth, marker, text } of lines) {
    const isListItem = marker !== '' && marker !== HEADING;
    // If an item were indented by two levels more than the previous item, Markdown would show a code block.
    const shownDepth = isListItem ? Math.min(depth, lastDepth + 1) : -1;
    const isSameList = isListItem && lastDepth >= 0;
    if (markdown !== '') markdown += isSameList ? '\n' : marker === '' && lastMarker === '' ? '  \n' : '\n\n';
    markdown += (marker === '' ? '' : `${'    '.repeat(Math.max(0, shownDepth))}${marker} `) + escapeMarkdown(text);
    [lastMarker, lastDepth] = [marker, shownDepth];
  }
  return markdown;
}

/**
 * Returns the text of the HTML, with a line break at the start and the end of each block. With `markers`, the first
 * line of a heading or list item starts with a marker and a tab; before the marker, there is one tab for each outer
 * list. With `userName`, the text of a mention is the user's name, or the text of the element if the user is not
 * loaded.
 */
function textOf(html: string, count: number, markers?: BlockMarkers, userName?: UserNameLookup): string {
  const pieces: string[] = [];
  /**
   * The mention that is not closed yet: the index of its text in `pieces`, and whether the name of the user is loaded.
   */
  let mention: { readonly index: number; readonly hasName: boolean } | undefined;
  let ignoredDepth = 0;
  let preformattedDepth = 0;
  const addSeparator = (name: string): void => {
    if (BLOCK_TAGS.has(name)) pieces.push('\n');
    else if (name === 'td' || name === 'th') pieces.push('  ');
  };
  const openMention = (attributes: ReadonlyMap<string, string>): void => {
    if (userName === undefined || ignoredDepth > 0 || attributes.get('entity_name') === 'issue_mention') return;
    const name = userName(attributes.get('entity_identifier') ?? '');
    mention = {
      index: pieces.push(markers?.takeMarker() ?? '', `@${oneLine(name ?? '…')}`) - 1,
      hasName: name !== undefined,
    };
  };
  // Plane writes mentions without text, sometimes as `<mention-component/>` without an end tag.
  const closeMention = (): void => {
    if (mention === undefined) return;
    const text = oneLine(pieces.splice(mention.index + 1).join(''));
    if (text !== '' && !mention.hasName) pieces[mention.index] = `@${text.replace(/^@/, '')}`;
    mention = undefined;
  };
  tokenizeHtml(Number.isFinite(count) ? html.slice(0, MAX_HTML_LENGTH) : html, {
    open: (name, attributes) => {
      if (IGNORED_TAGS.has(name)) ignoredDepth += 1;
      if (name === 'pre') preformattedDepth += 1;
      addSeparator(name);
      markers?.open(name, attributes);
      if (name === MENTION_TAG) openMention(attributes);
    },
    text: (text) => {
      if (ignoredDepth > 0) return;
      if (markers !== undefined && text.trim() !== '') pieces.push(markers.takeMarker());
      pieces.push(text.replace(preformattedDepth > 0 ? /\t/g : /\s/g, ' '));
    },
    close: (name) => {
      if (IGNORED_TAGS.has(name)) ignoredDepth = Math.max(0, ignoredDepth - 1);
      if (name === 'pre') preformattedDepth = Math.max(0, preformattedDepth - 1);
      addSeparator(name);
      markers?.close(name);
      if (name === MENTION_TAG) closeMention();
    },
  });
  return pieces.join('');
}

/** The marker of all headings. In a hover, a heading of this level has the size of normal text. */
const HEADING = '####';
const HEADING_TAG = /^h[1-6]$/;

/**
 * Computes the Markdown markers of headings and list items. The methods are called for the tags of the HTML in document
 * order.
 */
class BlockMarkers {
  /** For each open list, the innermost last: the number of the next item; undefined for a bulleted list. */
  readonly #nextNumbers: (number | undefined)[] = [];
  /** The marker of the current block, until `takeMarker` returns it. */
  #pending = '';

  open(tag: string, attributes: ReadonlyMap<string, string>): void {
    if (tag === 'ul') this.#nextNumbers.push(undefined);
    if (tag === 'ol') {
      const start = attributes.get('start') ?? '';
      this.#nextNumbers.push(/^\d{1,6}$/.test(start) ? Number(start) : 1);
    }
    if (HEADING_TAG.test(tag)) this.#pending ||= `${HEADING}\t`;
    if (tag !== 'li') return;
    const number = this.#nextNumbers.at(-1);
    if (number !== undefined) this.#nextNumbers[this.#nextNumbers.length - 1] = number + 1;
    const checkedAttribute = attributes.get('data-checked');
    const checkbox = checkedAttribute === undefined ? '' : checkedAttribute === 'true' ? ' ☑' : ' ☐';
    const indent = '\t'.repeat(Math.max(0, this.#nextNumbers.length - 1));
    this.#pending = `${indent}${number === undefined ? '-' : `${number}.`}${checkbox}\t`;
  }

  /** Returns the marker of the current block before its first text, otherwise ''. */
  takeMarker(): string {
    const marker = this.#pending;
    this.#pending = '';
    return marker;
  }

  close(tag: string): void {
    if (tag === 'ul' || tag === 'ol') this.#nextNumbers.pop();
    if (tag === 'li' || (HEADING_TAG.test(tag) && this.#pending === `${HEADING}\t`)) this.#pending = '';
  }
}

/** Escapes text for the content of an HTML element or an attribute in double quotes. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/**
 * Escapes text so that Markdown shows the text unchanged, apart from line breaks, surrounding space and invisible
 * characters. VS Code looks for `$(icon)` after it has removed backslashes, so `$` is replaced by an entity.
 */
export function escapeMarkdown(text: string): string {
  return displayText(text)
    .replace(/[\\`*_{}[\]()#+\-.!|<>~&=:@]/g, '\\$&')
    .replaceAll('$', '&#36;')
    .replace(/[\r\n]+/g, ' ')
    .trim();
}

/**
 * Returns data as an HTML element, which browsers do not execute. `<` is escaped, so that no text can end the element or
 * start a comment in it, and so are the line separators that end a line of a script.
 */
export function jsonBlock(id: string, data: unknown): string {
  const json = JSON.stringify(data).replaceAll(/[<\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return `<script type="application/json" id="${id}">${json}</script>`;
}
