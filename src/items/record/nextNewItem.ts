// Determines which values of a work item that was just created are copied to the next new work item. Pure.
import { chosenModules, type Draft } from '../../core/drafts/draft.ts';
import { definedFields } from '../../std/objects/definedFields.ts';
import type { FieldValues } from '../form/values.ts';

type NewRecord = NonNullable<Draft['newRecord']>;

/** The fields that are copied to the next work item. Texts, dates and the estimate are not copied. */
const COPIED_FIELDS: ReadonlySet<string> = new Set([
  'state',
  'assignees',
  'priority',
  'module',
  'labels',
  'type',
  'parent',
]);

/**
 * Returns the properties of the next new work item's draft. `createdWith` are the values and `draft` is the draft of
 * the work item that was just created.
 */
export function nextNewItem(createdWith: FieldValues, draft: Draft | undefined, externalId: string): NewRecord {
  const { cycle } = draft?.newRecord ?? {};
  const initialValues = Object.fromEntries(Object.entries(createdWith).filter(([name]) => COPIED_FIELDS.has(name)));
  const newCycle = cycle && { id: cycle.id, name: cycle.name };
  return definedFields({ initialValues, externalId, cycle: newCycle, modules: chosenModules(draft) });
}
