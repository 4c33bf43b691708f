// Schemas of the cycle: a period in which work items of a project are planned.
import * as z from 'zod';
import { date, id, numeric, optionalReference, requiredName } from '../schema/wire.ts';

export const cycle = z.looseObject({
  id,
  name: z.string(),
  description: z.string().nullish(),
  /** A date; on open-source servers, a date with a time. */
  start_date: z.string().nullish(),
  end_date: z.string().nullish(),
  owned_by: optionalReference.optional(),
  total_issues: numeric.nullish(),
  completed_issues: numeric.nullish(),
});
export type Cycle = z.output<typeof cycle>;

const editableFields = {
  name: requiredName,
  description: z.string().optional(),
  start_date: date.nullable().optional(),
  end_date: date.nullable().optional(),
  owned_by: id.optional(),
};
/** Real servers require `project_id` in the body in addition to the path. A request must contain both dates or none. */
export const newCycle = z.strictObject({
  ...editableFields,
  project_id: id.optional(),
  external_source: z.string().optional(),
  external_id: z.string().optional(),
});
export const cycleChanges = z.strictObject(editableFields).partial();
