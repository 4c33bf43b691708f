// Decides how often a complete list is checked for changes. Pure.

/** A project that the user has not opened for this time counts as unused, in milliseconds. */
export const OPENED_VALID_MS = 24 * 60 * 60_000;
/** Time between two looks at an unused project, in milliseconds. Doubled after each look without changes. */
const MIN_UNUSED_MS = 60 * 60_000;
const MAX_UNUSED_MS = 8 * 60 * 60_000;

/**
 * Returns the time between two looks at a project in milliseconds. `intervalMs` is the setting of the user, and the
 * minimum. `unchangedLooks` is how many looks in a row have found nothing.
 */
export function lookInterval(
  { isInUse, unchangedLooks }: { readonly isInUse: boolean; readonly unchangedLooks: number },
  intervalMs: number,
): number {
  if (isInUse) return intervalMs;
  return Math.max(intervalMs, Math.min(MAX_UNUSED_MS, MIN_UNUSED_MS * 2 ** unchangedLooks));
}
