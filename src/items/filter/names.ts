// The names that a filter in text form can contain.
import type { FilterField } from './fields.ts';

export interface NamedValue {
  /** The value in the filter: the id of a user, otherwise the name. */
  readonly value: string;
  readonly name: string;
}

export interface FieldNames {
  readonly values: readonly NamedValue[];
  /** Whether `values` contains every name of the field, so that any other name is an error. */
  readonly isComplete: boolean;
}

/** Returns the names of a field whose values are records: states, users, labels, types, modules, cycles, projects. */
export type GetFieldNames = (field: FilterField) => FieldNames;

/** Returns the candidate that the user may have meant by a misspelled word; undefined if none is similar. */
export function closestName(
  word: string,
  candidates: readonly string[],
  maxDistance = word.length < 4 ? 1 : 2,
): string | undefined {
  const typed = word.toLowerCase();
  const rankedCandidates = candidates
    .map((candidate) => ({ candidate, distance: typoDistance(typed, candidate.toLowerCase()) }))
    .filter(({ distance }) => distance <= maxDistance)
    .sort((one, other) => one.distance - other.distance);
  return rankedCandidates[0]?.candidate;
}

function typoDistance(typed: string, candidate: string): number {
  if (typed.length > 1 && candidate.startsWith(typed)) return 1;
  return Math.abs(typed.length - candidate.length) > 2 ? 3 : editDistance(typed, candidate);
}

/**
 * Returns how many letters must be inserted, removed, replaced or swapped with a neighbor to turn one word into the
 * other.
 */
function editDistance(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, index) => index)];
  const distanceAt = (row: number, column: number): number => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= one.length; i += 1) {
    rows.push([i]);
    for (let j = 1; j <= other.length; j += 1) {
      const isSameLetter = one[i - 1] === other[j - 1];
      const isSwap = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const replacementDistance = distanceAt(i - 1, j - 1) + (isSameLetter ? 0 : 1);
      const swapDistance = isSwap ? distanceAt(i - 2, j - 2) + 1 : replacementDistance;
      rows[i]?.push(Math.min(distanceAt(i - 1, j) + 1, distanceAt(i, j - 1) + 1, replacementDistance, swapDistance));
    }
  }
  return distanceAt(one.length, other.length);
}
