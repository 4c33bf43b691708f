// Recognizes a mention that the user has started to type, for completion.
import type { IdentifierMatcher } from './identifiers.ts';

export type PartialMention =
  /** The user typed `#`, possibly followed by words of a work item's name. */
  | { readonly kind: 'words'; readonly start: number; readonly words: string }
  /** The user typed a known prefix and a dash, possibly followed by digits. */
  | { readonly kind: 'number'; readonly start: number; readonly prefix: string; readonly digits: string };

/** Languages of prose. In other languages, `#` may be syntax, so it starts a mention only in comments and strings. */
const PROSE_LANGUAGES = new Set([
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
/** Matches the start of a comment or a string in nearly every language. */
const COMMENT_OR_STRING_START = /\/\/|\/\*|^\s*\*|<!--|--|["'`]|\s[#;%]\s|^\s*[#;%]+\s/;
const TYPED_HASH = /(?:^|[^\p{LC}\p{N}_#&/])#([\p{L}\p{N}][\p{L}\p{M}\p{N}_-]*)?$/u;
/** The maximum number of characters before the cursor that are examined. */
const MAX_EXAMINED_LENGTH = 1_000;

/** Returns the mention that ends at the cursor; undefined if there is none. */
export function parsePartialMention(
  textBeforeCursor: string,
  languageId: string,
  matcher: IdentifierMatcher,
): PartialMention | undefined {
  const examinedStart = Math.max(0, textBeforeCursor.length - MAX_EXAMINED_LENGTH);
  const examinedText = textBeforeCursor.slice(examinedStart);
  const digits = /\d*$/.exec(examinedText)?.[0] ?? '';
  const typedPrefix = matcher.prefixAtEnd(examinedText.slice(0, examinedText.length - digits.length));
  if (typedPrefix !== undefined && !digits.startsWith('0'))
    return { kind: 'number', start: examinedStart + typedPrefix.start, prefix: typedPrefix.prefix, digits };
  const hashMatch = TYPED_HASH.exec(examinedText);
  if (
    hashMatch === null ||
    (!PROSE_LANGUAGES.has(languageId) && !COMMENT_OR_STRING_START.test(examinedText.slice(0, hashMatch.index)))
  )
    return undefined;
  const words = hashMatch[1] ?? '';
  return { kind: 'words', start: textBeforeCursor.length - words.length - 1, words };
}
