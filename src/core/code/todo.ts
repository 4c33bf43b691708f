// Finds comments with a marker such as TODO, parses their text, and finds where to insert an identifier. Pure.
import { type CommentPlace, commentAt } from './commentForms.ts';

export interface Todo {
  /** One of the markers, as the setting spells it. */
  readonly marker: string;
  /** The line of the marker, 0-based. */
  readonly line: number;
  /** The last line of the text, 0-based. */
  readonly lastLine: number;
  /** The text in parentheses after the marker, often a name or an identifier; '' if there is none. */
  readonly owner: string;
  /** The lines of the text, without the marker and without comment characters. */
  readonly textLines: readonly string[];
}

/** A text to insert into a line, and the columns of the text that it replaces. */
export interface TextInsertion {
  readonly column: number;
  readonly endColumn: number;
  readonly text: string;
}

/** A range of a document with 0-based lines and columns, and the text that replaces it. */
export interface TextReplacement {
  readonly start: { readonly line: number; readonly column: number };
  readonly end: { readonly line: number; readonly column: number };
  readonly text: string;
}

/**
 * Matches what is between the marker and the text: the end of a marker in brackets or in bold, Delphi's owner and
 * category (`-oMara -cUI :`), and a colon, dash or other punctuation.
 */
const TEXT_SEPARATOR =
  /^(?:\*\*|[\]>`])?[ \t]*(?:\d?(?:[ \t]*-[oc]\w+)+[ \t]*:|[!?]*[:：]{1,2}(?:[ \t]+-(?=\s))?|[;,!?=.…]+(?=\s)|[-–—](?=\s))?[ \t]*/;
/** The maximum length of a line, in characters. A longer line is probably generated code, and is skipped. */
const MAX_LINE_LENGTH = 1_000;
const MAX_LINES = 20;
/** The characters that end comments whose start is not known. */
const END_CHARACTERS = /\*\/|-->|-\}|\*\)|#>|"""|'''/;
/** The ends of comments whose start is not known. */
const COMMENT_END = /\s*(?:\*\/.*|-->.*|-\}|\*\)|#>|"""|''')\s*$/;
/** The end of what a line comment is in: a tag of a template or of HTML, unless the text has its start, too. */
const OUTER_END = /\s*(?:\?>|-?%[>}])|\s*(?:<\/[\w-]+>|\s%%)\s*$/;
/** A comment for a linter after the text, in a comment of its own. */
const DIRECTIVE =
  /\s+(?:\/\/|\/\*|#|--)\s?(?:no(?:qa|sec|lint)|NO(?:LINT|SONAR)|noinspection|type:|(?:pylint|pragma|fmt|isort|mypy|ruff|pyright|tfsec|checkov|rubocop|swiftlint|yamllint|phpcs|codespell):|(?:eslint|tslint|stylelint|shellcheck|oxlint|biome|prettier|hadolint)[ -]|@ts-|(?:istanbul|c8|v8) ignore)/;
const OUTER_START = /<[?%\w]|\{%/;

const CLOSING: ReadonlyMap<string, string> = new Map(
  ['()', '[]', '""', "''", '“”', '«»'].map(([a = '', b = '']) => [a, b]),
);
/** Matches the comment characters at the start of a line. */
const COMMENT_CHARACTERS = /^\s*(?:\/\/[/!-]?|-?#+|--|;+|%+|\*(?!\/)|'|!|>|dnl\b|rem\b)?[ \t]*/i;
/** Matches words that start a comment. */
const WORD_START = /^\s*@?(?:rem|dnl|c)\b|\[[ x]\]/i;
/** Matches the start of a line of a block comment that has no text. */
const BLOCK_DECORATION_ONLY = /^[\s*|•>-]*$/;
/** Matches the decoration at the start of a line in a block comment. */
const BLOCK_DECORATION = /^\s*(?:\*(?!\/)|\|(?!#))?[ \t]*/;

/** Returns the TODO on a line; undefined if there is none. `lines` are all lines of the document. */
export function todoAt(
  lines: readonly string[],
  line: number,
  languageId: string,
  markers: readonly string[],
): Todo | undefined {
  const text = lines[line] ?? '';
  const found = findMarker(lines, line, languageId, markers);
  if (found === undefined) return undefined;
  const { marker, owner, end, column, comment } = found;
  const textAfterMarker = text.slice(end).replace(TEXT_SEPARATOR, '');
  const { content: contentBeforeEnd, isEnd } = cutAtEnd(textAfterMarker, comment);
  const content = withoutClosing(contentBeforeEnd.trim(), text.charAt(column - 1));
  const followingLines = isEnd ? [] : continuationLines(lines, line, column, comment, pattern(markers));
  const textLines = [content, ...followingLines].filter((one) => one !== '');
  return { marker, line, lastLine: line + followingLines.length, owner: (owner ?? '').trim(), textLines };
}

/**
 * Returns where to insert the identifier, for example `TODO(WEB-12): …` or `TODO(ada, WEB-12): …`, instead of the
 * identifier `replaced` if the TODO has it. Undefined if the line has no TODO.
 */
export function identifierInsertion(
  lines: readonly string[],
  line: number,
  languageId: string,
  markers: readonly string[],
  identifier: string,
  replaced?: string,
): TextInsertion | undefined {
  const found = findMarker(lines, line, languageId, markers);
  if (found === undefined) return undefined;
  const { column, marker, owner, end } = found;
  const insertion = (at: number, text: string): TextInsertion => ({ column: at, endColumn: at, text });
  if (owner === undefined) return insertion(column + marker.length, `(${identifier})`);
  const replacedIndex = replaced === undefined ? -1 : owner.indexOf(replaced);
  if (replaced !== undefined && replacedIndex >= 0) {
    const replacedColumn = end - 1 - owner.length + replacedIndex;
    return { column: replacedColumn, endColumn: replacedColumn + replaced.length, text: identifier };
  }
  return insertion(end - 1, owner.trim() === '' ? identifier : `, ${identifier}`);
}

/**
 * Returns the edit that removes the TODO with its text: whole lines if nothing else is on them, else only the TODO,
 * with its comment characters if the comment has no other text. Code is never removed. Undefined if the line has no
 * TODO.
 */
export function todoRemoval(
  lines: readonly string[],
  line: number,
  languageId: string,
  markers: readonly string[],
): TextReplacement | undefined {
  const found = findMarker(lines, line, languageId, markers);
  const lastLine = todoAt(lines, line, languageId, markers)?.lastLine;
  if (found === undefined || lastLine === undefined) return undefined;
  const { comment, end: markerEnd } = found;
  const text = lines[line] ?? '';
  const lastText = lines[lastLine] ?? '';
  const searched = lastLine === line ? markerEnd : 0;
  const end = endOf(comment, text)?.exec(lastText.slice(searched)) ?? null;
  const endColumn = searched + (end?.index ?? textEnd(lastText.slice(searched), comment));
  const column = text[found.column - 1] === '@' ? found.column - 1 : found.column;
  const start = comment.start ?? (comment.kind === 'block' ? undefined : 0);
  const isOpen = comment.kind === 'block' && end === null;
  const isWholeComment =
    start !== undefined && !isOpen && !/[\p{L}\p{N}]/u.test(text.slice(start, column).replace(WORD_START, ''));
  const hasOwnEnd = end !== null && comment.start !== undefined;
  let before = text.slice(0, isWholeComment ? start : column).trimEnd();
  let after = lastText.slice(isWholeComment && hasOwnEnd ? endColumn + end[0].length : endColumn);
  // In JSX, a comment is in braces. An empty tag of a template is a mistake.
  const [tagStart, tagEnd] = languageId.endsWith('react') ? [/\{$/, /^\s*\}/] : [TAG_START, TAG_END];
  if (isWholeComment && tagStart.test(before) && tagEnd.test(after)) {
    before = before.replace(tagStart, '').trimEnd();
    after = after.replace(tagEnd, '');
  }
  const isDecoration = comment.kind === 'block' && comment.start === undefined && BLOCK_DECORATION_ONLY.test(before);
  if (after.trim() === '' && (before === '' || isDecoration)) return lineRemoval(lines, line, lastLine);
  const following = after.trim() === '' ? '' : before === '' ? after.trimStart() : after.replace(/^(?!\s)/, ' ');
  const indentation = before === '' ? (/^\s*/.exec(text)?.[0] ?? '') : '';
  return {
    start: { line, column: 0 },
    end: { line: lastLine, column: lastText.length },
    text: indentation + before + following,
  };
}

const TAG_START = /(?:\{\{|\{%|<%|<\?(?:php)?)-?$/;
const TAG_END = /^\s*(?:-?(?:\}\}|%\}|%>)|\?>)/;

/** Returns the end of the comment; undefined if it ends with the line. */
function endOf({ kind, end, start = 0 }: CommentPlace, text: string): RegExp | undefined {
  if (kind === 'block') return end;
  return kind === 'bare' || (kind === 'line' && /^(?:\{-|\(\*|<#)/.test(text.slice(start)))
    ? END_CHARACTERS
    : undefined;
}

function lineRemoval(lines: readonly string[], first: number, last: number): TextReplacement {
  const isLastLine = last === lines.length - 1;
  const previous = lines[first - 1];
  return isLastLine && previous !== undefined
    ? {
        start: { line: first - 1, column: previous.length },
        end: { line: last, column: lines[last]?.length ?? 0 },
        text: '',
      }
    : {
        start: { line: first, column: 0 },
        end: isLastLine ? { line: last, column: lines[last]?.length ?? 0 } : { line: last + 1, column: 0 },
        text: '',
      };
}

interface FoundMarker {
  readonly marker: string;
  readonly owner: string | undefined;
  readonly column: number;
  /** The column after the marker and its owner. */
  readonly end: number;
  readonly comment: CommentPlace;
}

/** Returns the first marker on the line that is in a comment. */
function findMarker(
  lines: readonly string[],
  line: number,
  languageId: string,
  markers: readonly string[],
): FoundMarker | undefined {
  const text = lines[line] ?? '';
  if (text.length > MAX_LINE_LENGTH) return undefined;
  for (const match of text.matchAll(new RegExp(pattern(markers), 'gu'))) {
    const comment = commentAt(lines, line, match.index, languageId);
    const [matchedText, typed = '', owner, ownerInBrackets] = match;
    const marker = markers.find((one) => one.toUpperCase() === typed.toUpperCase());
    if (comment === undefined || marker === undefined) continue;
    const end = match.index + matchedText.length;
    // At the start of a line of code, `todo:` may be a key, and in prose, `BUG` may be a word.
    const isUppercase = typed === 'TODO' || typed === 'FIXME';
    const hasColon = /^[ \t]*[:：]/.test(text.slice(end));
    const isCertain = {
      line: true,
      block: true,
      // `TODO("…")` is a call in Kotlin.
      bare: isUppercase && !/^\s*["'`]/.test(owner ?? ''),
      prose: isUppercase || hasColon,
      rare: isUppercase && hasColon,
    }[comment.kind];
    if (!isCertain) continue;
    return { marker, owner: owner ?? ownerInBrackets, column: match.index, end, comment };
  }
  return undefined;
}

/**
 * Returns the pattern of the markers: as spelled, or in any case if `@` or `\\` precedes or a colon follows. `XXX-12` is
 * an identifier.
 */
function pattern(markers: readonly string[]): RegExp {
  if (markers.length === 0) return /(?!)/u;
  const forms = markers
    .toSorted((one, other) => other.length - one.length)
    .map((form) => form.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  const spelled = forms.join('|');
  const inAnyCase = spelled.replace(/\p{L}/gu, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`);
  const owner = String.raw`[ \t]*\([^()]{0,80}\)|\[[^[\]]{1,80}\]`;
  const marker = String.raw`${spelled}|(?<=[@\\])(?:${inAnyCase})|(?:${inAnyCase})(?=(?:${owner})?[ \t]*[:：])`;
  return new RegExp(
    String.raw`(?<![\p{L}\p{N}_])(${marker})(?![\p{L}\p{N}_]|-\d)(?:[ \t]*\(([^()]{0,80})\)|\[([^[\]]{1,80})\])?(?![\p{L}\p{N}_])`,
    'u',
  );
}

/** Returns the text up to the end of the comment, and whether the comment ends in it. */
function cutAtEnd(text: string, { kind, end }: CommentPlace): { readonly content: string; readonly isEnd: boolean } {
  const match = (kind === 'block' && end !== undefined ? end : COMMENT_END).exec(text);
  if (match !== null) return { content: text.slice(0, match.index), isEnd: true };
  return { content: text.slice(0, textEnd(text, { kind })), isEnd: false };
}

/** Returns where the text of a line comment ends: before a tag that contains the comment, or a comment for a linter. */
function textEnd(text: string, { kind }: Pick<CommentPlace, 'kind'>): number {
  if (kind === 'block') return text.length;
  const directive = DIRECTIVE.exec(text)?.index ?? text.length;
  return OUTER_START.test(text) ? directive : Math.min(directive, OUTER_END.exec(text)?.index ?? text.length);
}

/**
 * Returns the text without the characters that close what was opened right before the marker: `("TODO: …")`. A quotation
 * mark may be that of a call, for example of Swift's `#warning("TODO: …")`.
 */
function withoutClosing(text: string, opening: string): string {
  const closing = CLOSING.get(opening);
  const end = closing === undefined ? -1 : text.indexOf(closing);
  const rest = text.slice(end + 1).trim();
  const isClosed = end >= 0 && (rest === '' || (/["']/.test(opening) && /^\);?$/.test(rest)));
  return isClosed ? text.slice(0, end).trimEnd() : text;
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

/** Returns the text of the following lines of the same comment, without comment characters. */
function continuationLines(
  lines: readonly string[],
  line: number,
  column: number,
  comment: CommentPlace,
  marker: RegExp,
): readonly string[] {
  const firstLine = lines[line] ?? '';
  const characters = COMMENT_CHARACTERS.exec(firstLine)?.[0].trim() ?? '';
  const isBlock = comment.kind === 'block';
  // The text of a TODO after code, or in the middle of a line comment, has only one line.
  if (
    !isBlock &&
    (characters === '' ||
      firstLine
        .slice(0, column)
        .replace(/[@\\]$/, '')
        .trim() !== characters)
  )
    return [];
  const decoration = isBlock ? BLOCK_DECORATION : COMMENT_CHARACTERS;
  const textLines: string[] = [];
  for (const next of lines.slice(line + 1, line + 1 + MAX_LINES)) {
    const start = decoration.exec(next)?.[0] ?? '';
    if (next.length > MAX_LINE_LENGTH || (!isBlock && start.trim() !== characters)) break;
    const { content, isEnd } = cutAtEnd(next.slice(start.length), comment);
    const text = content.trim();
    if (text === '' || marker.test(text) || text.startsWith('@')) break;
    textLines.push(text);
    if (isEnd) break;
  }
  return textLines;
}
