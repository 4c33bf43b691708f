// Messages and models of conflicts: fields that both the user and the server changed.
import * as z from 'zod';
import { type FieldName, fieldName } from '../../items/form/fieldProtocol.ts';

/** The messages that the page sends about conflicts. */
export const conflictMessages = [
  /** Resolves a conflict: keeps the draft's value of the field, or discards it. */
  z.strictObject({ type: z.literal('resolve'), seq: z.number(), field: fieldName, keep: z.enum(['mine', 'theirs']) }),
  /** Shows both sides of a conflict in a diff editor. */
  z.strictObject({ type: z.literal('compare'), seq: z.number(), field: fieldName }),
] as const;

/** A field that the user and the server changed to different values. Both values are formatted for the user. */
export interface ConflictView {
  readonly field: FieldName;
  readonly label: string;
  /** Whether the values are long texts, which a `compare` message shows in a diff editor. */
  readonly comparable: boolean;
  readonly theirs: string;
  readonly mine: string;
}
