// Owns conflicts: fields that a draft and another person changed, each otherwise, since the draft was begun. Pure.
import type { Draft } from '../../drafts/draft.ts';
import type { FieldSpec } from '../fields/fieldSpec.ts';
import { type FieldValues, isSameFieldValue } from '../fields/values.ts';
import type { FieldName, FieldValue } from '../protocol/fields.ts';
import { isOwnChange } from './settling.ts';

export interface Conflict {
  readonly field: FieldName;
  /** What the draft was based on; undefined when that is not known. */
  readonly base: FieldValue | undefined;
  readonly theirs: FieldValue;
  readonly mine: FieldValue;
}

/** What the server has of a record. */
export interface ConfirmedFields {
  /** Without a field that the server does not offer. */
  readonly values: FieldValues;
  /** ISO 8601, where the server says when the record was changed. */
  readonly changedAt: string | undefined;
}

/**
 * Fields that only one side touched are no conflict: the draft's are sent, the others are left as they are. Of a draft
 * that does not say what it was based on, every field that differs is one as soon as the record is younger than the
 * draft.
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
