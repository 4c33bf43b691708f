// Schemas of the customer request (specification §2, Customer request).
import * as z from 'zod';
import { id, isoTimestamp } from '../schema/wire.ts';

/** The title of a request is in `title` according to the specification, and in `name` on real servers. */
export const customerRequest = z.looseObject({
  id,
  title: z.string().nullish(),
  name: z.string().nullish(),
  description: z.unknown().optional(),
  description_html: z.string().nullish(),
  link: z.string().nullish(),
  created_at: isoTimestamp.nullish(),
});

/** Send the title in both `title` and `name`, because a server reads only one of them. */
export const customerRequestFields = z
  .strictObject({
    title: z.string(),
    name: z.string(),
    description: z.string(),
    description_html: z.string(),
    link: z.string(),
    work_item_ids: z.array(id),
  })
  .partial();
