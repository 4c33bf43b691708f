// Recognizes the start of a mention before the cursor, which completion can finish.
import type { Matcher } from './identifiers.ts';

export type TypedText =
  /** `#`, possibly followed by words of a name. */
  | { readonly kind: 'words'; readonly start: number; readonly words: string }
  /** A known prefix with its dash, possibly followed by digits. */
  | { readonly kind: 'number'; readonly start: number; readonly prefix: string; readonly digits: string };

/** Languages that consist of prose. In others, `#` has its own meaning except in comments and strings. */
const PROSE = new Set([
  'plaintext',
  'markdown',
  'scminput',
  'git-commit',
  'git-rebase',
  'restructuredtext',
  'asciidoc',
  'latex',
  'typst',
  'org',
  'log',
  'search-result',
]);
/** Starts a comment or a string in nearly every language. */
const OPENS_PROSE = /\/\/|\/\*|^\s*\*|<!--|--|["'`]|\s[#;%]\s|^\s*[#;%]+\s/;
const HASH = /(?:^|[^\p{LC}\p{N}_#&/])#([\p{L}\p{N}][\p{L}\p{M}\p{N}_-]*)?$/u;
/** The maximum number of characters before the cursor that are examined. */
const LOOKED_AT = 1_000;

/** `before` is the line up to the cursor. */
export function typedMention(before: string, languageId: string, matcher: Matcher): TypedText | undefined {
  const cut = Math.max(0, before.length - LOOKED_AT);
  const near = before.slice(cut);
  const digits = /\d*$/.exec(near)?.[0] ?? '';
  const begun = matcher.beginning(near.slice(0, near.length - digits.length));
  if (begun !== undefined && !digits.startsWith('0'))
    return { kind: 'number', start: cut + begun.start, prefix: begun.prefix, digits };
  const hash = HASH.exec(near);
  if (hash === null || (!PROSE.has(languageId) && !OPENS_PROSE.test(near.slice(0, hash.index)))) return undefined;
  const words = hash[1] ?? '';
  return { kind: 'words', start: before.length - words.length - 1, words };
}
