// Finds TODO and FIXME comments in any language, reads their text, and inserts an identifier. Pure.

export interface Todo {
  readonly marker: 'TODO' | 'FIXME';
  /** 0-based. */
  readonly line: number;
  /** The last line of its text, 0-based. */
  readonly last: number;
  /** The text in parentheses after the marker: a name or an identifier. */
  readonly owner: string;
  /** Its text, one element for each line, without comment characters. */
  readonly says: readonly string[];
}

/** Text to insert at a column. */
export interface Insertion {
  readonly column: number;
  readonly text: string;
}

const MARKER = /(?<![\p{L}\p{N}_])(TODO|FIXME)(?:[ \t]*\(([^()]{0,80})\))?(?![\p{L}\p{N}_])/u;
/** After the marker: a colon or dash between it and the text. */
const BETWEEN = /^[ \t]*(?:[:：]|[-–—](?=\s))?[ \t]*/;
/** In characters; longer lines are generated. */
const LONGEST_LINE = 1_000;
const MOST_LINES = 20;

/** Languages in which whole lines are prose: a marker needs no comment characters. */
const PROSE: ReadonlySet<string> = new Set([
  'markdown',
  'plaintext',
  'restructuredtext',
  'asciidoc',
  'git-commit',
  'org',
  'scminput',
]);
/**
 * Characters that start a comment anywhere on a line in any language: in other contexts, none of them precedes an
 * uppercase word.
 */
const ANYWHERE = /(?<!:)\/\/|\/\*|<!--|\{-|\(\*|<#|(?:^|\s)#+(?=[\s!:-]|$)|(?:^|\s)--+(?=\s|$)|"""|'''/;
/** Characters that start a comment only at the beginning of a line. */
const AT_BEGINNING = /^\s*(?:[;%'"!*>#-]+|--|::|rem\b|@rem\b|dnl\b|c\b(?=\s))/i;
/** Characters that start a comment anywhere, but only in these languages. */
const OF_LANGUAGES: readonly (readonly [RegExp, ReadonlySet<string>])[] = [
  [/;/, new Set(['clojure', 'lisp', 'scheme', 'racket', 'elisp', 'ini', 'asm', 'nasm', 'autohotkey'])],
  [/%/, new Set(['latex', 'tex', 'bibtex', 'erlang', 'matlab', 'octave', 'prolog', 'postscript'])],
  [/'/, new Set(['vb', 'vba', 'vbscript', 'brightscript'])],
  [/!/, new Set(['fortran', 'fortran-modern', 'FortranFreeForm'])],
  [/\|/, new Set(['forth'])],
];
/** Nothing or a bullet, for lines inside of a block comment or docstring. */
const BARE = /^[\s*•>|-]*(?:\d+[.)]\s+)?(?:\[[ x]\]\s+)?$/i;
const ENDS = /\s*(?:\*\/.*|-->.*|-\}|\*\)|#>|"""|''')\s*$/;
/** The characters that start each line of a comment. */
const SIGN = /^\s*(?:\/\/[/!]?|#+|--|;+|%+|\*(?!\/)|'|!|>|dnl\b|rem\b)?[ \t]*/i;

/** Returns the TODO on a line; undefined if there is none. Reads only the lines that belong to it. */
export function todoAt(lines: readonly string[], line: number, languageId: string): Todo | undefined {
  const text = lines[line] ?? '';
  const match = text.length > LONGEST_LINE ? null : MARKER.exec(text);
  if (match === null || !isComment(text.slice(0, match.index), languageId)) return undefined;
  const [whole, marker, owner = ''] = match;
  const behind = text.slice(match.index + whole.length).replace(BETWEEN, '');
  const first = behind.replace(ENDS, '').trim();
  const isClosed = ENDS.test(behind);
  const rest = isClosed ? [] : continued(lines, line, match.index);
  const says = [first, ...rest].filter((one) => one !== '');
  return { marker: marker === 'FIXME' ? 'FIXME' : 'TODO', line, last: line + rest.length, owner: owner.trim(), says };
}

/**
 * Returns where to insert the identifier: `TODO(WEB-12): …`, or after an existing owner. Undefined if the line has no
 * TODO.
 */
export function insertIdentifier(text: string, identifier: string): Insertion | undefined {
  const match = MARKER.exec(text);
  if (match === null) return undefined;
  const [whole, marker = '', owner] = match;
  if (owner === undefined) return { column: match.index + marker.length, text: `(${identifier})` };
  const column = match.index + whole.length - 1;
  return { column, text: owner.trim() === '' ? identifier : `, ${identifier}` };
}

/**
 * Returns the current index of a line that was at `line` before, or of the nearest equal line. Leading and trailing
 * space may differ; undefined if the line is gone.
 */
export function findLine(lines: readonly string[], text: string, line: number): number | undefined {
  const wanted = text.trim();
  let best: number | undefined;
  for (const [index, one] of lines.entries()) {
    if (one.trim() === wanted && (best === undefined || Math.abs(index - line) < Math.abs(best - line))) best = index;
  }
  return best;
}

function isComment(before: string, languageId: string): boolean {
  if (PROSE.has(languageId) || BARE.test(before) || AT_BEGINNING.test(before) || ANYWHERE.test(before)) return true;
  // The comment characters may come right before the marker.
  if (/(?:^|\s)(?:#|--)@?$/.test(before)) return true;
  return OF_LANGUAGES.some(([sign, languages]) => languages.has(languageId) && sign.test(before));
}

/** The following lines of the same comment that continue the text. */
function continued(lines: readonly string[], line: number, column: number): readonly string[] {
  const own = lines[line] ?? '';
  const sign = SIGN.exec(own)?.[0] ?? '';
  // A TODO after code, or in the middle of a comment line, does not continue on the next line.
  if (
    own
      .slice(0, column)
      .replace(/^\s*(?:\/\*\*?|<!--)\s*/, '')
      .trim() !== sign.trim()
  )
    return [];
  const following: string[] = [];
  for (const next of lines.slice(line + 1, line + 1 + MOST_LINES)) {
    if (next.length > LONGEST_LINE || !continues(next, own, sign)) break;
    const text = next.slice((SIGN.exec(next)?.[0] ?? '').length);
    const bare = text.replace(ENDS, '').trim();
    if (bare === '' || MARKER.test(bare) || bare.startsWith('@')) break;
    following.push(bare);
    if (bare !== text.trim()) break;
  }
  return following;
}

/** Whether the line belongs to the same comment as `own`, which starts with `sign`. */
function continues(next: string, own: string, sign: string): boolean {
  const isBlock = /^\s*(?:\/\*|<!--)/.test(own);
  const mark = (SIGN.exec(next)?.[0] ?? '').trim();
  if (isBlock) return mark === '' || mark === '*';
  return mark === sign.trim() && mark !== '';
}
