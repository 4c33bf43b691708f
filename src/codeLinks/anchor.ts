// Finds lines of a text in a later version of it, or that they are gone. Linear in the texts except
// for a sort; pure.

import { oneLine } from '../std/truncate.ts';
import type { Lines } from './permalink.ts';

export type AnchoredLines =
  /** `changed`: the lines are not identical to the original ones. */
  { readonly kind: 'here'; readonly lines: Lines; readonly changed: boolean } | { readonly kind: 'away' };

const AWAY: AnchoredLines = { kind: 'away' };
/** The share of the significant lines that must be found. */
const ENOUGH = 0.5;
/** The maximum number of lines compared of a quote, and of positions stored for equal lines in it. */
const LONGEST_QUOTE = 500;
const MOST_PLACES = 8;
/**
 * How often the two texts may be read in total. That is enough for any text written by hand; lines not reached count as
 * changed.
 */
const MOST_READINGS = 30;
/** Matches lines that identify a position: a single bracket does not. */
const TELLING = /[\p{L}\p{N}_]{2}/u;

export function linesOf(text: string): readonly string[] {
  return text.split(/\r\n|\r|\n/);
}

/** Finds the lines by comparing both whole texts. Changed lines are found if the lines around them are still there. */
export function anchorByText(then: readonly string[], lines: Lines, now: readonly string[]): AnchoredLines {
  if (lines.last > then.length) return AWAY;
  const before = then.map(normal);
  const after = now.map(normal);
  const kept = matches(before, after);
  const quoted = then.slice(lines.first - 1, lines.last);
  return across(kept, lines, before, after) ?? anchorByQuote(quoted, expected(kept, lines), now);
}

/**
 * Finds the lines by their content alone, as a comment quotes them: the position nearest to line `near` (1-based) where
 * most of them match.
 */
export function anchorByQuote(quoted: readonly string[], near: number, now: readonly string[]): AnchoredLines {
  const wanted = quoted.slice(0, LONGEST_QUOTE).map(normal);
  const counts = wanted.some((line) => TELLING.test(line)) ? isDistinctive : (line: string) => line !== '';
  const total = wanted.filter(counts).length;
  if (total === 0) return AWAY;
  const votes = countVotes(wanted, now.map(normal), counts);
  const [best] = [...votes].toSorted(
    ([one, some], [other, more]) => more - some || Math.abs(one + 1 - near) - Math.abs(other + 1 - near),
  );
  if (best === undefined || best[1] < total * ENOUGH) return AWAY;
  const first = Math.max(0, best[0]);
  const last = Math.min(now.length, best[0] + quoted.length) - 1;
  const changed = quoted.some((line, index) => normal(line) !== normal(now[best[0] + index] ?? ''));
  return { kind: 'here', lines: { first: first + 1, last: last + 1 }, changed };
}

/** Returns for each possible start of the quote how many of its significant lines match there. */
function countVotes(
  wanted: readonly string[],
  now: readonly string[],
  counts: (line: string) => boolean,
): ReadonlyMap<number, number> {
  const places = new Map<string, number[]>();
  for (const [index, line] of wanted.entries()) {
    const known = places.get(line) ?? [];
    if (counts(line) && known.length < MOST_PLACES) places.set(line, [...known, index]);
  }
  const votes = new Map<number, number>();
  for (const [index, line] of now.entries()) {
    for (const place of places.get(line) ?? []) votes.set(index - place, (votes.get(index - place) ?? 0) + 1);
  }
  return votes;
}

/** Undefined if the lines around the range are gone, or too little of the range is left. */
function across(
  kept: ReadonlyMap<number, number>,
  lines: Lines,
  before: readonly string[],
  after: readonly string[],
): AnchoredLines | undefined {
  const first = lines.first - 1;
  const last = lines.last - 1;
  const survivors: number[] = [];
  for (let line = first; line <= last; line += 1) {
    const there = kept.get(line);
    if (there !== undefined) survivors.push(there);
  }
  const whole = survivors.length === last - first + 1;
  const start = survivors[0];
  const end = survivors.at(-1);
  if (whole && start !== undefined && end !== undefined) {
    return { kind: 'here', lines: { first: start + 1, last: end + 1 }, changed: end - start !== last - first };
  }
  const from = first === 0 ? 0 : plusOne(kept.get(first - 1));
  const to = last === before.length - 1 ? after.length - 1 : minusOne(kept.get(last + 1));
  if (from === undefined || to === undefined || to < from) return undefined;
  const alike = likeness(before.slice(first, last + 1), after.slice(from, to + 1));
  return alike < ENOUGH ? undefined : { kind: 'here', lines: { first: from + 1, last: to + 1 }, changed: true };
}

/** The line where the range would start if nothing was inserted right before it, 1-based. */
function expected(kept: ReadonlyMap<number, number>, { first }: Lines): number {
  for (let line = first - 1; line >= 0; line -= 1) {
    const there = kept.get(line);
    if (there !== undefined) return there + (first - 1 - line) + 1;
  }
  return first;
}

/** The share of words that both have in common, 0 to 1. */
function likeness(one: readonly string[], other: readonly string[]): number {
  const count = (lines: readonly string[]): Map<string, number> => {
    const counts = new Map<string, number>();
    for (const word of lines.join('\n').match(/[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [])
      counts.set(word, (counts.get(word) ?? 0) + 1);
    return counts;
  };
  const ones = count(one);
  const others = count(other);
  const sum = (counts: Map<string, number>): number => [...counts.values()].reduce((total, more) => total + more, 0);
  const shared = [...ones].reduce((total, [word, times]) => total + Math.min(times, others.get(word) ?? 0), 0);
  const all = sum(ones) + sum(others);
  return all === 0 ? 1 : (2 * shared) / all;
}

/**
 * Maps lines of one text to equal lines of the other, in order: first the common start and end, then the lines that
 * occur once in each, then the parts between those.
 */
function matches(before: readonly string[], after: readonly string[]): ReadonlyMap<number, number> {
  const kept = new Map<number, number>();
  const gaps: Gap[] = [{ from: 0, to: before.length, start: 0, end: after.length }];
  let readings = MOST_READINGS * (before.length + after.length);
  for (let gap = gaps.pop(); gap !== undefined && readings > 0; gap = gaps.pop()) {
    readings -= gap.to - gap.from + gap.end - gap.start;
    const inner = trimmed(gap, before, after, kept);
    let { from, start } = inner;
    const pillars = inOrder(common(inner, before, after));
    if (pillars.length === 0) continue;
    for (const [line, there] of pillars) {
      kept.set(line, there);
      gaps.push({ from, to: line, start, end: there });
      from = line + 1;
      start = there + 1;
    }
    gaps.push({ from, to: inner.to, start, end: inner.end });
  }
  return kept;
}

/** A range of lines in each text; `to` and `end` are exclusive. */
interface Gap {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
}

function trimmed(gap: Gap, before: readonly string[], after: readonly string[], kept: Map<number, number>): Gap {
  let { from, to, start, end } = gap;
  for (; from < to && start < end && before[from] === after[start]; from += 1, start += 1) kept.set(from, start);
  for (; from < to && start < end && before[to - 1] === after[end - 1]; to -= 1, end -= 1) kept.set(to - 1, end - 1);
  return { from, to, start, end };
}

/** Lines that occur exactly once in each range, in the order of the first text. */
function common(
  { from, to, start, end }: Gap,
  before: readonly string[],
  after: readonly string[],
): readonly (readonly [number, number])[] {
  if (from >= to || start >= end) return [];
  const there = once(after, start, end);
  return [...once(before, from, to)].flatMap(([line, index]) => {
    const other = there.get(line);
    return other === undefined ? [] : [[index, other] as const];
  });
}

function once(lines: readonly string[], from: number, to: number): Map<string, number> {
  const found = new Map<string, number>();
  const twice = new Set<string>();
  for (let index = from; index < to; index += 1) {
    const line = lines[index] ?? '';
    if (found.has(line)) twice.add(line);
    else found.set(line, index);
  }
  for (const line of twice) found.delete(line);
  return found;
}

/** The longest subsequence of pairs that increases in both texts. */
function inOrder(pairs: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] {
  /** For each length, the last pair of the subsequence that ends lowest; and for each pair, the one before it. */
  const ends: number[] = [];
  const previous: (number | undefined)[] = [];
  for (const [index, [, there]] of pairs.entries()) {
    let low = 0;
    for (let high = ends.length; low < high; ) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < there) low = middle + 1;
      else high = middle;
    }
    previous.push(low === 0 ? undefined : ends[low - 1]);
    ends[low] = index;
  }
  const row: (readonly [number, number])[] = [];
  for (let index = ends.at(-1); index !== undefined; index = previous[index]) {
    const pair = pairs[index];
    if (pair !== undefined) row.push(pair);
  }
  return row.toReversed();
}

/** Indentation and spacing may change: the line still counts as the same. */
function normal(line: string): string {
  return oneLine(line);
}

function isDistinctive(line: string): boolean {
  return TELLING.test(line);
}

function plusOne(line: number | undefined): number | undefined {
  return line === undefined ? undefined : line + 1;
}

function minusOne(line: number | undefined): number | undefined {
  return line === undefined ? undefined : line - 1;
}
