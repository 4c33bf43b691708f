// Schema of the work item type, which belongs to a project.
import * as z from 'zod';
import { id } from '../schema/wire.ts';

export const workItemType = z.looseObject({
  id,
  name: z.string(),
  description: z.string().nullish(),
  is_default: z.boolean().nullish(),
  is_active: z.boolean().nullish(),
});
export type WorkItemType = z.output<typeof workItemType>;
