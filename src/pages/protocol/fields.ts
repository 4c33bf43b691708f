// Messages and models of fields: kind, value, choices, and the messages that edit them.
import * as z from 'zod';

/** Named as in the body of the operation. Whether the record has such a field is decided by the form. */
export const fieldName = z.string().regex(/^[a-z][a-z_]*$/);
export type FieldName = z.output<typeof fieldName>;

/** Text, an id or a date; numbers and JSON as they are typed; a list of ids or lines; a flag; or null for none. */
export type FieldValue = string | readonly string[] | boolean | null;
const fieldValue = z.union([z.string(), z.array(z.string()).readonly(), z.boolean(), z.null()]);

/** The messages that the page sends about fields. */
export const fieldMessages = [
  /** The new value of a field, stored in the draft. */
  z.strictObject({ type: z.literal('edit'), seq: z.number(), field: fieldName, value: fieldValue }),
  /** Discard the draft of one field, or of all. */
  z.strictObject({ type: z.literal('revert'), seq: z.number(), field: fieldName.optional() }),
  /**
   * The choices of the field are needed now, or without a field the users who can be mentioned: load their list unless
   * it is loaded.
   */
  z.strictObject({ type: z.literal('offer'), seq: z.number(), field: fieldName.optional() }),
  /** Search for values of the field. Answered with choices. */
  z.strictObject({ type: z.literal('find'), seq: z.number(), field: fieldName, text: z.string() }),
] as const;

/** A value that can be chosen: a state, a user, a label, a work item… */
export interface Choice {
  readonly id: string;
  readonly label: string;
  /** Second line or dimmed text. */
  readonly detail?: string;
  /** Hex color of a state or label. */
  readonly color?: string;
  /** State group or priority; selects the icon. */
  readonly icon?: string;
}

/** State of a list of choices that is not loaded completely; `unread` until it is requested. */
export type PendingChoice = 'unread' | 'reading' | 'failed';

/**
 * How a field is edited.
 * - `text`: one line; `plainText`: several lines; `lines`: a list of texts; `richText`: HTML; `date`: YYYY-MM-DD.
 * - `number` and `json`: as they are typed.
 * - `color`: a hex code, or one of the choices by name; `flag`: true or false.
 * - `choice`: one of the choices; `choices`: any of them.
 * - `item` and `items`: work items found by `find`; `choices` contains the current ones.
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
  /** Differs from the server and is not sent yet. */
  readonly touched: boolean;
  /** Whether none (null, or an empty list) is allowed. */
  readonly optional: boolean;
  /** The value cannot be changed; `hint` gives the reason. */
  readonly readOnly?: true;
  /** While `pending` is set, only the current values, as far as they can be named. */
  readonly choices?: readonly Choice[];
  readonly pending?: PendingChoice;
  /** What is wrong with the value, shown at the field. */
  readonly problem?: string;
  /** A note that is not an error, for example that choices could not be loaded. */
  readonly hint?: string;
}
