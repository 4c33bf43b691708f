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
 * are plain text: the caller must escape them for HTML or Markdown.
 */
export function firstLines(html: string, count: number): string[] {
  const pieces: string[] = [];
  let ignoredDepth = 0;
  let preformattedDepth = 0;
  const addSeparator = (name: string): void => {
    if (BLOCK_TAGS.has(name)) pieces.push('\n');
    else if (name === 'td' || name === 'th') pieces.push('  ');
  };
  tokenizeHtml(Number.isFinite(count) ? html.slice(0, MAX_HTML_LENGTH) : html, {
    open: (name) => {
      if (IGNORED_TAGS.has(name)) ignoredDepth += 1;
      if (name === 'pre') preformattedDepth += 1;
      addSeparator(name);
    },
    text: (text) => {
      if (ignoredDepth === 0) pieces.push(preformattedDepth > 0 ? text : text.replace(/\s/g, ' '));
    },
    close: (name) => {
      if (IGNORED_TAGS.has(name)) ignoredDepth = Math.max(0, ignoredDepth - 1);
      if (name === 'pre') preformattedDepth = Math.max(0, preformattedDepth - 1);
      addSeparator(name);
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
