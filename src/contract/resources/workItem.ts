// Owns the work item (§2, Work item).
import * as z from 'zod';
import { MAX_NAME_LENGTH } from '../limits.ts';
import { date, id, instant, numberedReference, numeric, optionalReference, reference, references } from '../wire.ts';

export const PRIORITIES = ['urgent', 'high', 'medium', 'low', 'none'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** `estimate_point` of §2 is a number 0 to 7 as text; real servers keep the id of an estimate point there, which is passed through. */
export const ESTIMATE_POINTS = ['0', '1', '2', '3', '4', '5', '6', '7'] as const;

export const workItem = z.looseObject({
  id,
  name: z.string(),
  sequence_id: numeric,
  project: reference,
  description_html: z.string().nullish(),
  state: optionalReference,
  priority: z.string().nullish(),
  assignees: references,
  labels: references,
  parent: optionalReference,
  estimate_point: numberedReference,
  type: optionalReference,
  /** Absent on servers that keep modules apart. */
  module: optionalReference.optional(),
  start_date: z.string().nullish(),
  target_date: z.string().nullish(),
  sort_order: numeric.nullish(),
  created_at: instant.nullish(),
  updated_at: instant.nullish(),
  completed_at: instant.nullish(),
  created_by: optionalReference.optional(),
  external_source: z.string().nullish(),
  external_id: z.string().nullish(),
});
export type WorkItem = z.output<typeof workItem>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Fields of operation 2: what a person may change. Null clears a field; absent leaves it (§4). */
const editable = {
  name: z.string().trim().min(1, 'A work item needs a name').max(MAX_NAME_LENGTH, `At most ${MAX_NAME_LENGTH} characters`),
  description_html: z.string(),
  /** Null is the project's default state. */
  state: id.nullable(),
  priority: z.enum(PRIORITIES),
  assignees: z.array(id),
  labels: z.array(id),
  parent: id.nullable(),
  estimate_point: z
    .string()
    .refine((text) => /^[0-7]$/.test(text) || UUID.test(text), 'Use a whole number from 0 to 7')
    .nullable(),
  type: id.nullable(),
  module: id.nullable(),
  start_date: date.nullable(),
  target_date: date.nullable(),
};

export const workItemChanges = z.strictObject(editable).partial();
export type WorkItemChanges = z.input<typeof workItemChanges>;

export const newWorkItem = z.strictObject({
  ...z.strictObject(editable).partial().shape,
  name: editable.name,
  external_source: z.string().optional(),
  external_id: z.string().optional(),
});
export type NewWorkItem = z.input<typeof newWorkItem>;

/** One row of the search's own answer: `{issues: [...]}`. */
export const foundWorkItem = z.looseObject({
  id,
  name: z.string(),
  sequence_id: numeric,
  project_id: id,
  project__identifier: z.string(),
});
export type FoundWorkItem = z.output<typeof foundWorkItem>;
export const foundWorkItems = z.looseObject({ issues: z.array(foundWorkItem) });

/** The key people say: `PROJ-123`. */
export function identifierOf(projectIdentifier: string, sequence: number): string {
  return `${projectIdentifier}-${sequence}`;
}

/** Whether the text is a whole identifier, in either case: it means that one work item and no other. */
export function isIdentifier(text: string): boolean {
  return /^[^\s-]+-\d+$/.test(text);
}
