// Schema of a work item's activity: what was changed, when and by which user.
import * as z from 'zod';
import { id, isoTimestamp, numeric, optionalReference } from '../schema/wire.ts';

export const activity = z.looseObject({
  id,
  verb: z.string().nullish(),
  field: z.string().nullish(),
  old_value: z.string().nullish(),
  new_value: z.string().nullish(),
  comment: z.string().nullish(),
  /** Seconds since the epoch, with a fraction. */
  epoch: numeric.nullish(),
  actor: optionalReference.optional(),
  created_at: isoTimestamp.nullish(),
});
export type Activity = z.output<typeof activity>;

/** Returns the time of an activity in milliseconds; 0 if the activity has no time. */
export function activityTime({ created_at, epoch }: Activity): number {
  return Date.parse(created_at ?? '') || (epoch ?? 0) * 1000;
}
