// Finds work items whose names are similar to a title, without a request.
import { type ItemAddress, keyOf } from './address.ts';
import type { Finder } from './find.ts';

/** Words with fewer letters are ignored, because they occur in nearly every title. */
const MIN_WORD_LENGTH = 3;
/** Titles with only one word in common are not similar. */
const MIN_WORDS = 2;

/**
 * Returns at most `limit` work items of the project. Work items whose names contain all words of the title come first.
 * Then come work items whose names contain the longest words of the title: half of its words, but at least two.
 */
export function similarItems(
  finder: Pick<Finder, 'find'>,
  title: string,
  project: string,
  limit: number,
): readonly ItemAddress[] {
  const words = [...new Set(title.toLowerCase().split(/[^\p{L}\p{N}]+/u))].filter(
    (word) => word.length >= MIN_WORD_LENGTH,
  );
  if (words.length < MIN_WORDS) return [];
  const wordsByLength = words.toSorted((one, other) => other.length - one.length);
  const longestWords = wordsByLength.slice(0, Math.max(MIN_WORDS, Math.ceil(words.length / 2)));
  const isWanted = (item: ItemAddress): boolean => item.project === project;
  const find = (wordsToFind: readonly string[]): ItemAddress[] =>
    finder.find(wordsToFind.join(' '), limit, { isWanted });
  const matchesOfAllWords = find(words);
  const foundItems =
    matchesOfAllWords.length === limit ? matchesOfAllWords : [...matchesOfAllWords, ...find(longestWords)];
  return [...new Map(foundItems.map((item) => [keyOf(item), item])).values()].slice(0, limit);
}
