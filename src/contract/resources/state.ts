// Owns the state of a work item: a project's own, in one of five groups.
import * as z from 'zod';
import { id, numeric, optionalReference } from '../wire.ts';

export const STATE_GROUPS = ['backlog', 'unstarted', 'started', 'completed', 'cancelled'] as const;
export type StateGroup = (typeof STATE_GROUPS)[number];

export const state = z.looseObject({
  id,
  name: z.string(),
  color: z.string().nullish(),
  /** One of STATE_GROUPS; a server may add others. */
  group: z.string().nullish(),
  default: z.boolean().nullish(),
  sequence: numeric.nullish(),
  project: optionalReference.optional(),
});
export type State = z.output<typeof state>;
