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
  readonly sentAfter: number;
  readonly sentUntil: number;
  /** The time of the first response whose rate limit headers counted these requests. */
  readonly seenAt: number;
}

/** How many requests of other clients the server counts, as calculated from the remaining requests in its response. */
export interface OtherRequestsCount {
  /** The server counts at least this number of requests of other clients. */
  readonly certainCount: number;
  /**
   * The server counted at an unknown time between `earliestCountAt` (the request was sent) and `now` (the response
   * arrived).
   */
  readonly earliestCountAt: number;
  readonly now: number;
  /** An earlier count certainly included all requests that other clients had sent before this time. */
  readonly allCountedUntil: number;
}

export function totalCount(otherRequests: readonly OtherRequests[]): number {
  return otherRequests.reduce((sum, { count }) => sum + count, 0);
}

/** Returns the requests that the server may still count. If the clock was set back, limits their times to `now`. */
export function unexpiredOtherRequests(otherRequests: readonly OtherRequests[], now: number): readonly OtherRequests[] {
  return otherRequests
    .filter(({ sentUntil }) => sentUntil + RATE_WINDOW_MS > now)
    .map((requests) => (requests.sentUntil <= now ? requests : clampToNow(requests, now)));
}

function clampToNow(requests: OtherRequests, now: number): OtherRequests {
  return {
    ...requests,
    sentUntil: now,
    sentAfter: Math.min(requests.sentAfter, now),
    seenAt: Math.min(requests.seenAt, now),
  };
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
  { certainCount, earliestCountAt, now, allCountedUntil }: OtherRequestsCount,
): readonly OtherRequests[] {
  const earliestSentAt = earliestCountAt - RATE_WINDOW_MS;
  const previousCount = totalCount(otherRequests);
  const stillCounted = withoutOldest(otherRequests, Math.max(0, previousCount - certainCount)).map((requests) =>
    requests.sentAfter + RATE_WINDOW_MS > now
      ? requests
      : { ...requests, sentAfter: Math.max(requests.sentAfter, earliestSentAt), sentUntil: now },
  );
  if (certainCount <= previousCount) return stillCounted;
  return [
    ...stillCounted,
    {
      count: certainCount - previousCount,
      sentAfter: Math.max(allCountedUntil, earliestSentAt),
      sentUntil: now,
      seenAt: now,
    },
  ];
}

/** Returns, for each request, the latest time at which it may stop counting against the rate limit. */
export function latestExpiries(otherRequests: readonly OtherRequests[]): readonly number[] {
  return otherRequests.flatMap(({ count, sentUntil }) =>
    Array.from({ length: count }, () => sentUntil + RATE_WINDOW_MS),
  );
}

/**
 * Returns, for each request, the earliest time at which it may stop counting against the rate limit. If requests are
 * still counted a minute after they were first reported, either new requests constantly replace them, or the server's
 * limit is lower than Contrail assumes; the function then returns the latest time instead.
 */
export function earliestExpiries(otherRequests: readonly OtherRequests[], now: number): readonly number[] {
  return otherRequests.flatMap(({ count, sentAfter, sentUntil, seenAt }) =>
    Array.from({ length: count }, () => (seenAt + RATE_WINDOW_MS > now ? sentAfter : sentUntil) + RATE_WINDOW_MS),
  );
}
