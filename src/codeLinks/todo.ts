// Owns TODO and FIXME comments: finding one on a line of any language, what it says, and writing an identifier into it.
// Pure.

export interface Todo {
  readonly marker: 'TODO' | 'FIXME';
  /** Counted from 0. */
  readonly line: number;
  /** The last line of what it says. */
  readonly last: number;
  /** What stands in parentheses behind the marker: a name, an identifier. */
  readonly owner: string;
  /** What it says, line by line, without the signs of the comment. */
  readonly says: readonly string[];
}

/** Text to be put in at a column. */
export interface Insertion {
  readonly column: number;
  readonly text: string;
}

const MARKER = /(?<![\p{L}\p{N}_])(TODO|FIXME)(?:[ \t]*\(([^()]{0,80})\))?(?![\p{L}\p{N}_])/u;
/** Behind the marker: a colon or dash between it and what it says. */
const BETWEEN = /^[ \t]*(?:[:：]|[-–—](?=\s))?[ \t]*/;
/** Longer lines are written by machines. */
const LONGEST_LINE = 1_000;
const MOST_LINES = 20;

/** Whole lines are prose in these: a marker needs no sign of a comment. */
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
 * Signs that begin a comment anywhere on a line, whatever the language: none of them stands before a word in capitals
 * otherwise.
 */
const ANYWHERE = /(?<!:)\/\/|\/\*|<!--|\{-|\(\*|<#|(?:^|\s)#+(?=[\s!:-]|$)|(?:^|\s)--+(?=\s|$)|"""|'''/;
/** Those that do so only at the beginning of a line. */
const AT_BEGINNING = /^\s*(?:[;%'"!*>#-]+|--|::|rem\b|@rem\b|dnl\b|c\b(?=\s))/i;
/** Those that do so anywhere, but only in these languages. */
const OF_LANGUAGES: readonly (readonly [RegExp, ReadonlySet<string>])[] = [
  [/;/, new Set(['clojure', 'lisp', 'scheme', 'racket', 'elisp', 'ini', 'asm', 'nasm', 'autohotkey'])],
  [/%/, new Set(['latex', 'tex', 'bibtex', 'erlang', 'matlab', 'octave', 'prolog', 'postscript'])],
  [/'/, new Set(['vb', 'vba', 'vbscript', 'brightscript'])],
  [/!/, new Set(['fortran', 'fortran-modern', 'FortranFreeForm'])],
  [/\|/, new Set(['forth'])],
];
/** Nothing, or a bullet, as in the middle of a block comment or a docstring. */
const BARE = /^[\s*•>|-]*(?:\d+[.)]\s+)?(?:\[[ x]\]\s+)?$/i;
const ENDS = /\s*(?:\*\/.*|-->.*|-\}|\*\)|#>|"""|''')\s*$/;
/** What begins each line of a comment. */
const SIGN = /^\s*(?:\/\/[/!]?|#+|--|;+|%+|\*(?!\/)|'|!|>|dnl\b|rem\b)?[ \t]*/i;

/** The TODO on a line, if there is one. Of the lines only those that belong to it are looked at. */
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

/** Where the identifier goes: `TODO(WEB-12): …`, beside an owner that is there. Undefined when the line has no TODO. */
export function insertIdentifier(text: string, identifier: string): Insertion | undefined {
  const match = MARKER.exec(text);
  if (match === null) return undefined;
  const [whole, marker = '', owner] = match;
  if (owner === undefined) return { column: match.index + marker.length, text: `(${identifier})` };
  const column = match.index + whole.length - 1;
  return { column, text: owner.trim() === '' ? identifier : `, ${identifier}` };
}

/**
 * Where a line stands that stood at `line` when it was read: there still, or at the nearest place. Space around it may
 * have changed.
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
  // The sign may stand right before the marker.
  if (/(?:^|\s)(?:#|--)@?$/.test(before)) return true;
  return OF_LANGUAGES.some(([sign, languages]) => languages.has(languageId) && sign.test(before));
}

/** The lines of the same comment that go on with what it says. */
function continued(lines: readonly string[], line: number, column: number): readonly string[] {
  const own = lines[line] ?? '';
  const sign = SIGN.exec(own)?.[0] ?? '';
  // Behind code, or in the middle of a comment's line, it is the whole of it.
  if (
    own
      .slice(0, column)
      .replace(/^\s*(?:\/\*\*?|<!--)\s*/, '')
      .trim() !== sign.trim()
  )
    return [];
  const said: string[] = [];
  for (const next of lines.slice(line + 1, line + 1 + MOST_LINES)) {
    if (next.length > LONGEST_LINE || !goesOn(next, own, sign)) break;
    const text = next.slice((SIGN.exec(next)?.[0] ?? '').length);
    const bare = text.replace(ENDS, '').trim();
    if (bare === '' || MARKER.test(bare) || bare.startsWith('@')) break;
    said.push(bare);
    if (bare !== text.trim()) break;
  }
  return said;
}

/** Whether a line is of the comment that another one, which begins with this sign, is of. */
function goesOn(next: string, own: string, sign: string): boolean {
  const isBlock = /^\s*(?:\/\*|<!--)/.test(own);
  const mark = (SIGN.exec(next)?.[0] ?? '').trim();
  if (isBlock) return mark === '' || mark === '*';
  return mark === sign.trim() && mark !== '';
}
