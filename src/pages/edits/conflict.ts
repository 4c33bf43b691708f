// Finds conflicts: fields that the draft and the server changed to different values. Pure.
import type { Draft } from '../../drafts/draft.ts';
import type { FieldSpec } from '../fields/fieldSpec.ts';
import { type FieldValues, isSameFieldValue } from '../fields/values.ts';
import type { FieldName, FieldValue } from '../protocol/fields.ts';
import { isOwnChange } from './settling.ts';

export interface Conflict {
  readonly field: FieldName;
  /** Value that the draft was based on; undefined if unknown. */
  readonly base: FieldValue | undefined;
  readonly theirs: FieldValue;
  readonly mine: FieldValue;
}

/** The record as the server last confirmed it. */
export interface ConfirmedFields {
  /** Does not contain fields that the server does not support. */
  readonly values: FieldValues;
  /** When the record was last changed (ISO 8601), if the server sends it. */
  readonly changedAt: string | undefined;
}

/**
 * Returns the fields that both sides changed to different values. A field that only one side changed is no conflict:
 * the draft's fields are sent, the others stay as they are. If the draft has no base, every field that differs is a
 * conflict as soon as the record is newer than the draft.
 */
export function conflictsIn(
  draft: Pick<Draft, 'touched' | 'base' | 'sent' | 'at'> | undefined,
  fields: readonly FieldSpec[],
  { values, changedAt }: ConfirmedFields,
): Conflict[] {
  if (draft === undefined) return [];
  return fields.flatMap((spec) => {
    const mine = draft.touched[spec.name];
    const theirs = values[spec.name];
    if (mine === undefined || theirs === undefined) return [];
    const base = draft.base?.[spec.name];
    const isTheirsOther =
      base === undefined ? Date.parse(changedAt ?? '') > draft.at : !isSameFieldValue(base, theirs, spec);
    const isConflict = isTheirsOther && !isSameFieldValue(mine, theirs, spec) && !isOwnChange(spec, draft, theirs);
    return isConflict ? [{ field: spec.name, base, theirs, mine }] : [];
  });
}
