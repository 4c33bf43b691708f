// Estimates when other clients of the same key sent their requests, from the server's counts. Pure.
import { RATE_WINDOW_MS } from '../../contract/limits.ts';

/**
 * Requests of other clients that the server counts: sent after `after` and not after `before`, in milliseconds since
 * the epoch. Two responses with different counts bound them: what the second counts in addition was sent between the
 * two.
 */
export interface OtherWindows {
  readonly count: number;
  readonly after: number;
  readonly before: number;
  /** When a response first counted them. */
  readonly seenAt: number;
}

/** One count by the server: requests of other clients that it certainly includes. */
export interface WindowCount {
  readonly certain: number;
  /** The server counted at some time from `from` (the request was sent) to `now` (its response arrived). */
  readonly from: number;
  readonly now: number;
  /** An earlier time at which the server's count is known to have included all earlier requests of other clients. */
  readonly countedAt: number;
}

export function totalCount(others: readonly OtherWindows[]): number {
  return others.reduce((sum, { count }) => sum + count, 0);
}

/** Returns those that may still be in the window. After the clock was set back, none is dated later than now. */
export function withoutExpired(others: readonly OtherWindows[], now: number): readonly OtherWindows[] {
  return others
    .filter(({ before }) => before + RATE_WINDOW_MS > now)
    .map((one) => (one.before <= now ? one : datedBy(one, now)));
}

function datedBy(one: OtherWindows, now: number): OtherWindows {
  return { ...one, before: now, after: Math.min(one.after, now), seenAt: Math.min(one.seenAt, now) };
}

/** The oldest leave the window first, so they are the ones that are missing in a lower count. */
function withoutOldest(others: readonly OtherWindows[], gone: number): readonly OtherWindows[] {
  let left = gone;
  return others.flatMap((one) => {
    const removed = Math.min(left, one.count);
    left -= removed;
    return removed === one.count ? [] : [{ ...one, count: one.count - removed }];
  });
}

/**
 * Dates other clients' requests by a new count. Those that may have left the window since the last count may also have
 * been replaced by new ones without a change of the count, so their latest possible date becomes now.
 */
export function redated(
  others: readonly OtherWindows[],
  { certain, from, now, countedAt }: WindowCount,
): readonly OtherWindows[] {
  const earliest = from - RATE_WINDOW_MS;
  const before = totalCount(others);
  const still = withoutOldest(others, Math.max(0, before - certain)).map((one) =>
    one.after + RATE_WINDOW_MS > now ? one : { ...one, after: Math.max(one.after, earliest), before: now },
  );
  if (certain <= before) return still;
  return [...still, { count: certain - before, after: Math.max(countedAt, earliest), before: now, seenAt: now }];
}

/** Returns for each request when it has left the window at the latest. */
export function latestExpiries(others: readonly OtherWindows[]): readonly number[] {
  return others.flatMap(({ count, before }) => Array.from({ length: count }, () => before + RATE_WINDOW_MS));
}

/**
 * Returns for each request when it can leave the window at the earliest. A request that is still counted a minute after
 * it was first seen is being replaced all the time, or the server allows less than is assumed: then the latest time is
 * used.
 */
export function earliestExpiries(others: readonly OtherWindows[], now: number): readonly number[] {
  return others.flatMap(({ count, after, before, seenAt }) =>
    Array.from({ length: count }, () => (seenAt + RATE_WINDOW_MS > now ? after : before) + RATE_WINDOW_MS),
  );
}
