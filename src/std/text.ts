// Extracts the first lines of text from HTML, and escapes text for HTML and Markdown.

import { displayText } from './displayName.ts';
import { tokenizeHtml } from './htmlTokens.ts';
import { oneLine } from './truncate.ts';

const BLOCK_TAGS = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'li', 'tr', 'pre', 'blockquote', 'div', 'br']);
const IGNORED_TAGS = new Set(['script', 'style', 'template']);
/** Characters of the HTML that are read for a limited number of lines. The rest cannot be visible. */
const MAX_HTML_LENGTH = 20_000;

/**
 * Returns the first `count` lines of the HTML's text that are not blank; all lines when `count` is infinite. The lines
 * are plain text: the caller must escape them for HTML or Markdown. With `marksListItems`, the line of a list item starts
 * with a tab for each list around its list, and a bullet, its number or a check box.
 */
export function firstLines(html: string, count: number, { marksListItems = false } = {}): string[] {
  const pieces: string[] = [];
  let ignoredDepth = 0;
  let preformattedDepth = 0;
  const lists = new ListMarkers();
  let marker = '';
  const addSeparator = (name: string): void => {
    if (BLOCK_TAGS.has(name)) pieces.push('\n');
    else if (name === 'td' || name === 'th') pieces.push('  ');
  };
  tokenizeHtml(Number.isFinite(count) ? html.slice(0, MAX_HTML_LENGTH) : html, {
    open: (name, attributes) => {
      if (IGNORED_TAGS.has(name)) ignoredDepth += 1;
      if (name === 'pre') preformattedDepth += 1;
      addSeparator(name);
      if (marksListItems) marker = lists.open(name, attributes) ?? marker;
    },
    text: (text) => {
      if (ignoredDepth > 0) return;
      if (marker !== '' && text.trim() !== '') {
        pieces.push(marker);
        marker = '';
      }
      pieces.push(text.replace(preformattedDepth > 0 ? /\t/g : /\s/g, ' '));
    },
    close: (name) => {
      if (IGNORED_TAGS.has(name)) ignoredDepth = Math.max(0, ignoredDepth - 1);
      if (name === 'pre') preformattedDepth = Math.max(0, preformattedDepth - 1);
      addSeparator(name);
      if (name === 'li') marker = '';
      lists.close(name);
    },
  });
  return pieces
    .join('')
    .split('\n')
    .map((line) => (/^ *(\t*)/.exec(line)?.[1] ?? '') + oneLine(line))
    .filter((line) => line !== '')
    .slice(0, count);
}

/** Returns the first `count` lines of the HTML's text as lines of Markdown, with the markers of lists and indented. */
export function firstMarkdownLines(html: string, count: number): string[] {
  return firstLines(html, count, { marksListItems: true }).map((line) => {
    const text = line.trimStart();
    return '&emsp;'.repeat(line.length - text.length) + escapeMarkdown(text);
  });
}

/** Returns the bullet or number of each list item. Receives the tags of the HTML in their order. */
class ListMarkers {
  /** The open lists, the innermost last: the number of the next item; undefined for a list with bullets. */
  readonly #nextNumbers: (number | undefined)[] = [];

  /** Returns the marker of a list item; undefined for other tags. */
  open(tag: string, attributes: ReadonlyMap<string, string>): string | undefined {
    if (tag === 'ul') this.#nextNumbers.push(undefined);
    if (tag === 'ol') {
      const start = attributes.get('start') ?? '';
      this.#nextNumbers.push(/^\d{1,6}$/.test(start) ? Number(start) : 1);
    }
    if (tag !== 'li') return undefined;
    const indent = '\t'.repeat(Math.max(0, this.#nextNumbers.length - 1));
    const number = this.#nextNumbers.at(-1);
    if (number !== undefined) {
      this.#nextNumbers[this.#nextNumbers.length - 1] = number + 1;
      return `${indent}${number}. `;
    }
    const isChecked = attributes.get('data-checked');
    const bullet = indent === '' ? '•' : '◦';
    return `${indent}${isChecked === undefined ? bullet : isChecked === 'true' ? '☑' : '☐'} `;
  }

  close(tag: string): void {
    if (tag === 'ul' || tag === 'ol') this.#nextNumbers.pop();
  }
}

/** Escapes text for the content of an HTML element or an attribute in double quotes. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/**
 * Escapes text so that Markdown shows the text unchanged, apart from line breaks and surrounding space. VS Code looks
 * for `$(icon)` after it has removed backslashes, so `$` is replaced by an entity.
 */
export function escapeMarkdown(text: string): string {
  return displayText(text)
    .replace(/[\\`*_{}[\]()#+\-.!|<>~&=:@]/g, '\\$&')
    .replaceAll('$', '&#36;')
    .replace(/[\r\n]+/g, ' ')
    .trim();
}
