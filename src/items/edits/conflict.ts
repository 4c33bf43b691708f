// Finds conflicts: fields that the draft and the server changed to different values. Pure.
import type { Draft } from '../../core/drafts/draft.ts';
import type { FieldName, FieldValue } from '../form/fieldProtocol.ts';
import type { FieldSpec } from '../form/fieldSpec.ts';
import { type FieldValues, isSameFieldValue } from '../form/values.ts';
import { isOwnChange } from './settleDraft.ts';

export interface Conflict {
  readonly field: FieldName;
  /** The server's value when the user started to change the field; undefined if unknown. */
  readonly base: FieldValue | undefined;
  readonly theirs: FieldValue;
  readonly mine: FieldValue;
}

/** The record as the server last confirmed it. */
export interface ConfirmedRecord {
  /** The values by field. Fields that the server does not support are missing. */
  readonly values: FieldValues;
  /** When the record was last changed (ISO 8601); undefined if the server does not send a time. */
  readonly changedAt: string | undefined;
}

/**
 * Returns the fields that the draft and the server changed to different values. A field that only one side changed is
 * no conflict, because only the fields of the draft are sent. A field of the draft without a base value is a conflict
 * if the server's value differs and the record was changed on the server after the last edit of the draft.
 */
export function conflictsIn(
  draft: Pick<Draft, 'touched' | 'base' | 'sent' | 'at'> | undefined,
  fields: readonly FieldSpec[],
  { values, changedAt }: ConfirmedRecord,
): Conflict[] {
  if (draft === undefined) return [];
  return fields.flatMap((spec) => {
    const mine = draft.touched[spec.name];
    const theirs = values[spec.name];
    if (mine === undefined || theirs === undefined) return [];
    const base = draft.base?.[spec.name];
    const isChangedOnServer =
      base === undefined ? Date.parse(changedAt ?? '') > draft.at : !isSameFieldValue(base, theirs, spec);
    const isConflict = isChangedOnServer && !isSameFieldValue(mine, theirs, spec) && !isOwnChange(spec, draft, theirs);
    return isConflict ? [{ field: spec.name, base, theirs, mine }] : [];
  });
}
