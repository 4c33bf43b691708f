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
 * Minimum time between two checks of any projects in use, or of any other projects, on average, in milliseconds: many
 * projects in use share 20 requests an hour, all others 4.
 */
const MIN_CHECK_DISTANCE_MS = { inUse: 180_000, unused: 900_000 };

/**
 * Returns the time between two checks of a project for changes, in milliseconds. `intervalMs` is the user's setting,
 * and the minimum. `unchangedChecks` is the number of consecutive checks that found no change, `projectCount` the number
 * of projects that are in use, or that are not, as this one.
 */
export function checkInterval(
  {
    isInUse,
    unchangedChecks,
    projectCount,
  }: { readonly isInUse: boolean; readonly unchangedChecks: number; readonly projectCount: number },
  intervalMs: number,
): number {
  if (isInUse) return Math.max(intervalMs, projectCount * MIN_CHECK_DISTANCE_MS.inUse);
  const unusedIntervalMs = Math.min(MAX_UNUSED_INTERVAL_MS, MIN_UNUSED_INTERVAL_MS * 2 ** unchangedChecks);
  return Math.max(intervalMs, unusedIntervalMs, projectCount * MIN_CHECK_DISTANCE_MS.unused);
}
