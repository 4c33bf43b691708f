// Schemas of a work item's link to a web address.
import * as z from 'zod';
import { id, instant } from '../wire.ts';

export const link = z.looseObject({
  id,
  title: z.string().nullish(),
  url: z.string(),
  created_at: instant.nullish(),
});

const url = z.url({ protocol: /^https?$/, error: 'Use a web address that begins with http or https' });

export const newLink = z.strictObject({ url, title: z.string().optional() });
export const linkChanges = z.strictObject({ url: url.optional(), title: z.string().optional() });
