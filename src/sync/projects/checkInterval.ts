// Decides how often a complete list is checked for changes. Pure.

/** A project counts as recently opened for this time after the user opened it, in milliseconds. */
export const RECENTLY_OPENED_MS = 24 * 60 * 60_000;
/**
 * Time between two checks for changes of a project that is not in use, in milliseconds. Doubled after each check that
 * finds no change.
 */
const MIN_UNUSED_INTERVAL_MS = 60 * 60_000;
const MAX_UNUSED_INTERVAL_MS = 8 * 60 * 60_000;

/**
 * Minimum time between two checks of any projects in use on average, in milliseconds: many projects share 24 requests an
 * hour.
 */
const MIN_CHECK_DISTANCE_MS = 150_000;

/**
 * Returns the time between two checks of a project for changes, in milliseconds. `intervalMs` is the user's setting,
 * and the minimum. `unchangedChecks` is the number of consecutive checks that found no change, `inUseCount` the number
 * of projects in use.
 */
export function checkInterval(
  {
    isInUse,
    unchangedChecks,
    inUseCount,
  }: { readonly isInUse: boolean; readonly unchangedChecks: number; readonly inUseCount: number },
  intervalMs: number,
): number {
  if (isInUse) return Math.max(intervalMs, inUseCount * MIN_CHECK_DISTANCE_MS);
  return Math.max(intervalMs, Math.min(MAX_UNUSED_INTERVAL_MS, MIN_UNUSED_INTERVAL_MS * 2 ** unchangedChecks));
}
