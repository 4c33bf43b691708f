// Owns the work item type: a project's own kinds of work items.
import * as z from 'zod';
import { id } from '../wire.ts';

export const workItemType = z.looseObject({
  id,
  name: z.string(),
  description: z.string().nullish(),
  is_default: z.boolean().nullish(),
  is_active: z.boolean().nullish(),
});
export type WorkItemType = z.output<typeof workItemType>;
