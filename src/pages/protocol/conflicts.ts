// Messages and models of conflicts: what both sides changed, and which side to keep.
import * as z from 'zod';
import { type FieldName, fieldName } from './fields.ts';

/** The messages that the page sends about conflicts. */
export const conflictMessages = [
  /** Resolve a conflict: send the draft's value of the field, or take the server's. */
  z.strictObject({ type: z.literal('resolve'), seq: z.number(), field: fieldName, keep: z.enum(['mine', 'theirs']) }),
  /** Show both sides of a conflict in a diff editor. */
  z.strictObject({ type: z.literal('compare'), seq: z.number(), field: fieldName }),
] as const;

/** A field that was changed here and to another value on the server. Both sides are text for the user. */
export interface ConflictView {
  readonly field: FieldName;
  readonly label: string;
  /** Long text, which `compare` shows side by side. */
  readonly comparable: boolean;
  readonly theirs: string;
  readonly mine: string;
}
