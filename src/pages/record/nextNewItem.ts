// Determines what the next new work item has in common with the one that was just created. Pure.
import type { Draft } from '../../drafts/draft.ts';
import type { FieldValues } from '../fields/values.ts';

type NewRecord = NonNullable<Draft['making']>;

/** Fields that the next work item gets too: not its texts, dates and estimate. */
const KEPT_FIELDS: ReadonlySet<string> = new Set([
  'state',
  'assignees',
  'priority',
  'module',
  'labels',
  'type',
  'parent',
]);

/** Returns the draft's properties of the next new work item. `createdWith`: the values of the one before. */
export function nextNewItem(createdWith: FieldValues, cycle: NewRecord['cycle'], externalId: string): NewRecord {
  const implied = Object.fromEntries(Object.entries(createdWith).filter(([name]) => KEPT_FIELDS.has(name)));
  return { implied, externalId, ...(cycle === undefined ? {} : { cycle }) };
}
