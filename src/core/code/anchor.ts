// Finds lines of a text again in a later version of the text. Takes O(n log n) time. Pure.

import { oneLine } from '../../std/truncate.ts';
import type { LineRange } from './permalink.ts';

/** The position of the lines in the later version; `notFound` if they were deleted or replaced. */
export type AnchoredLines =
  /** `hasChanged` means that the lines are not identical to the original lines. */
  { readonly kind: 'found'; readonly lines: LineRange; readonly hasChanged: boolean } | { readonly kind: 'notFound' };

const NOT_FOUND: AnchoredLines = { kind: 'notFound' };
/**
 * The lowest share of the quoted lines that must match; in changed lines, the lowest share of words that must match.
 */
const MIN_MATCHING_SHARE = 0.5;
/** The maximum number of lines of a quote that are compared. */
const MAX_QUOTE_LINES = 500;
/** The maximum number of positions that are considered for a line that occurs several times in a quote. */
const MAX_OCCURRENCES_PER_LINE = 8;
/**
 * The maximum number of passes over both texts, which limits the time for texts with many differences, for example
 * generated files. Lines that were not compared within this limit count as changed.
 */
const MAX_PASSES = 30;
/** Matches lines that identify a position. A line with only a bracket occurs too often for that. */
const DISTINCTIVE_LINE = /[\p{L}\p{N}_]{2}/u;

export function splitLines(text: string): readonly string[] {
  return text.split(/\r\n|\r|\n/);
}

/** Finds the lines by comparing the two texts. Changed lines are found if the lines around them still exist. */
export function anchorByText(earlier: readonly string[], lines: LineRange, current: readonly string[]): AnchoredLines {
  if (lines.last > earlier.length) return NOT_FOUND;
  const earlierLines = earlier.map(normalizeLine);
  const currentLines = current.map(normalizeLine);
  const currentIndexes = matchLines(earlierLines, currentLines);
  const quotedLines = earlier.slice(lines.first - 1, lines.last);
  return (
    anchorByNeighbors(currentIndexes, lines, earlierLines, currentLines) ??
    anchorByQuote(quotedLines, expectedStart(currentIndexes, lines), current)
  );
}

/**
 * Finds the lines that a comment quotes, without the text from which they were quoted. Returns the position where most
 * of the lines match; of equally good positions, the one nearest to the line `near` (1-based).
 */
export function anchorByQuote(quotedLines: readonly string[], near: number, current: readonly string[]): AnchoredLines {
  const normalizedQuote = quotedLines.slice(0, MAX_QUOTE_LINES).map(normalizeLine);
  const isSignificant = normalizedQuote.some((line) => DISTINCTIVE_LINE.test(line))
    ? isDistinctive
    : (line: string) => line !== '';
  const significantCount = normalizedQuote.filter(isSignificant).length;
  if (significantCount === 0) return NOT_FOUND;
  const votesByStart = countMatchingLines(normalizedQuote, current.map(normalizeLine), isSignificant);
  const [bestStart] = [...votesByStart].toSorted(
    ([start, count], [otherStart, otherCount]) =>
      otherCount - count || Math.abs(start + 1 - near) - Math.abs(otherStart + 1 - near),
  );
  if (bestStart === undefined || bestStart[1] < significantCount * MIN_MATCHING_SHARE) return NOT_FOUND;
  const first = Math.max(0, bestStart[0]);
  const last = Math.min(current.length, bestStart[0] + quotedLines.length) - 1;
  const hasChanged = quotedLines.some(
    (line, index) => normalizeLine(line) !== normalizeLine(current[bestStart[0] + index] ?? ''),
  );
  return { kind: 'found', lines: { first: first + 1, last: last + 1 }, hasChanged };
}

/** Returns, for each index at which the quote could start, how many significant lines match if it starts there. */
function countMatchingLines(
  normalizedQuote: readonly string[],
  current: readonly string[],
  isSignificant: (line: string) => boolean,
): ReadonlyMap<number, number> {
  const positionsByLine = new Map<string, number[]>();
  for (const [index, line] of normalizedQuote.entries()) {
    const positions = positionsByLine.get(line) ?? [];
    if (isSignificant(line) && positions.length < MAX_OCCURRENCES_PER_LINE)
      positionsByLine.set(line, [...positions, index]);
  }
  const matchCountByStart = new Map<number, number>();
  for (const [index, line] of current.entries()) {
    for (const position of positionsByLine.get(line) ?? [])
      matchCountByStart.set(index - position, (matchCountByStart.get(index - position) ?? 0) + 1);
  }
  return matchCountByStart;
}

/** Returns undefined if the lines around the range do not exist any more, or if the range has changed too much. */
function anchorByNeighbors(
  currentIndexes: ReadonlyMap<number, number>,
  lines: LineRange,
  earlierLines: readonly string[],
  currentLines: readonly string[],
): AnchoredLines | undefined {
  const first = lines.first - 1;
  const last = lines.last - 1;
  const foundIndexes: number[] = [];
  for (let line = first; line <= last; line += 1) {
    const currentIndex = currentIndexes.get(line);
    if (currentIndex !== undefined) foundIndexes.push(currentIndex);
  }
  const isComplete = foundIndexes.length === last - first + 1;
  const start = foundIndexes[0];
  const end = foundIndexes.at(-1);
  if (isComplete && start !== undefined && end !== undefined) {
    return { kind: 'found', lines: { first: start + 1, last: end + 1 }, hasChanged: end - start !== last - first };
  }
  const currentFirst = first === 0 ? 0 : increment(currentIndexes.get(first - 1));
  const currentLast =
    last === earlierLines.length - 1 ? currentLines.length - 1 : decrement(currentIndexes.get(last + 1));
  if (currentFirst === undefined || currentLast === undefined || currentLast < currentFirst) return undefined;
  const matchingShare = similarity(
    earlierLines.slice(first, last + 1),
    currentLines.slice(currentFirst, currentLast + 1),
  );
  return matchingShare < MIN_MATCHING_SHARE
    ? undefined
    : { kind: 'found', lines: { first: currentFirst + 1, last: currentLast + 1 }, hasChanged: true };
}

/**
 * Returns the line (1-based) where the range starts if it is still as far from the nearest remaining line before it as
 * in the earlier text.
 */
function expectedStart(currentIndexes: ReadonlyMap<number, number>, { first }: LineRange): number {
  for (let line = first - 1; line >= 0; line -= 1) {
    const currentIndex = currentIndexes.get(line);
    if (currentIndex !== undefined) return currentIndex + (first - 1 - line) + 1;
  }
  return first;
}

/** Returns the share of words that both texts have in common, from 0 to 1. */
function similarity(one: readonly string[], other: readonly string[]): number {
  const countWords = (lines: readonly string[]): Map<string, number> => {
    const countByWord = new Map<string, number>();
    for (const word of lines.join('\n').match(/[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [])
      countByWord.set(word, (countByWord.get(word) ?? 0) + 1);
    return countByWord;
  };
  const wordCounts = countWords(one);
  const otherWordCounts = countWords(other);
  const sumCounts = (countByWord: Map<string, number>): number =>
    [...countByWord.values()].reduce((total, count) => total + count, 0);
  const sharedCount = [...wordCounts].reduce(
    (total, [word, times]) => total + Math.min(times, otherWordCounts.get(word) ?? 0),
    0,
  );
  const totalCount = sumCounts(wordCounts) + sumCounts(otherWordCounts);
  return totalCount === 0 ? 1 : (2 * sharedCount) / totalCount;
}

/**
 * Maps line indexes of the earlier text to the indexes of equal lines in the later text (patience diff): first the
 * lines at the start and end that both texts share, then the lines that occur once in each text, then the ranges
 * between them.
 */
function matchLines(earlierLines: readonly string[], currentLines: readonly string[]): ReadonlyMap<number, number> {
  const currentIndexes = new Map<number, number>();
  const gaps: Gap[] = [{ from: 0, to: earlierLines.length, start: 0, end: currentLines.length }];
  let linesLeft = MAX_PASSES * (earlierLines.length + currentLines.length);
  for (let gap = gaps.pop(); gap !== undefined && linesLeft > 0; gap = gaps.pop()) {
    linesLeft -= gap.to - gap.from + gap.end - gap.start;
    const trimmedGap = trimGap(gap, earlierLines, currentLines, currentIndexes);
    let { from, start } = trimmedGap;
    const anchorPairs = longestIncreasingSubsequence(uniqueCommonLines(trimmedGap, earlierLines, currentLines));
    if (anchorPairs.length === 0) continue;
    for (const [line, currentIndex] of anchorPairs) {
      currentIndexes.set(line, currentIndex);
      gaps.push({ from, to: line, start, end: currentIndex });
      from = line + 1;
      start = currentIndex + 1;
    }
    gaps.push({ from, to: trimmedGap.to, start, end: trimmedGap.end });
  }
  return currentIndexes;
}

/** A range of lines in the earlier text (`from`, `to`) and in the later text (`start`, `end`). Ends are exclusive. */
interface Gap {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
}

function trimGap(
  gap: Gap,
  earlierLines: readonly string[],
  currentLines: readonly string[],
  currentIndexes: Map<number, number>,
): Gap {
  let { from, to, start, end } = gap;
  for (; from < to && start < end && earlierLines[from] === currentLines[start]; from += 1, start += 1)
    currentIndexes.set(from, start);
  for (; from < to && start < end && earlierLines[to - 1] === currentLines[end - 1]; to -= 1, end -= 1)
    currentIndexes.set(to - 1, end - 1);
  return { from, to, start, end };
}

/** Returns index pairs of the lines that occur exactly once in each range, in the order of the earlier text. */
function uniqueCommonLines(
  { from, to, start, end }: Gap,
  earlierLines: readonly string[],
  currentLines: readonly string[],
): readonly (readonly [number, number])[] {
  if (from >= to || start >= end) return [];
  const currentIndexByLine = uniqueLines(currentLines, start, end);
  return [...uniqueLines(earlierLines, from, to)].flatMap(([line, index]) => {
    const currentIndex = currentIndexByLine.get(line);
    return currentIndex === undefined ? [] : [[index, currentIndex] as const];
  });
}

function uniqueLines(lines: readonly string[], from: number, to: number): Map<string, number> {
  const firstIndex = new Map<string, number>();
  const duplicates = new Set<string>();
  for (let index = from; index < to; index += 1) {
    const line = lines[index] ?? '';
    if (firstIndex.has(line)) duplicates.add(line);
    else firstIndex.set(line, index);
  }
  for (const line of duplicates) firstIndex.delete(line);
  return firstIndex;
}

/** Returns the longest subsequence of pairs whose indexes increase in both texts. */
function longestIncreasingSubsequence(
  pairs: readonly (readonly [number, number])[],
): readonly (readonly [number, number])[] {
  /** For each length, starting with 1: the smallest last pair of all increasing subsequences of that length. */
  const lastPairs: number[] = [];
  /** For each pair: the preceding pair in its subsequence. */
  const previousPair: (number | undefined)[] = [];
  for (const [index, [, currentIndex]] of pairs.entries()) {
    let low = 0;
    for (let high = lastPairs.length; low < high; ) {
      const middle = (low + high) >> 1;
      if ((pairs[lastPairs[middle] ?? 0]?.[1] ?? 0) < currentIndex) low = middle + 1;
      else high = middle;
    }
    previousPair.push(low === 0 ? undefined : lastPairs[low - 1]);
    lastPairs[low] = index;
  }
  const subsequence: (readonly [number, number])[] = [];
  for (let index = lastPairs.at(-1); index !== undefined; index = previousPair[index]) {
    const linePair = pairs[index];
    if (linePair !== undefined) subsequence.push(linePair);
  }
  return subsequence.toReversed();
}

/** Returns the line without differences in indentation and spacing, which do not count as changes. */
function normalizeLine(line: string): string {
  return oneLine(line);
}

function isDistinctive(line: string): boolean {
  return DISTINCTIVE_LINE.test(line);
}

function increment(line: number | undefined): number | undefined {
  return line === undefined ? undefined : line + 1;
}

function decrement(line: number | undefined): number | undefined {
  return line === undefined ? undefined : line - 1;
}
