// Messages that edit fields, and models of fields: kind, value, choices.
import * as z from 'zod';

/** The name of a field in the request body. The host also checks that the record's form has a field with this name. */
export const fieldName = z.string().regex(/^[a-z][a-z_]*$/);
export type FieldName = z.output<typeof fieldName>;

/**
 * A text, id or date; a number or JSON as it was typed; a list of ids or lines; a boolean; or null for an empty field.
 */
export type FieldValue = string | readonly string[] | boolean | null;
const fieldValue = z.union([z.string(), z.array(z.string()).readonly(), z.boolean(), z.null()]);

/** The messages that the page sends about fields. */
export const fieldMessages = [
  /** The new value of a field, which the host stores in the draft. */
  z.strictObject({ type: z.literal('edit'), seq: z.number(), field: fieldName, value: fieldValue }),
  /** Discards the edits of one field, or of all fields. */
  z.strictObject({ type: z.literal('revert'), seq: z.number(), field: fieldName.optional() }),
  /**
   * Loads the choices of the field or, if `field` is undefined, the users who can be mentioned. Does nothing if they
   * are already loaded.
   */
  z.strictObject({ type: z.literal('offer'), seq: z.number(), field: fieldName.optional() }),
  /** Searches for values of the field. Answered with choices. */
  z.strictObject({ type: z.literal('find'), seq: z.number(), field: fieldName, text: z.string() }),
  /**
   * Creates a value with this name. `newChoice` is the id of one of the field's `newChoices`. Answered with the choice
   * for the new value.
   */
  z.strictObject({
    type: z.literal('createChoice'),
    seq: z.number(),
    field: fieldName,
    newChoice: z.string(),
    text: z.string(),
  }),
] as const;

/** A value that can be chosen: a state, a user, a label, a work item… */
export interface Choice {
  readonly id: string;
  readonly label: string;
  /** A text that the page shows as a second line, or dimmed after the label. */
  readonly detail?: string;
  /** Hex color of a state or label; empty for a label without a color. */
  readonly color?: string;
  /** The state group or priority whose icon is shown. */
  readonly icon?: string;
  /** The name of the user whose initials are shown, without “(you)”. */
  readonly person?: string;
  /** How many quarters of the circle in the icon of a started state are filled. */
  readonly filledQuarters?: 1 | 2 | 3;
}

/** The state of a list of choices that is not loaded; `notLoaded` until the list is requested. */
export type UnloadedListStatus = 'notLoaded' | 'loading' | 'failed';

/**
 * How a field is edited.
 * - `text`: one line; `plainText`: several lines; `lines`: a list of texts; `richText`: HTML; `date`: YYYY-MM-DD.
 * - `number` and `json`: text as the user typed it.
 * - `color`: a hex code, or one of the choices by name; `flag`: true or false.
 * - `choice`: one of the choices; `choices`: any number of them.
 * - `item` and `items`: work items that a `find` message returned; `choices` contains the currently selected ones.
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
  /** Shown in place of the value of a text field while the user does not edit it. */
  readonly valueLabel?: string;
  /** Shown in place of “None” while the field of a new record is empty: the value that the server sets. */
  readonly placeholder?: string;
  /** Whether the value was edited and is not saved yet. */
  readonly touched: boolean;
  /** Set while the edited value is being saved. */
  readonly isSaving?: true;
  /** Set if an edited value is saved automatically, without Save. */
  readonly isSavedAutomatically?: true;
  /** Whether the field can be cleared. */
  readonly optional: boolean;
  /** Set if the page shows an empty field only as a button with the field's name. A click on it shows the field. */
  readonly isSecondary?: true;
  /** The key that opens the list of the field. A narrow page shows a chip for each field with such a key. */
  readonly shortcut?: string;
  /** Set for the due date of a record that is not completed or canceled: the page highlights a date in the past. */
  readonly isDeadline?: true;
  /** Set if the value cannot be changed. `hint` contains the reason if other fields of the record can be changed. */
  readonly readOnly?: true;
  /** The choices of the field; while `pending` is set, only those of the current values whose names are loaded. */
  readonly choices?: readonly Choice[];
  /** Set if the order of the choices of a field with one value has no meaning: the page then sorts them by name. */
  readonly sortsChoices?: true;
  readonly pending?: UnloadedListStatus;
  /**
   * The choices that create a record with the typed text as its name, for a text that matches no other choice. `{0}` in
   * a label stands for the text.
   */
  readonly newChoices?: readonly Choice[];
  /** The error message that is shown at the field. */
  readonly problem?: string;
  /** A note about the field, for example that its choices could not be loaded. */
  readonly hint?: string;
}
