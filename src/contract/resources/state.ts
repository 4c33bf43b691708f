// Schemas of the state, which belongs to a project and to one of five groups.
import * as z from 'zod';
import { hexColor, id, numeric, optionalReference, requestNumber, requiredName } from '../schema/wire.ts';

export const STATE_GROUPS = ['backlog', 'unstarted', 'started', 'completed', 'cancelled'] as const;
export type StateGroup = (typeof STATE_GROUPS)[number];

/** Whether work items in states of this group are completed or canceled. */
export function isClosedGroup(group: string | null | undefined): boolean {
  return group === 'completed' || group === 'cancelled';
}

export const state = z.looseObject({
  id,
  name: z.string(),
  color: z.string().nullish(),
  /** One of STATE_GROUPS, or a group of the server that the specification does not define. */
  group: z.string().nullish(),
  default: z.boolean().nullish(),
  sequence: numeric.nullish(),
  project: optionalReference.optional(),
});
export type State = z.output<typeof state>;

const editableFields = {
  name: requiredName,
  color: hexColor,
  group: z.enum(STATE_GROUPS),
  description: z.string().optional(),
  sequence: requestNumber.optional(),
  default: z.boolean().optional(),
  external_source: z.string().optional(),
  external_id: z.string().optional(),
};
export const newState = z.strictObject(editableFields);
export type NewState = z.input<typeof newState>;
export const stateChanges = z.strictObject(editableFields).partial();
