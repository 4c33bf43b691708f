// Converts fields that were saved on a page to changes that Undo Last Change can undo. Pure.

import { isEditableField } from '../../contract/resources/workItem.ts';
import type { ItemAddress } from '../../core/cache/address.ts';
import { type ChangeStep, type ItemFieldValue, isUnchanged } from '../../core/cache/changes/itemChange.ts';
import type { FieldValue } from '../../items/form/fieldProtocol.ts';
import type { SavedField } from '../../items/record/recordEdits.ts';

/** The HTML of an empty description: servers reject an empty string as a description. */
const EMPTY_DESCRIPTION = '<p></p>';

/** Returns the fields that Undo Last Change can restore, with the values before and after the save. */
export function undoableSteps(address: ItemAddress, fields: readonly SavedField[]): ChangeStep[] {
  return fields.flatMap(({ field, before, after }) => {
    if (!isEditableField(field) || !isCurrentValue(before) || !isCurrentValue(after)) return [];
    const isEmptyDescription = field === 'description_html' && before === '';
    const step = { address, field, before: isEmptyDescription ? EMPTY_DESCRIPTION : before, after };
    return isUnchanged(step) ? [] : [step];
  });
}

function isCurrentValue(value: FieldValue): value is ItemFieldValue {
  return typeof value !== 'boolean';
}
