// Owns the words about conflicts: what was changed on both sides, and which side is to stay.
import * as z from 'zod';
import { type FieldName, fieldName } from './fields.ts';

/** What the page says about conflicts. */
export const conflictMessages = [
  /** End a conflict: send the field as it is written here, or let it become what the service has. */
  z.strictObject({ say: z.literal('resolve'), seq: z.number(), field: fieldName, keep: z.enum(['mine', 'theirs']) }),
  /** Show both sides of a conflict in a diff editor. */
  z.strictObject({ say: z.literal('compare'), seq: z.number(), field: fieldName }),
] as const;

/** A field that was changed here and, otherwise, by somebody else since. Both sides in words for a person. */
export interface ConflictView {
  readonly field: FieldName;
  readonly label: string;
  /** Long text: `compare` shows it side by side. */
  readonly comparable: boolean;
  readonly theirs: string;
  readonly mine: string;
}
