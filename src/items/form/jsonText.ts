// Parses JSON that the user types, and reports the position and cause of the first syntax error.
import * as l10n from '@vscode/l10n';

export type ParsedJson = { readonly value: unknown } | { readonly problem: string };

type ExpectedToken =
  | 'value'
  | 'valueOrEnd'
  | 'key'
  | 'keyOrEnd'
  | 'colon'
  | 'commaOrBrace'
  | 'commaOrBracket'
  | 'nothing';

interface JsonSyntaxError {
  readonly offset: number;
  readonly expected: ExpectedToken;
}

const TOKEN =
  /[{}[\]:,]|"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy;

const EXPECTED_BEFORE_BRACE: ReadonlySet<ExpectedToken> = new Set(['keyOrEnd', 'commaOrBrace']);
const EXPECTED_BEFORE_BRACKET: ReadonlySet<ExpectedToken> = new Set(['valueOrEnd', 'commaOrBracket']);

/** Parses the text. An error message contains the line and the column, both counted from 1. */
export function parseTypedJson(text: string): ParsedJson {
  try {
    return { value: JSON.parse(text) };
  } catch {
    const { offset, expected } = findSyntaxError(text);
    const linesBefore = text.slice(0, offset).split('\n');
    const column = (linesBefore.at(-1) ?? '').length + 1;
    return { problem: syntaxErrorText(expected, linesBefore.length, column, describeNextToken(text.slice(offset))) };
  }
}

/** Reads tokens until one is not allowed at its position. `text` must be invalid JSON. */
function findSyntaxError(text: string): JsonSyntaxError {
  const openBrackets: string[] = [];
  let expected: ExpectedToken = 'value';
  let offset = skipWhitespace(text, 0);
  while (true) {
    TOKEN.lastIndex = offset;
    const token = TOKEN.exec(text)?.[0];
    const nextExpected: ExpectedToken | undefined =
      token === undefined ? undefined : expectedAfter(token, expected, openBrackets);
    if (token === undefined || nextExpected === undefined) return { offset, expected };
    expected = nextExpected;
    offset = skipWhitespace(text, offset + token.length);
  }
}

/** Returns which token is expected after `token`, or undefined if `token` does not match `expected`. */
function expectedAfter(token: string, expected: ExpectedToken, openBrackets: string[]): ExpectedToken | undefined {
  if (token === '}' || token === ']') {
    const mayClose = (token === '}' ? EXPECTED_BEFORE_BRACE : EXPECTED_BEFORE_BRACKET).has(expected);
    if (!mayClose) return undefined;
    openBrackets.pop();
    return expectedAfterValue(openBrackets);
  }
  if (token === ',') return expected === 'commaOrBrace' ? 'key' : expected === 'commaOrBracket' ? 'value' : undefined;
  if (token === ':') return expected === 'colon' ? 'value' : undefined;
  if (expected === 'key' || expected === 'keyOrEnd') return token.startsWith('"') ? 'colon' : undefined;
  if (expected !== 'value' && expected !== 'valueOrEnd') return undefined;
  if (token !== '{' && token !== '[') return expectedAfterValue(openBrackets);
  openBrackets.push(token);
  return token === '{' ? 'keyOrEnd' : 'valueOrEnd';
}

function expectedAfterValue(openBrackets: readonly string[]): ExpectedToken {
  const innermostBracket = openBrackets.at(-1);
  if (innermostBracket === undefined) return 'nothing';
  return innermostBracket === '{' ? 'commaOrBrace' : 'commaOrBracket';
}

function skipWhitespace(text: string, from: number): number {
  const whitespace = /[ \t\n\r]*/y;
  whitespace.lastIndex = from;
  return from + (whitespace.exec(text)?.[0].length ?? 0);
}

function syntaxErrorText(expected: ExpectedToken, line: number, column: number, nextTokenText: string): string {
  return {
    value: l10n.t('Line {0}, column {1}: a value is missing before {2}.', line, column, nextTokenText),
    valueOrEnd: l10n.t('Line {0}, column {1}: a value or ] is missing before {2}.', line, column, nextTokenText),
    key: l10n.t('Line {0}, column {1}: a name in double quotes is missing before {2}.', line, column, nextTokenText),
    keyOrEnd: l10n.t(
      'Line {0}, column {1}: a name in double quotes or } is missing before {2}.',
      line,
      column,
      nextTokenText,
    ),
    colon: l10n.t('Line {0}, column {1}: a colon is missing before {2}.', line, column, nextTokenText),
    commaOrBrace: l10n.t('Line {0}, column {1}: a comma or } is missing before {2}.', line, column, nextTokenText),
    commaOrBracket: l10n.t('Line {0}, column {1}: a comma or ] is missing before {2}.', line, column, nextTokenText),
    nothing: l10n.t('Line {0}, column {1}: {2} comes after the end of the JSON value.', line, column, nextTokenText),
  }[expected];
}

function describeNextToken(rest: string): string {
  if (rest === '') return l10n.t({ message: 'the end', comment: ['Inserted after “… is missing before”'] });
  const found = /^(?:"[^"\n]{0,18}"?|\w{1,20}|.)/u.exec(rest)?.[0] ?? '';
  return found.startsWith('"') ? found : `“${found}”`;
}
