// Estimates the times at which other clients with the same key sent requests, from the remaining requests that the
// server reports. Pure.
import { RATE_WINDOW_MS } from '../../contract/limits.ts';

/**
 * Requests of other clients that the server counts. They were sent between `sentAfter` and `sentUntil`, in milliseconds
 * since the epoch: when a response shows fewer remaining requests than expected, other clients have sent requests since
 * the previous response.
 */
export interface OtherRequests {
  readonly count: number;
  readonly after: number;
  readonly before: number;
  /** The time of the first response whose rate limit headers counted these requests. */
  readonly seenAt: number;
}

/** How many requests of other clients the server counts, as calculated from the remaining requests in its response. */
export interface ServerCount {
  /** The server counts at least this number of requests of other clients. */
  readonly certainCount: number;
  /**
   * The server counted at an unknown time between `earliestCountAt` (the request was sent) and `now` (the response
   * arrived).
   */
  readonly countedFrom: number;
  readonly now: number;
  /** An earlier count certainly included all requests that other clients had sent before this time. */
  readonly countedAt: number;
}

export function totalCount(otherRequests: readonly OtherRequests[]): number {
  return otherRequests.reduce((sum, { count }) => sum + count, 0);
}

/** Returns the requests that the server may still count. If the clock was set back, limits their times to `now`. */
export function withoutExpired(otherRequests: readonly OtherRequests[], now: number): readonly OtherRequests[] {
  return otherRequests
    .filter(({ before }) => before + RATE_WINDOW_MS > now)
    .map((requests) => (requests.before <= now ? requests : clampToNow(requests, now)));
}

function clampToNow(requests: OtherRequests, now: number): OtherRequests {
  return { ...requests, before: now, after: Math.min(requests.after, now), seenAt: Math.min(requests.seenAt, now) };
}

/** Removes `removedCount` requests, the oldest first, because the server stops counting the oldest first. */
function withoutOldest(otherRequests: readonly OtherRequests[], removedCount: number): readonly OtherRequests[] {
  let countToRemove = removedCount;
  return otherRequests.flatMap((requests) => {
    const removableCount = Math.min(countToRemove, requests.count);
    countToRemove -= removableCount;
    return removableCount === requests.count ? [] : [{ ...requests, count: requests.count - removableCount }];
  });
}

/**
 * Updates the requests of other clients after a new count. If the server may have stopped counting some requests since
 * the previous count, new requests may have replaced them without a change of the count. The latest possible time of
 * these requests then becomes `now`.
 */
export function updateFromCount(
  otherRequests: readonly OtherRequests[],
  { certainCount, countedFrom, now, countedAt }: ServerCount,
): readonly OtherRequests[] {
  const earliestSentAt = countedFrom - RATE_WINDOW_MS;
  const before = totalCount(otherRequests);
  const remaining = withoutOldest(otherRequests, Math.max(0, before - certainCount)).map((requests) =>
    requests.after + RATE_WINDOW_MS > now
      ? requests
      : { ...requests, after: Math.max(requests.after, earliestSentAt), before: now },
  );
  if (certainCount <= before) return remaining;
  return [
    ...remaining,
    { count: certainCount - before, after: Math.max(countedAt, earliestSentAt), before: now, seenAt: now },
  ];
}

/** Returns, for each request, the latest time at which it may stop counting against the rate limit. */
export function latestExpiries(otherRequests: readonly OtherRequests[]): readonly number[] {
  return otherRequests.flatMap(({ count, before }) => Array.from({ length: count }, () => before + RATE_WINDOW_MS));
}

/**
 * Returns, for each request, the earliest time at which it may stop counting against the rate limit. If requests are
 * still counted a minute after they were first reported, either new requests constantly replace them, or the server's
 * limit is lower than Contrail assumes; the function then returns the latest time instead.
 */
export function earliestExpiries(otherRequests: readonly OtherRequests[], now: number): readonly number[] {
  return otherRequests.flatMap(({ count, after, before, seenAt }) =>
    Array.from({ length: count }, () => (seenAt + RATE_WINDOW_MS > now ? after : before) + RATE_WINDOW_MS),
  );
}
