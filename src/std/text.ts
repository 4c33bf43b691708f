// Owns plain text out of HTML, for places that show a few lines of it, and the escaping of text for Markdown.

import { Parser } from 'htmlparser2';
import { displayText } from './displayName.ts';

const BLOCKS = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'li', 'tr', 'pre', 'blockquote', 'div', 'br']);
const SILENT = new Set(['script', 'style', 'template']);
/** For a few lines, nothing past this is looked at. */
const LOOKED_AT = 20_000;

/** The first lines that hold something; all of them where `count` is infinite. What comes out is text, to be escaped where it goes. */
export function firstLines(html: string, count: number): string[] {
  const pieces: string[] = [];
  let silent = 0;
  let preformatted = 0;
  const parser = new Parser({
    onopentag: (name) => {
      if (SILENT.has(name)) silent += 1;
      if (name === 'pre') preformatted += 1;
    },
    ontext: (text) => {
      if (silent === 0) pieces.push(preformatted > 0 ? text : text.replace(/\s/g, ' '));
    },
    onclosetag: (name) => {
      if (SILENT.has(name)) silent -= 1;
      if (name === 'pre') preformatted -= 1;
      pieces.push(BLOCKS.has(name) ? '\n' : name === 'td' || name === 'th' ? '  ' : '');
    },
  });
  parser.end(Number.isFinite(count) ? html.slice(0, LOOKED_AT) : html);
  return pieces
    .join('')
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .slice(0, count);
}

/** Text that Markdown shows as it stands, but for space around it. VS Code looks for `$(icon)` after backslashes are taken off: entities stay. */
export function escapeMarkdown(text: string): string {
  return displayText(text)
    .replace(/[\\`*_{}[\]()#+\-.!|<>~&=:@]/g, '\\$&')
    .replaceAll('$', '&#36;')
    .replace(/[\r\n]+/g, ' ')
    .trim();
}
