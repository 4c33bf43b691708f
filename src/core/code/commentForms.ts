// The comment forms of common languages, and where a comment starts and ends on a line. Pure.

/** A block comment. `languages` limits forms whose characters mean something else in other languages. */
interface BlockForm {
  readonly start: RegExp;
  readonly end: RegExp;
  readonly languages?: RegExp;
}

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

/** The ids of a language differ between extensions, so these match a part of the id. */
const LISP = /clojure|lisp|scheme|racket|^(?:hy|edn|fennel|rebol|red)$/i;
const PASCAL = /pascal|delphi/i;
const ML = /ocaml|fsharp|^sml|coq|mathematica|wolfram|applescript|isabelle|modula|oberon|pascal|delphi/i;
const BASIC = /^vb|basic|brightscript|plantuml/i;

/** A form that starts with the characters of another form stands before it. */
const BLOCK_FORMS: readonly BlockForm[] = [
  { start: /<!---/, end: /--->/, languages: /^cf|lucee/ },
  { start: /<!--/, end: /(?:\*\/)?-{2,}>/ },
  { start: /[<[]#--/, end: /--[>\]]/ },
  { start: /<%!?--/, end: /--%>/ },
  { start: /<%#/, end: /-?%>/ },
  { start: /<%doc>/, end: /<\/%doc>/ },
  { start: /<#(?=\s|$)/, end: /#>/ },
  { start: /\{\{~?!--/, end: /--~?\}\}/ },
  { start: /\{\{--/, end: /--\}\}/ },
  { start: /\{\{~?!/, end: /~?\}\}/ },
  { start: /\{#-?(?![\w/:])/, end: /-?#\}/ },
  { start: /\{%-?\s*comment\b[^%]*%\}/, end: /\{%-?\s*endcomment\b/ },
  { start: /\{\*/, end: /\*\}/, languages: /smarty|latte|soy/ },
  { start: /\{!/, end: /!\}/, languages: /^dust/ },
  { start: /@\*/, end: /\*@/ },
  { start: /\{-/, end: /-\}/, languages: /haskell|^elm|purescript|agda|idris|dhall/ },
  { start: /\(\*/, end: /\*\)/, languages: ML },
  { start: /\{/, end: /\}/, languages: PASCAL },
  { start: /--\[=*\[/, end: /\]=*\]/ },
  { start: /#\[=*\[/, end: /\]=*\]/, languages: /cmake/ },
  { start: /#?#\[/, end: /\]##?/, languages: /^nim/ },
  { start: /#=/, end: /=#/, languages: /julia/ },
  { start: /#\|/, end: /\|#/, languages: LISP },
  { start: /#\*/, end: /\*#/, languages: /velocity|vtl/ },
  { start: /\/\+/, end: /\+\//, languages: /^d$/ },
  { start: /%\{/, end: /%\}/, languages: /matlab|octave/ },
  { start: /###/, end: /###/, languages: /coffee/ },
  { start: /^=begin\b/, end: /^=(?:end|cut)\b/, languages: /ruby|perl|raku/ },
  { start: /^=(?:pod|head\d|comment)\b/, end: /^=cut\b/, languages: /perl|raku/ },
  { start: /\/-/, end: /-\//, languages: /lean/ },
  { start: /\/'/, end: /'\//, languages: BASIC },
  { start: /\(;/, end: /;\)/, languages: /^wa[st]/ },
  { start: /\/\*/, end: /\*\// },
  { start: /"""/, end: /"""/ },
  { start: /'''/, end: /'''/ },
];

/**
 * Matches characters that start a comment anywhere on a line, up to the end of the line, for any language. A language
 * that uses them for something else does not put them before an uppercase word.
 */
const LINE_START = /(?<!:)\/\/|\{-|\(\*|<#|(?:^|[\s;])#+(?=[\s!:-]|$)|(?:^|\s)--+(?=\s|$)/g;
/** Matches characters that start a comment only at the beginning of a line. */
const FIRST_CHARACTERS = /^\s*(?:[;%'"!*>#]+|--+|-(?=#|\/\/)|::|rem\b|@rem\b|dnl\b|c\b(?=\s))/i;
/** Some characters need no space before the marker: `#TODO`, `--TODO`, `#@TODO`. */
const ATTACHED_START = /(?:^|\s)(?:#|--)@?$/;
/** Characters that start a comment anywhere on a line, but only in the listed languages. */
const LINE_START_BY_LANGUAGE: readonly (readonly [RegExp, RegExp])[] = [
  [/;/, new RegExp(`${LISP.source}|^ini$|properties|asm|autohotkey|^ahk|autoit|llvm|zone|gcode`, 'i')],
  [/%/, /latex|^(?:bib)?tex|^context|erlang|matlab|octave|prolog|postscript|mercury/i],
  [/'/, BASIC],
  [/!/, /fortran|factor/i],
  [/\||\\(?=\s)/, /forth/i],
  [/"/, /abap|vim|smalltalk/i],
  [/^\s*\//, /slim|haml|^[kq]$/i],
];
/** Matches rarely used characters before a comment, which need a colon after the marker, in any language. */
const RARE_START = /(?:^|\s)(?:[;%]+|[!@⍝\\]|NB\.|\*>|(?:\d+ +|& *)?(?:rem\b|::)|dnl\b)\s+$/i;
/** Matches the start of a line in a block comment or docstring: empty, or a bullet, number or checkbox. */
const BARE_LINE_START = /^[\s*•>|-]*(?:\d+[.)]\s+)?(?:\[[ x]\]\s+)?$/i;

/** The maximum number of lines in which the start of a block comment is searched. */
export const MAX_LINES_BEFORE = 24;

/** What kind of comment contains a column of a line. */
export interface CommentPlace {
  /**
   * `line`: after comment characters that end with the line. `block`: in a block comment whose start is known. `bare`:
   * at the start of a line without comment characters, which may be in a block comment or docstring, or code. `prose`:
   * in a language of prose. `rare`: after characters that start a comment only in few languages.
   */
  readonly kind: 'line' | 'block' | 'bare' | 'prose' | 'rare';
  /** The end of the block comment. */
  readonly end?: RegExp;
  /** The column of the comment's first character, if the comment starts on the line. */
  readonly start?: number;
}

/** Returns the comment that contains the column; undefined for code. `lines` are all lines before and after. */
export function commentAt(
  lines: readonly string[],
  line: number,
  column: number,
  languageId: string,
): CommentPlace | undefined {
  const before = (lines[line] ?? '').slice(0, column);
  const forms = BLOCK_FORMS.filter(({ languages }) => languages?.test(languageId) !== false);
  const block = openBlock(before, forms);
  const lineStart = [...before.matchAll(LINE_START)].filter(({ index }) => !isInString(before.slice(0, index))).at(-1);
  if (block !== undefined && (lineStart === undefined || lineStart.index < block.contentIndex))
    return { kind: 'block', end: block.form.end, start: block.index };
  if (lineStart !== undefined) return { kind: 'line', start: lineStart.index };
  const isBare = BARE_LINE_START.test(before);
  const enclosing = isBare ? enclosingBlock(lines, line, forms) : undefined;
  if (enclosing !== undefined) return { kind: 'block', end: enclosing.end };
  if (PROSE_LANGUAGES.has(languageId)) return { kind: 'prose' };
  const attached = FIRST_CHARACTERS.exec(before) ?? ATTACHED_START.exec(before);
  if (attached !== null) return { kind: 'line', start: attached.index };
  if (isBare) return { kind: 'bare' };
  for (const [characters, languages] of LINE_START_BY_LANGUAGE) {
    const match = languages.test(languageId) ? characters.exec(before) : null;
    if (match !== null) return { kind: 'line', start: match.index };
  }
  const rare = RARE_START.exec(before);
  return rare === null ? undefined : { kind: 'rare', start: rare.index };
}

/** Whether a string of one line is open at the end of the code. */
function isInString(code: string): boolean {
  const quotes = code.replace(/\\.|'[^']'/g, '').match(/["`]/g) ?? [];
  return ['"', '`'].some((quote) => quotes[0] === quote && quotes.filter((one) => one === quote).length % 2 === 1);
}

interface OpenBlock {
  readonly form: BlockForm;
  readonly index: number;
  /** The index after the characters that start the comment. */
  readonly contentIndex: number;
}

/** Returns the last block comment that starts in the text and does not end in it. */
function openBlock(text: string, forms: readonly BlockForm[]): OpenBlock | undefined {
  let position = 0;
  for (;;) {
    const next = firstStart(text, position, forms);
    if (next === undefined) return undefined;
    const end = matchFrom(next.form.end, text, next.contentIndex);
    if (end === undefined) return next;
    position = end.index + end.length;
  }
}

function firstStart(text: string, position: number, forms: readonly BlockForm[]): OpenBlock | undefined {
  let first: OpenBlock | undefined;
  for (const form of forms) {
    const match = matchFrom(form.start, text, position);
    if (match !== undefined && (first === undefined || match.index < first.index))
      first = { form, index: match.index, contentIndex: match.index + match.length };
  }
  return first;
}

function matchFrom(pattern: RegExp, text: string, position: number): { index: number; length: number } | undefined {
  const match = pattern.exec(text.slice(position));
  // A slice would let `^` match in the middle of a line.
  if (match === null || (position > 0 && pattern.source.startsWith('^'))) return undefined;
  return { index: match.index + position, length: match[0].length };
}

/** Returns the block comment that starts on an earlier line and contains the start of this line. */
function enclosingBlock(lines: readonly string[], line: number, forms: readonly BlockForm[]): BlockForm | undefined {
  let open: BlockForm | undefined;
  for (const text of lines.slice(Math.max(0, line - MAX_LINES_BEFORE), line)) {
    const end = open === undefined ? { index: 0, length: 0 } : matchFrom(open.end, text, 0);
    if (end === undefined) continue;
    open = openBlock(text.slice(end.index + end.length), forms)?.form;
  }
  return open;
}
