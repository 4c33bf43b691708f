// Schemas of the sticky, a private note of the user (specification §2, Sticky).
import * as z from 'zod';
import { hexColor, hexColorText, id, isoTimestamp, jsonObject, numeric } from '../schema/wire.ts';

/** Color names that Plane's web app stores in `background_color`. The specification allows only hex codes there. */
const STICKY_COLORS = ['gray', 'peach', 'pink', 'orange', 'green', 'light-blue', 'dark-blue', 'purple'] as const;

export const sticky = z.looseObject({
  id,
  name: z.string().nullish(),
  description_html: z.string().nullish(),
  color: z.string().nullish(),
  background_color: z.string().nullish(),
  logo_props: z.unknown().optional(),
  sort_order: numeric.nullish(),
  created_at: isoTimestamp.nullish(),
  updated_at: isoTimestamp.nullish(),
});
export type Sticky = z.output<typeof sticky>;

export const stickyFields = z
  .strictObject({
    name: z.string(),
    description_html: z.string(),
    logo_props: jsonObject,
    color: hexColor.nullable(),
    background_color: z.union([hexColor, z.enum(STICKY_COLORS)], { error: hexColorText }).nullable(),
  })
  .partial();
