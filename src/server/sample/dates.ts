// Computes the dates of the sample, relative to the time at which it is created.

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** Returns the time in ISO 8601 format; `milliseconds` is the time since the epoch. */
export function isoTimeAt(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** Returns the dates of a work item or epic that starts and is due this many days after `now`. */
export function datesAfterDays(now: number, { start, target }: { readonly start?: number; readonly target?: number }) {
  return { start_date: dateAfterDays(now, start), target_date: dateAfterDays(now, target) };
}

/** Returns the calendar date this many days after `now`; null if `days` is undefined. */
export function dateAfterDays(now: number, days: number | undefined): string | null {
  return days === undefined ? null : isoTimeAt(now + days * DAY_MS).slice(0, 10);
}
