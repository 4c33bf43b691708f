// Owns the words about fields: what a field is to the page, what it holds, and what the page says when it is edited.
import * as z from 'zod';

/** Named as in the operation's body. Whether the record has such a field is the form's to know. */
export const fieldName = z.string().regex(/^[a-z][a-z_]*$/);
export type FieldName = z.output<typeof fieldName>;

/** Text, an id or a date, and numbers and JSON as they are typed; a list of ids or lines; a flag; or null for none. */
export type FieldValue = string | readonly string[] | boolean | null;
const fieldValue = z.union([z.string(), z.array(z.string()).readonly(), z.boolean(), z.null()]);

/** What the page says about fields. */
export const fieldMessages = [
  /** A field now holds this; goes into the draft. */
  z.strictObject({ say: z.literal('edit'), seq: z.number(), field: fieldName, value: fieldValue }),
  /** Give up the draft of one field, or of all. */
  z.strictObject({ say: z.literal('revert'), seq: z.number(), field: fieldName.optional() }),
  /**
   * The field's choices are wanted now, or without a field the people who can be mentioned: read their list unless that
   * was done.
   */
  z.strictObject({ say: z.literal('offer'), seq: z.number(), field: fieldName.optional() }),
  /** Look for what the field may hold. Answered with choices. */
  z.strictObject({ say: z.literal('find'), seq: z.number(), field: fieldName, text: z.string() }),
] as const;

/** One thing that can be chosen: a state, a person, a label, a work item… */
export interface Choice {
  readonly id: string;
  readonly label: string;
  /** Second line or dimmed text. */
  readonly detail?: string;
  /** Hex colour of a state or label. */
  readonly color?: string;
  /** State group, or priority: decides the icon. */
  readonly icon?: string;
}

/** How far a list of choices is known that is not known whole; `unread` until somebody wants it. */
export type PendingChoice = 'unread' | 'reading' | 'failed';

/**
 * How a field is edited.
 * - `text`: one line; `plainText`: several; `lines`: a list of texts; `richText`: HTML; `date`: YYYY-MM-DD; `number`
 *   and `json` as they are typed.
 * - `color`: a hex code, or one of the choices by name; `flag`: true or false.
 * - `choice`: one of; `choices`: any of; `item` and `items`: work items found by `find`, `choices` holding the present
 *   ones.
 */
export type FieldKind =
  | 'text'
  | 'plainText'
  | 'lines'
  | 'richText'
  | 'date'
  | 'number'
  | 'json'
  | 'color'
  | 'flag'
  | 'choice'
  | 'choices'
  | 'item'
  | 'items';

export interface FieldView {
  readonly name: FieldName;
  readonly label: string;
  readonly kind: FieldKind;
  readonly value: FieldValue;
  /** Differs from what the service has; not sent yet. */
  readonly touched: boolean;
  /** Whether "none" (null, or an empty list) is allowed. */
  readonly optional: boolean;
  /** The value is shown and cannot be changed; `hint` says why. */
  readonly readOnly?: true;
  /** While `pending` only the ones that are set, as far as they can be named. */
  readonly choices?: readonly Choice[];
  readonly pending?: PendingChoice;
  /** A sentence about what is wrong with the value, shown at the field. */
  readonly problem?: string;
  /** A word about the value that is no error, such as that choices could not be fetched. */
  readonly hint?: string;
}
