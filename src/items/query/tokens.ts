// Divides the text form of a filter into its parts, with the offsets of each part.

/** A part of the text. `end` is the offset after its last character. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

export interface TokenValue extends TextRange {
  readonly text: string;
  readonly isQuoted: boolean;
  /** Whether the closing quotation mark is missing. */
  readonly isUnclosed: boolean;
}

/** `-key:value,"another value"`, or a word or phrase without a key, which has one value. */
export interface Token extends TextRange {
  readonly isExcluded: boolean;
  readonly key: (TextRange & { readonly text: string }) | undefined;
  readonly values: readonly TokenValue[];
}

export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let position = skipSpace(text, 0);
  while (position < text.length) {
    const token = tokenAt(text, position);
    tokens.push(token);
    position = skipSpace(text, token.end);
  }
  return tokens;
}

function skipSpace(text: string, position: number): number {
  return position + (matchAt(/\s*/y, text, position)?.[0].length ?? 0);
}

/** A condition that people who know other trackers exclude with `!` is recognized by its key. */
const EXCLUSION = /-(?=\S)|!(?=\p{L}+[:：=])/uy;
/** Chinese and Japanese keyboards type a wide colon; JQL has an equals sign. */
const KEY = /(\p{L}[\p{L}-]*)(?:[:：]|\s*=(?!=)\s*(?=[^\s=]))/uy;
/** Matches a quoted value of each form: `\"` is a quotation mark and `\\` a backslash. */
const DOUBLE_QUOTED = /"((?:[^"\\]|\\.?)*)("?)/sy;
/** Quotation marks that only a value can have, because an apostrophe can start a word. */
const OTHER_QUOTED = /[“”„«]([^“”»]*)([“”»]?)|'([^']*)(')(?=[\s,]|$)/y;

function tokenAt(text: string, start: number): Token {
  const isExcluded = matchAt(EXCLUSION, text, start) !== undefined;
  const keyStart = isExcluded ? start + 1 : start;
  const [keyAndColon, keyText] = matchAt(KEY, text, keyStart) ?? [];
  if (keyText === undefined || keyAndColon === undefined) {
    const value = valueAt(text, keyStart, DOUBLE_QUOTED, /[^\s"]+/y);
    return { start, end: value.end, isExcluded, key: undefined, values: [value] };
  }
  const values: TokenValue[] = [];
  let end = keyStart + keyAndColon.length - 1;
  do {
    const quoted = matchAt(OTHER_QUOTED, text, end + 1) === undefined ? DOUBLE_QUOTED : OTHER_QUOTED;
    const value = valueAt(text, end + 1, quoted, /[^\s",]*/y);
    values.push(value);
    end = value.end;
  } while (text[end] === ',');
  return { start, end, isExcluded, key: { text: keyText, start: keyStart, end: keyStart + keyText.length }, values };
}

function valueAt(text: string, start: number, quotedPattern: RegExp, unquotedPattern: RegExp): TokenValue {
  const [quoted, content, closing, singleQuoted = ''] = matchAt(quotedPattern, text, start) ?? [];
  if (quoted !== undefined)
    return {
      start,
      end: start + quoted.length,
      text: (content ?? singleQuoted).replace(/\\(["\\])/g, '$1'),
      isQuoted: true,
      isUnclosed: closing === '',
    };
  const word = matchAt(unquotedPattern, text, start)?.[0] ?? '';
  return { start, end: start + word.length, text: word, isQuoted: false, isUnclosed: false };
}

/** `pattern` must have the flag `y`, so that it matches only at the given offset. */
function matchAt(pattern: RegExp, text: string, position: number): RegExpExecArray | undefined {
  pattern.lastIndex = position;
  return pattern.exec(text) ?? undefined;
}
