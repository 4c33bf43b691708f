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

function tokenAt(text: string, start: number): Token {
  const isExcluded = matchAt(/-(?=\S)/y, text, start) !== undefined;
  const keyStart = isExcluded ? start + 1 : start;
  const keyText = matchAt(/(\p{L}+):/uy, text, keyStart)?.[1];
  if (keyText === undefined) {
    const value = valueAt(text, keyStart, /[^\s"]+/y);
    return { start, end: value.end, isExcluded, key: undefined, values: [value] };
  }
  const keyEnd = keyStart + keyText.length;
  const values = [valueAt(text, keyEnd + 1, /[^\s",]*/y)];
  let end = values[0]?.end ?? keyEnd;
  while (text[end] === ',') {
    const value = valueAt(text, end + 1, /[^\s",]*/y);
    values.push(value);
    end = value.end;
  }
  return { start, end, isExcluded, key: { text: keyText, start: keyStart, end: keyEnd }, values };
}

/** A quoted value can contain every character; `\"` is a quotation mark and `\\` a backslash. */
function valueAt(text: string, start: number, unquotedPattern: RegExp): TokenValue {
  const [quoted, content = '', closing] = matchAt(/"((?:[^"\\]|\\.?)*)("?)/sy, text, start) ?? [];
  if (quoted !== undefined)
    return {
      start,
      end: start + quoted.length,
      text: content.replace(/\\(["\\])/g, '$1'),
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
