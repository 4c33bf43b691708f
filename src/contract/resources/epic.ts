// Schemas of epics: large work items that an initiative may contain.
// Some fields have other names in a request than in a response, for example `state_id` instead of `state`.
import * as z from 'zod';
import { date, id, requiredName } from '../schema/wire.ts';
import { PRIORITIES, workItem } from './workItem.ts';

export const epic = workItem;

const editableFields = {
  name: requiredName,
  description_html: z.string().optional(),
  priority: z.enum(PRIORITIES).optional(),
  state_id: id.optional(),
  parent_id: id.nullable().optional(),
  assignee_ids: z.array(id).optional(),
  label_ids: z.array(id).optional(),
  start_date: date.nullable().optional(),
  target_date: date.nullable().optional(),
};
export const newEpic = z.strictObject(editableFields);
export const epicChanges = z.strictObject(editableFields).partial();
