// Extracts the first lines of text from HTML, and escapes text for HTML and Markdown.

import { displayText } from './displayName.ts';
import { readHtml } from './htmlTokens.ts';
import { oneLine } from './truncate.ts';

const BLOCKS = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'li', 'tr', 'pre', 'blockquote', 'div', 'br']);
const SILENT = new Set(['script', 'style', 'template']);
/** Characters of the HTML that are read for a limited number of lines. */
const LOOKED_AT = 20_000;

/**
 * Returns the first `count` lines that are not blank; all of them when `count` is infinite. The result is plain text:
 * escape it for the place where it is inserted.
 */
export function firstLines(html: string, count: number): string[] {
  const pieces: string[] = [];
  let silent = 0;
  let preformatted = 0;
  const edge = (name: string): void => {
    if (BLOCKS.has(name)) pieces.push('\n');
    else if (name === 'td' || name === 'th') pieces.push('  ');
  };
  readHtml(Number.isFinite(count) ? html.slice(0, LOOKED_AT) : html, {
    open: (name) => {
      if (SILENT.has(name)) silent += 1;
      if (name === 'pre') preformatted += 1;
      edge(name);
    },
    text: (text) => {
      if (silent === 0) pieces.push(preformatted > 0 ? text : text.replace(/\s/g, ' '));
    },
    close: (name) => {
      if (SILENT.has(name)) silent = Math.max(0, silent - 1);
      if (name === 'pre') preformatted = Math.max(0, preformatted - 1);
      edge(name);
    },
  });
  return pieces
    .join('')
    .split('\n')
    .map(oneLine)
    .filter((line) => line !== '')
    .slice(0, count);
}

/** Escapes text for the content of an HTML element or an attribute in double quotes. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/**
 * Escapes text so that Markdown shows it unchanged, apart from surrounding space. VS Code looks for `$(icon)` after it
 * has removed backslashes, so `$` becomes an entity.
 */
export function escapeMarkdown(text: string): string {
  return displayText(text)
    .replace(/[\\`*_{}[\]()#+\-.!|<>~&=:@]/g, '\\$&')
    .replaceAll('$', '&#36;')
    .replace(/[\r\n]+/g, ' ')
    .trim();
}
