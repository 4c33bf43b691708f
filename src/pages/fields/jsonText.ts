// Parses JSON that the user types, and describes the position and cause of the first mistake.
import * as l10n from '@vscode/l10n';

export type JsonReading = { readonly value: unknown } | { readonly problem: string };

interface Mistake {
  readonly at: number;
  readonly wanted: string;
}

const VALUE = 'a value';
const KEY = 'a name in double quotes';
const TOKEN =
  /[{}[\]:,]|"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy;

/** Parses the text. The problem gives line and column, both counted from 1. */
export function readJson(text: string): JsonReading {
  try {
    return { value: JSON.parse(text) };
  } catch {
    const { at, wanted } = firstMistake(text);
    const before = text.slice(0, at).split('\n');
    const place = l10n.t('Line {0}, column {1}', before.length, (before.at(-1) ?? '').length + 1);
    const rest = text.slice(at);
    const found = rest === '' ? l10n.t('the text ends') : l10n.t('there is {0}', shown(rest));
    return { problem: l10n.t('{0}: {1} where {2} should stand.', place, found, wanted) };
  }
}

/** Reads tokens until one does not match what was expected. `text` is known to be invalid JSON. */
function firstMistake(text: string): Mistake {
  const open: string[] = [];
  let wanted = VALUE;
  let at = skipBlank(text, 0);
  while (true) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text)?.[0];
    const next = token === undefined ? undefined : after(token, wanted, open);
    if (token === undefined || next === undefined) return { at, wanted };
    wanted = next;
    at = skipBlank(text, at + token.length);
  }
}

/** Returns what is expected after the token, or undefined if the token itself is not allowed here. */
function after(token: string, wanted: string, open: string[]): string | undefined {
  const inner = open.at(-1);
  const isValueWanted = wanted.startsWith(VALUE);
  if (token === '}' || token === ']') {
    const mayClose = wanted.includes(token) && inner === (token === '}' ? '{' : '[');
    if (!mayClose) return undefined;
    open.pop();
    return afterValue(open);
  }
  if (token === ',') return wanted.includes('a comma') ? (inner === '{' ? KEY : VALUE) : undefined;
  if (token === ':') return wanted === 'a colon' ? VALUE : undefined;
  if (wanted.startsWith(KEY)) return token.startsWith('"') ? 'a colon' : undefined;
  if (!isValueWanted) return undefined;
  if (token !== '{' && token !== '[') return afterValue(open);
  open.push(token);
  return token === '{' ? `${KEY} or }` : `${VALUE} or ]`;
}

function afterValue(open: readonly string[]): string {
  const inner = open.at(-1);
  if (inner === undefined) return l10n.t('the end');
  return inner === '{' ? l10n.t('a comma or }') : l10n.t('a comma or ]');
}

function skipBlank(text: string, from: number): number {
  const blank = /[ \t\n\r]*/y;
  blank.lastIndex = from;
  return from + (blank.exec(text)?.[0].length ?? 0);
}

function shown(rest: string): string {
  if (rest.startsWith('\n')) return l10n.t('a new line');
  const found = /^(?:"[^"\n]{0,18}"?|\w{1,20}|.)/u.exec(rest)?.[0] ?? '';
  return found.startsWith('"') ? found : `“${found}”`;
}
