// Owns conflicts: fields that a draft and somebody else changed, each otherwise, since the draft was begun. Pure.
import type { DraftValue } from '../../drafts/draft.ts';
import type { FieldName, FieldValue } from '../protocol/fields.ts';

/** A draft's fields, what the service had of each when it was first touched, and when the draft was changed last (milliseconds). */
export interface DraftBasis {
  readonly touched: Readonly<Record<string, DraftValue>>;
  readonly base?: Readonly<Record<string, DraftValue>> | undefined;
  readonly at: number;
}

export interface Conflict {
  readonly field: FieldName;
  /** What the draft was based on; undefined when that is not known. */
  readonly base: FieldValue | undefined;
  readonly theirs: FieldValue;
  readonly mine: FieldValue;
}

/** What the service has now. */
export interface ServerFields {
  /** Undefined for a field that the service does not offer. */
  valueOf(field: FieldName): FieldValue | undefined;
  /** ISO 8601, where the service says when the record was changed. */
  readonly changedAt: string | undefined;
  isSame(field: FieldName, one: FieldValue, other: FieldValue): boolean;
  /** Whether the value is one that was sent from here without an answer. */
  isOurs(field: FieldName, value: FieldValue): boolean;
}

/**
 * Fields that only one side touched are no conflict: the draft's are sent, the others are left as they are.
 * Of a draft that does not say what it was based on, every field that differs is one as soon as the record is younger than the draft.
 */
export function conflictsIn(draft: DraftBasis | undefined, fields: readonly FieldName[], now: ServerFields): Conflict[] {
  if (draft === undefined) return [];
  return fields.flatMap((field) => {
    const mine = draft.touched[field];
    const theirs = now.valueOf(field);
    if (mine === undefined || theirs === undefined) return [];
    const base = draft.base?.[field];
    const isTheirsOther = base === undefined ? Date.parse(now.changedAt ?? '') > draft.at : !now.isSame(field, base, theirs);
    return isTheirsOther && !now.isSame(field, mine, theirs) && !now.isOurs(field, theirs) ? [{ field, base, theirs, mine }] : [];
  });
}
