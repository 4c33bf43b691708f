// Decides how well a work item matches a typed text. Pure.
import { isIdentifier } from '../../contract/resources/workItem.ts';
import { searchWords } from '../../std/searchText.ts';
import { isAscii, isAsciiDigit, isAsciiLetter } from '../../std/unicode/ascii.ts';

/**
 * The ranks of a match, best first. Matches in the identifier come before matches in the name, because VS Code's
 * pickers put entries whose label contains the typed text first, and the label is the identifier.
 */
export const RANKS = {
  identifierEquals: 0,
  identifierStartsWith: 1,
  identifierEndsWith: 2,
  identifierContains: 3,
  nameStartsWith: 4,
  wordsStartWith: 5,
  textContains: 6,
  wordsAbbreviate: 7,
} as const;

/** The identifier and the name of a work item, in lower case. */
export interface SearchableText {
  readonly identifier: string;
  readonly name: string;
}

/** A typed text that is compared with many work items. */
export interface TypedQuery {
  /** The text in lower case, without white space at the ends. */
  readonly text: string;
  readonly words: readonly string[];
  readonly isIdentifier: boolean;
}

/** A typed word with fewer letters is not treated as an abbreviation: it would match nearly every name. */
const MIN_ABBREVIATION_LENGTH = 3;

export function typedQuery(typed: string): TypedQuery {
  const text = typed.trim().toLowerCase();
  return { text, words: searchWords(typed), isIdentifier: isIdentifier(text) };
}

/** Returns the rank of a match; undefined if the work item does not match. Ignores abbreviations. */
export function rankOf(texts: SearchableText, query: TypedQuery): number | undefined {
  // A quick check that rejects most work items. Compares single words, because no identifier contains white space.
  for (const word of query.words) if (!texts.name.includes(word) && !texts.identifier.includes(word)) return undefined;
  return rankOfMatch(texts, query);
}

function rankOfMatch(
  { identifier, name }: SearchableText,
  { text, words, isIdentifier }: TypedQuery,
): number | undefined {
  if (identifier.startsWith(text))
    return identifier.length === text.length ? RANKS.identifierEquals : RANKS.identifierStartsWith;
  // The search text WEB-1 does not match the identifier AWEB-1, although AWEB-1 contains it.
  if (isIdentifier) return name.includes(text) ? RANKS.textContains : undefined;
  if (identifier.endsWith(text)) return RANKS.identifierEndsWith;
  if (identifier.includes(text)) return RANKS.identifierContains;
  if (name.startsWith(text)) return RANKS.nameStartsWith;
  for (const word of words) if (!name.startsWith(word) && !name.includes(` ${word}`)) return RANKS.textContains;
  return RANKS.wordsStartWith;
}

/**
 * Whether each typed word occurs in the work item or abbreviates a word of the name, as `lgn` abbreviates `login`: the
 * first letters are equal, and the word of the name contains all letters of the abbreviation in the same order.
 */
export function matchesAbbreviation(
  { identifier, name }: SearchableText,
  { words, isIdentifier }: TypedQuery,
): boolean {
  if (isIdentifier) return false;
  for (const word of words)
    if (!name.includes(word) && !identifier.includes(word) && !abbreviatesWordIn(name, word)) return false;
  return true;
}

function abbreviatesWordIn(name: string, word: string): boolean {
  if (word.length < MIN_ABBREVIATION_LENGTH) return false;
  const first = word.charAt(0);
  for (let start = name.indexOf(first); start !== -1; start = name.indexOf(first, start + 1))
    if ((start === 0 || isWordSeparator(name.charCodeAt(start - 1))) && hasLettersInOrder(name, start, word))
      return true;
  return false;
}

/** Whether the word that starts at `start` in the name contains all letters of `word` in the same order. */
function hasLettersInOrder(name: string, start: number, word: string): boolean {
  let foundLetterCount = 0;
  for (let index = start; index < name.length && foundLetterCount < word.length; index += 1) {
    const charCode = name.charCodeAt(index);
    if (isWordSeparator(charCode)) return false;
    if (charCode === word.charCodeAt(foundLetterCount)) foundLetterCount += 1;
  }
  return foundLetterCount === word.length;
}

/** Whether the character separates words: ASCII white space or ASCII punctuation. */
function isWordSeparator(charCode: number): boolean {
  return isAscii(charCode) && !isAsciiDigit(charCode) && !isAsciiLetter(charCode);
}
