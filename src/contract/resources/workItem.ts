// Schemas of the work item (specification §2, Work item).
import * as l10n from '@vscode/l10n';
import * as z from 'zod';
import {
  changeShape,
  ID,
  NULLABLE_REFERENCE,
  NULLABLE_REFERENCE_MAY_BE_OMITTED,
  NULLABLE_REFERENCE_OR_UNDEFINED,
  NULLABLE_TEXT,
  NUMBER,
  REFERENCE,
  REFERENCE_OR_NUMBER,
  REFERENCES,
  recordCodec,
  responseSchema,
  TEXT,
  TEXT_OR_UNDEFINED,
  textWithFallback,
} from '../schema/recordFields.ts';
import { date, id, numeric, requiredName } from '../schema/wire.ts';

export const PRIORITIES = ['urgent', 'high', 'medium', 'low', 'none'] as const;
export type Priority = (typeof PRIORITIES)[number];

/**
 * The values of `estimate_point` in specification §2. Real servers use the id of an estimate point instead, so an id is
 * valid too.
 */
export const ESTIMATE_NUMBERS = ['0', '1', '2', '3', '4', '5', '6', '7'] as const;

/** The two dates of a work item: the second one must not be before the first. */
export const ITEM_DATES = ['start_date', 'target_date'] as const;
export type ItemDate = (typeof ITEM_DATES)[number];

/** A calendar day, in the form 2026-11-20. */
const DAY = { ...NULLABLE_TEXT, change: date.nullable() };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * All fields of a work item. If the user can change a field, `change` is the schema of its value in the request that
 * updates a work item (specification §4): null clears the field, and a field that the request omits keeps its value.
 */
const fields = {
  id: ID,
  name: {
    ...TEXT,
    change: requiredName,
  },
  sequence_id: NUMBER,
  project: REFERENCE,
  /** Undefined when the response omits the description. */
  description_html: { ...TEXT_OR_UNDEFINED, change: z.string() },
  /** A change to null sets the project's default state. */
  state: { ...NULLABLE_REFERENCE, change: id.nullable() },
  priority: { ...textWithFallback('none'), change: z.enum(PRIORITIES) },
  assignees: { ...REFERENCES, change: z.array(id) },
  labels: { ...REFERENCES, change: z.array(id) },
  parent: { ...NULLABLE_REFERENCE, change: id.nullable() },
  estimate_point: {
    ...REFERENCE_OR_NUMBER,
    change: z
      .string()
      .refine((text) => /^[0-7]$/.test(text) || UUID.test(text), {
        error: () => l10n.t('Use a whole number from 0 to 7.'),
      })
      .nullable(),
  },
  type: { ...NULLABLE_REFERENCE, change: id.nullable() },
  /**
   * Undefined when the server does not send the module with the work item: it is then unknown in which modules the work
   * item is.
   */
  module: { ...NULLABLE_REFERENCE_OR_UNDEFINED, change: id.nullable() },
  start_date: DAY,
  target_date: DAY,
  sort_order: { response: numeric.nullish() },
  created_at: TEXT_OR_UNDEFINED,
  updated_at: TEXT_OR_UNDEFINED,
  /** When the work item entered a state of the completed group. */
  completed_at: TEXT_OR_UNDEFINED,
  created_by: NULLABLE_REFERENCE_MAY_BE_OMITTED,
  /** The user who made the latest change. Null until the first change. */
  updated_by: NULLABLE_REFERENCE_OR_UNDEFINED,
  external_source: { response: z.string().nullish() },
  external_id: TEXT_OR_UNDEFINED,
};

export const workItem = responseSchema(fields);
export type WorkItem = z.output<typeof workItem>;

/** Converts work items of responses to the form that the cache stores, in which each related record is only an id. */
export const workItemCodec = recordCodec(fields);

/**
 * The stored fields except the description, separated by commas, for the query parameter `fields` of a list. A
 * description can be longer than all other fields together.
 */
export const WORK_ITEM_ROW_FIELDS = Object.entries(fields)
  .flatMap(([name, field]) => ('record' in field && name !== 'description_html' ? [name] : []))
  .join(',');

const editableFields = changeShape(fields);
export const workItemChanges = z.strictObject(editableFields).partial();
export type WorkItemChanges = z.input<typeof workItemChanges>;
/** A field that an update request can contain. */
export type EditableField = keyof typeof editableFields;
/** A field that an update request can contain, and that has several values. */
export type EditableListField = {
  [Name in EditableField]: (typeof editableFields)[Name] extends z.ZodArray ? Name : never;
}[EditableField];

/** The fields that an update request can contain. */
export const EDITABLE_FIELDS = Object.keys(editableFields) as readonly EditableField[];

/** The kind of record whose id, or whose ids, a field contains. */
export const REFERENCED_KINDS: Readonly<Partial<Record<EditableField, ReferencedKind>>> = {
  state: 'state',
  assignees: 'user',
  labels: 'label',
  parent: 'workItem',
  type: 'workItemType',
  module: 'module',
};
type ReferencedKind = 'state' | 'user' | 'label' | 'workItem' | 'workItemType' | 'module';

/** Whether an update request can contain a field of this name. */
export function isEditableField(name: string): name is EditableField {
  return EDITABLE_FIELDS.some((field) => field === name);
}

/** Whether the name is that of a field with several values that an update request can contain. */
export function isEditableListField(name: string): name is EditableListField {
  return isEditableField(name) && editableFields[name] instanceof z.ZodArray;
}

export const newWorkItem = z.strictObject({
  ...z.strictObject(editableFields).partial().shape,
  name: editableFields.name,
  external_source: z.string().optional(),
  external_id: z.string().optional(),
});
export type NewWorkItem = z.input<typeof newWorkItem>;

/** A work item in a search response. */
export const foundWorkItem = z.looseObject({
  id,
  name: z.string(),
  sequence_id: numeric,
  project_id: id,
  project__identifier: z.string(),
});
export type FoundWorkItem = z.output<typeof foundWorkItem>;
export const foundWorkItems = z.looseObject({ issues: z.array(foundWorkItem) });

/** Returns the identifier that users see: `PROJ-123`. */
export function identifierOf(projectIdentifier: string, sequence: number): string {
  return `${projectIdentifier}-${sequence}`;
}

/** Whether the text is a complete identifier of a work item. Lower case is also accepted: `web-28`. */
export function isIdentifier(text: string): boolean {
  return /^[^\s-]+-\d+$/.test(text);
}

/**
 * Returns an identifier, or a text with one, as servers store identifiers: in upper case and composed form, whatever the
 * language of the machine. A letter in lower case may become two letters.
 */
export function normalizeIdentifier(text: string): string {
  return text.trim().toUpperCase().normalize('NFC');
}
