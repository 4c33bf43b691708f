// Finds TODO and FIXME comments, parses their text, and finds where to insert a work item's identifier. Pure.

export interface Todo {
  readonly marker: 'TODO' | 'FIXME';
  /** The line of the marker, 0-based. */
  readonly line: number;
  /** The last line of the text, 0-based. */
  readonly lastLine: number;
  /** The text in parentheses after the marker, often a name or an identifier; '' if there is none. */
  readonly owner: string;
  /** The lines of the text, without the marker and without comment characters. */
  readonly textLines: readonly string[];
}

/** A text to insert into a line, and the column. */
export interface TextInsertion {
  readonly column: number;
  readonly text: string;
}

const MARKER = /(?<![\p{L}\p{N}_])(TODO|FIXME)(?:[ \t]*\(([^()]{0,80})\))?(?![\p{L}\p{N}_])/u;
/** Matches the colon or dash between the marker and the text. */
const TEXT_SEPARATOR = /^[ \t]*(?:[:：]|[-–—](?=\s))?[ \t]*/;
/** The maximum length of a line, in characters. A longer line is probably generated code, and is skipped. */
const MAX_LINE_LENGTH = 1_000;
const MAX_LINES = 20;

/** Languages of prose, in which a marker needs no comment characters. */
const PROSE_LANGUAGES: ReadonlySet<string> = new Set([
  'markdown',
  'plaintext',
  'restructuredtext',
  'asciidoc',
  'git-commit',
  'org',
  'scminput',
]);
/**
 * Matches characters that start a comment anywhere on a line, for any language. A language that uses them for something
 * else does not put them before an uppercase word.
 */
const COMMENT_START = /(?<!:)\/\/|\/\*|<!--|\{-|\(\*|<#|(?:^|\s)#+(?=[\s!:-]|$)|(?:^|\s)--+(?=\s|$)|"""|'''/;
/** Matches characters that start a comment only at the beginning of a line. */
const COMMENT_LINE_START = /^\s*(?:[;%'"!*>#-]+|--|::|rem\b|@rem\b|dnl\b|c\b(?=\s))/i;
/** Characters that start a comment anywhere on a line, but only in the listed languages. */
const COMMENT_START_BY_LANGUAGE: readonly (readonly [RegExp, ReadonlySet<string>])[] = [
  [/;/, new Set(['clojure', 'lisp', 'scheme', 'racket', 'elisp', 'ini', 'asm', 'nasm', 'autohotkey'])],
  [/%/, new Set(['latex', 'tex', 'bibtex', 'erlang', 'matlab', 'octave', 'prolog', 'postscript'])],
  [/'/, new Set(['vb', 'vba', 'vbscript', 'brightscript'])],
  [/!/, new Set(['fortran', 'fortran-modern', 'FortranFreeForm'])],
  [/\|/, new Set(['forth'])],
];
/** Matches the start of a line in a block comment or docstring: empty, or a bullet, number or checkbox. */
const BLOCK_LINE_START = /^[\s*•>|-]*(?:\d+[.)]\s+)?(?:\[[ x]\]\s+)?$/i;
const COMMENT_END = /\s*(?:\*\/.*|-->.*|-\}|\*\)|#>|"""|''')\s*$/;
/** Matches the comment characters at the start of a line. */
const COMMENT_CHARACTERS = /^\s*(?:\/\/[/!]?|#+|--|;+|%+|\*(?!\/)|'|!|>|dnl\b|rem\b)?[ \t]*/i;

/** Returns the TODO on a line; undefined if there is none. `lines` are all lines of the document. */
export function todoAt(lines: readonly string[], line: number, languageId: string): Todo | undefined {
  const text = lines[line] ?? '';
  const match = text.length > MAX_LINE_LENGTH ? null : MARKER.exec(text);
  if (match === null || !isComment(text.slice(0, match.index), languageId)) return undefined;
  const [matchedText, marker, owner = ''] = match;
  const textAfterMarker = text.slice(match.index + matchedText.length).replace(TEXT_SEPARATOR, '');
  const first = textAfterMarker.replace(COMMENT_END, '').trim();
  const endsComment = COMMENT_END.test(textAfterMarker);
  const followingLines = endsComment ? [] : continuationLines(lines, line, match.index);
  const textLines = [first, ...followingLines].filter((one) => one !== '');
  return {
    marker: marker === 'FIXME' ? 'FIXME' : 'TODO',
    line,
    lastLine: line + followingLines.length,
    owner: owner.trim(),
    textLines,
  };
}

/**
 * Returns where to insert the identifier, for example `TODO(WEB-12): …` or `TODO(ada, WEB-12): …`. Undefined if the
 * line has no TODO.
 */
export function identifierInsertion(text: string, identifier: string): TextInsertion | undefined {
  const match = MARKER.exec(text);
  if (match === null) return undefined;
  const [matchedText, marker = '', owner] = match;
  if (owner === undefined) return { column: match.index + marker.length, text: `(${identifier})` };
  const column = match.index + matchedText.length - 1;
  return { column, text: owner.trim() === '' ? identifier : `, ${identifier}` };
}

/**
 * Finds a line again after the document was edited: returns the index of the line with this text that is nearest to its
 * former index `line`. Undefined if there is none. Leading and trailing spaces are ignored.
 */
export function findLine(lines: readonly string[], text: string, line: number): number | undefined {
  const trimmedText = text.trim();
  let nearestIndex: number | undefined;
  for (const [index, one] of lines.entries()) {
    if (
      one.trim() === trimmedText &&
      (nearestIndex === undefined || Math.abs(index - line) < Math.abs(nearestIndex - line))
    )
      nearestIndex = index;
  }
  return nearestIndex;
}

function isComment(textBefore: string, languageId: string): boolean {
  if (
    PROSE_LANGUAGES.has(languageId) ||
    BLOCK_LINE_START.test(textBefore) ||
    COMMENT_LINE_START.test(textBefore) ||
    COMMENT_START.test(textBefore)
  )
    return true;
  // Some comment characters need no space before the marker: `#TODO`, `--TODO`, `#@TODO`.
  if (/(?:^|\s)(?:#|--)@?$/.test(textBefore)) return true;
  return COMMENT_START_BY_LANGUAGE.some(
    ([commentCharacters, languages]) => languages.has(languageId) && commentCharacters.test(textBefore),
  );
}

/** Returns the text of the following lines of the same comment, without comment characters. */
function continuationLines(lines: readonly string[], line: number, column: number): readonly string[] {
  const firstLine = lines[line] ?? '';
  const commentCharacters = COMMENT_CHARACTERS.exec(firstLine)?.[0] ?? '';
  // The text of a TODO after code, or in the middle of a comment line, has only one line.
  if (
    firstLine
      .slice(0, column)
      .replace(/^\s*(?:\/\*\*?|<!--)\s*/, '')
      .trim() !== commentCharacters.trim()
  )
    return [];
  const textLines: string[] = [];
  for (const next of lines.slice(line + 1, line + 1 + MAX_LINES)) {
    if (next.length > MAX_LINE_LENGTH || !isContinuation(next, firstLine, commentCharacters)) break;
    const text = next.slice((COMMENT_CHARACTERS.exec(next)?.[0] ?? '').length);
    const trimmedText = text.replace(COMMENT_END, '').trim();
    if (trimmedText === '' || MARKER.test(trimmedText) || trimmedText.startsWith('@')) break;
    textLines.push(trimmedText);
    if (trimmedText !== text.trim()) break;
  }
  return textLines;
}

/** Whether the line `next` belongs to the same comment as `firstLine`, which starts with `commentCharacters`. */
function isContinuation(next: string, firstLine: string, commentCharacters: string): boolean {
  const isBlock = /^\s*(?:\/\*|<!--)/.test(firstLine);
  const nextCharacters = (COMMENT_CHARACTERS.exec(next)?.[0] ?? '').trim();
  if (isBlock) return nextCharacters === '' || nextCharacters === '*';
  return nextCharacters === commentCharacters.trim() && nextCharacters !== '';
}
