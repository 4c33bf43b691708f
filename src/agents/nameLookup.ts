// Finds a record by the name that a language model uses, or suggests similar names.

import { plainName } from '../std/displayName.ts';
import { smallestOf } from '../std/firstInOrder.ts';
import { ToolError } from './toolError.ts';
import { quoteName } from './untrustedText.ts';

/** A record and all its names; results show the first name. */
export interface NamedRecord {
  readonly id: string;
  readonly names: readonly string[];
}

const MAX_SUGGESTIONS = 8;

/**
 * Returns the record with exactly this name, ignoring case and hidden characters, which the model has not read.
 * @param kind the kind of record for the message, for example `state`
 * @throws ToolError with suggestions if no record or more than one record has the name
 */
export function findByName<R extends NamedRecord>(kind: string, records: readonly R[], name: string): R {
  const normalizedName = normalize(name);
  const matches = records.filter((record) => record.names.some((one) => normalize(one) === normalizedName));
  const [match, ...others] = matches;
  if (match !== undefined && others.length === 0) return match;
  if (match !== undefined)
    throw new ToolError(
      `Several records of kind ${kind} are called ${quoteName(name)}: ${namesOf(matches, ' = ')}. Use another name of the one you mean.`,
    );
  if (records.length === 0) throw new ToolError(`There is no ${kind} ${quoteName(name)}: the project has none.`);
  const similarRecords = findSimilarRecords(normalizedName, records);
  const hint =
    similarRecords.length === 0
      ? `There are: ${namesOf(records.slice(0, MAX_SUGGESTIONS))}${records.length > MAX_SUGGESTIONS ? ', …' : ''}.`
      : `Did you mean ${namesOf(similarRecords)}?`;
  throw new ToolError(`There is no ${kind} ${quoteName(name)}. ${hint}`);
}

function namesOf(records: readonly NamedRecord[], separator?: string): string {
  return records
    .map(({ names }) =>
      separator === undefined ? quoteName(names[0] ?? '') : names.map((one) => quoteName(one)).join(separator),
    )
    .join(', ');
}

function normalize(name: string): string {
  return plainName(name).normalize('NFKC').trim().toLowerCase().replace(/\s+/g, ' ');
}

/** Returns the records with a name that contains `normalizedName`, is contained in it, or differs in few letters. */
function findSimilarRecords<R extends NamedRecord>(normalizedName: string, records: readonly R[]): readonly R[] {
  const rank = ({ names }: NamedRecord): number =>
    smallestOf(
      names
        .map(normalize)
        .map((name) => (oneContainsOther(name, normalizedName) ? 0 : editDistance(name, normalizedName))),
    );
  const limit = Math.max(normalizedName.length > 3 ? 2 : 1, Math.floor(normalizedName.length / 3));
  return records
    .map((record) => ({ record, rank: rank(record) }))
    .filter((one) => one.rank <= limit)
    .sort((one, other) => one.rank - other.rank)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ record }) => record);
}

function oneContainsOther(one: string, other: string): boolean {
  return one !== '' && other !== '' && (one.includes(other) || other.includes(one));
}

/** Returns the number of letters to insert, remove or replace (Levenshtein distance). */
function editDistance(one: string, other: string): number {
  const otherLetters = Array.from(other);
  let row = Array.from({ length: otherLetters.length + 1 }, (_, index) => index);
  for (const [index, letter] of Array.from(one).entries()) {
    const nextRow = [index + 1];
    for (const [column, otherLetter] of otherLetters.entries()) {
      const replacementCost = (row[column] ?? 0) + (letter === otherLetter ? 0 : 1);
      nextRow.push(Math.min(replacementCost, (row[column + 1] ?? 0) + 1, (nextRow[column] ?? 0) + 1));
    }
    row = nextRow;
  }
  return row.at(-1) ?? 0;
}
