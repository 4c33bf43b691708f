// Parses JSON that the user types, and describes the position and cause of the first mistake.
import * as l10n from '@vscode/l10n';

export type JsonReading = { readonly value: unknown } | { readonly problem: string };

type Wanted = 'value' | 'valueOrEnd' | 'key' | 'keyOrEnd' | 'colon' | 'commaOrBrace' | 'commaOrBracket' | 'nothing';

interface Mistake {
  readonly at: number;
  readonly wanted: Wanted;
}

const TOKEN =
  /[{}[\]:,]|"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy;

const BEFORE_BRACE: ReadonlySet<Wanted> = new Set(['keyOrEnd', 'commaOrBrace']);
const BEFORE_BRACKET: ReadonlySet<Wanted> = new Set(['valueOrEnd', 'commaOrBracket']);

/** Parses the text. The problem gives line and column, both counted from 1. */
export function readJson(text: string): JsonReading {
  try {
    return { value: JSON.parse(text) };
  } catch {
    const { at, wanted } = firstMistake(text);
    const before = text.slice(0, at).split('\n');
    const column = (before.at(-1) ?? '').length + 1;
    return { problem: mistakeText(wanted, before.length, column, foundText(text.slice(at))) };
  }
}

/** Reads tokens until one does not match what was expected. `text` is known to be invalid JSON. */
function firstMistake(text: string): Mistake {
  const open: string[] = [];
  let wanted: Wanted = 'value';
  let at = skipBlank(text, 0);
  while (true) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text)?.[0];
    const next: Wanted | undefined = token === undefined ? undefined : after(token, wanted, open);
    if (token === undefined || next === undefined) return { at, wanted };
    wanted = next;
    at = skipBlank(text, at + token.length);
  }
}

/** Returns what is expected after the token, or undefined if the token itself is not allowed here. */
function after(token: string, wanted: Wanted, open: string[]): Wanted | undefined {
  if (token === '}' || token === ']') {
    const mayClose = (token === '}' ? BEFORE_BRACE : BEFORE_BRACKET).has(wanted);
    if (!mayClose) return undefined;
    open.pop();
    return afterValue(open);
  }
  if (token === ',') return wanted === 'commaOrBrace' ? 'key' : wanted === 'commaOrBracket' ? 'value' : undefined;
  if (token === ':') return wanted === 'colon' ? 'value' : undefined;
  if (wanted === 'key' || wanted === 'keyOrEnd') return token.startsWith('"') ? 'colon' : undefined;
  if (wanted !== 'value' && wanted !== 'valueOrEnd') return undefined;
  if (token !== '{' && token !== '[') return afterValue(open);
  open.push(token);
  return token === '{' ? 'keyOrEnd' : 'valueOrEnd';
}

function afterValue(open: readonly string[]): Wanted {
  const inner = open.at(-1);
  if (inner === undefined) return 'nothing';
  return inner === '{' ? 'commaOrBrace' : 'commaOrBracket';
}

function skipBlank(text: string, from: number): number {
  const blank = /[ \t\n\r]*/y;
  blank.lastIndex = from;
  return from + (blank.exec(text)?.[0].length ?? 0);
}

function mistakeText(wanted: Wanted, line: number, column: number, found: string): string {
  switch (wanted) {
    case 'value':
      return l10n.t('Line {0}, column {1}: a value is missing before {2}.', line, column, found);
    case 'valueOrEnd':
      return l10n.t('Line {0}, column {1}: a value or ] is missing before {2}.', line, column, found);
    case 'key':
      return l10n.t('Line {0}, column {1}: a name in double quotes is missing before {2}.', line, column, found);
    case 'keyOrEnd':
      return l10n.t('Line {0}, column {1}: a name in double quotes or } is missing before {2}.', line, column, found);
    case 'colon':
      return l10n.t('Line {0}, column {1}: a colon is missing before {2}.', line, column, found);
    case 'commaOrBrace':
      return l10n.t('Line {0}, column {1}: a comma or } is missing before {2}.', line, column, found);
    case 'commaOrBracket':
      return l10n.t('Line {0}, column {1}: a comma or ] is missing before {2}.', line, column, found);
    case 'nothing':
      return l10n.t('Line {0}, column {1}: {2} comes after the end of the JSON value.', line, column, found);
    default:
      return wanted satisfies never;
  }
}

function foundText(rest: string): string {
  if (rest === '') return l10n.t({ message: 'the end', comment: ['Inserted after “… is missing before”'] });
  const found = /^(?:"[^"\n]{0,18}"?|\w{1,20}|.)/u.exec(rest)?.[0] ?? '';
  return found.startsWith('"') ? found : `“${found}”`;
}
