// Converts fields that were saved on a page to changes that Undo Last Change can undo. Pure.
import type { ItemAddress } from '../../../cache/address.ts';
import {
  type ChangeField,
  type ChangeStep,
  type CurrentValue,
  isUnchanged,
} from '../../../cache/changes/itemChange.ts';
import type { FieldValue } from '../../../pages/protocol/fields.ts';
import type { SavedField } from '../../../pages/record/recordEdits.ts';

const CHANGE_FIELDS: ReadonlySet<string> = new Set<ChangeField>([
  'state',
  'priority',
  'parent',
  'estimate_point',
  'type',
  'module',
  'cycle',
  'start_date',
  'target_date',
  'assignees',
  'labels',
]);

function isChangeField(field: string): field is ChangeField {
  return CHANGE_FIELDS.has(field);
}

/** Returns the fields that quick edits can change. A title or a description is left out: typed text is not undone. */
export function savedSteps(address: ItemAddress, fields: readonly SavedField[]): ChangeStep[] {
  return fields.flatMap(({ field, before, after }) => {
    if (!isChangeField(field) || !isCurrentValue(before) || !isCurrentValue(after)) return [];
    const step = { address, field, before, after };
    return isUnchanged(step) ? [] : [step];
  });
}

function isCurrentValue(value: FieldValue): value is CurrentValue {
  return typeof value !== 'boolean';
}
