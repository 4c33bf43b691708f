// Owns the dates of the sample: relative to the moment at which it is created.

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** An instant in ISO 8601. */
export function instantAt(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** The calendar date so many days after an instant, or null for no date. */
export function dateAfter(now: number, days: number | undefined): string | null {
  return days === undefined ? null : instantAt(now + days * DAY_MS).slice(0, 10);
}
