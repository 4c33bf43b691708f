// Owns the label of a work item: a project's own.
import * as z from 'zod';
import { id, numeric, optionalReference } from '../wire.ts';

export const label = z.looseObject({
  id,
  name: z.string(),
  color: z.string().nullish(),
  description: z.string().nullish(),
  parent: optionalReference.optional(),
  sort_order: numeric.nullish(),
});
export type Label = z.output<typeof label>;
