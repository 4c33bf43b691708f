// Counts the requests with a key in the last minute, and decides when to send the next (specification §8: 60 per
// minute). Other clients may use the same key, so each count that the server sends replaces what was assumed of them.
import { RATE_WINDOW_MS, REQUESTS_PER_MINUTE } from '../../contract/schema/limits.ts';
import { smallestOf } from '../../std/firstInOrder.ts';
import type { Urgency } from '../call.ts';

export interface SentRequest {
  readonly sentAt: number;
}

/**
 * A request with a response. It counts until a minute after the response, because the server starts to count it at an
 * unknown time between sending and response.
 */
interface CompletedRequest extends SentRequest {
  readonly completedAt: number;
  /** Value of `X-RateLimit-Remaining` in the response; undefined if the response does not have the header. */
  readonly remaining: number | undefined;
}

/**
 * Requests in the server's latest count that this window did not send: other clients use the same key, or the limit is
 * lower than `limit`. The times of these requests are unknown, so they count until a minute after the server's count.
 */
interface OtherRequests {
  readonly count: number;
  /** Whether all of them may be requests of this window that were in flight. */
  readonly areUncertain: boolean;
  readonly until: number;
}

/** Outcome of a request. `unsent`: the request never reached the server, or the server did not count it. */
export type RequestOutcome =
  | { readonly kind: 'answered'; readonly remaining: number | undefined }
  | { readonly kind: 'unsent' }
  | { readonly kind: 'rateLimited'; readonly until: number };

/**
 * Whether a request may be sent now. If not, `checkAgainAt` is the earliest time to check again; undefined while the
 * time depends on a request in flight. `isLimitReached`: the request waits for the rate limit, not for a request in
 * flight.
 */
export type SendDecision =
  | { readonly isAllowed: true }
  | { readonly isAllowed: false; readonly checkAgainAt: number | undefined; readonly isLimitReached: boolean };

/** For each urgency: how many of the remaining requests are reserved for more urgent calls. */
const RESERVED_REQUESTS: Readonly<Record<Urgency, number>> = { user: 0, visible: 4, background: 10 };
/** The maximum number of requests in flight, by the urgency of the next call. */
const MAX_IN_FLIGHT: Readonly<Record<Urgency, number>> = { user: 8, visible: 6, background: 4 };
/**
 * While other clients send requests too, a window has at most 1/IN_FLIGHT_DIVISOR of the remaining requests in flight
 * and never uses the last IN_FLIGHT_DIVISOR - 1, so that all windows together do not exceed the limit.
 */
const IN_FLIGHT_DIVISOR = 4;
/**
 * The server's latest count is considered current for this time, in milliseconds. Later, a single request is sent to
 * learn the count, and other calls wait for the response of this request, at most for COUNT_VALID_MS.
 */
const COUNT_VALID_MS = 2000;
/** A window that has sent more than 1/PROBE_LIMIT_DIVISOR of the limit never risks a 429, see `#probeTime`. */
const PROBE_LIMIT_DIVISOR = 8;
const MAX_LIMIT = 10_000;
const NO_OTHER_REQUESTS: OtherRequests = { count: 0, areUncertain: true, until: 0 };

export class RequestWindow {
  #limit = REQUESTS_PER_MINUTE;
  /** Requests without a response, in the order in which they were sent. */
  readonly #inFlight = new Set<SentRequest>();
  /**
   * Requests whose response arrived within the last minute, in the order of the responses. With a server without a rate
   * limit, these can be thousands, so iterate over all of them only if necessary.
   */
  #completed: readonly CompletedRequest[] = [];
  #otherRequests = NO_OTHER_REQUESTS;
  /**
   * True after a 429 until the server's next count arrives: only one request at a time is sent, to learn how many
   * requests remain.
   */
  #isProbing = false;
  /** When the latest response with the number of remaining requests arrived. */
  #countReceivedAt = 0;
  #blockedUntil = 0;

  /** Requests that may be sent in any minute. Rises when a response shows that the server allows more. */
  get limit(): number {
    return this.#limit;
  }

  /** Until this time, nothing is sent because of a 429. */
  get blockedUntil(): number {
    return this.#blockedUntil;
  }

  /** Returns how many requests can be sent before the limit is reached. */
  availableCount(now: number): number {
    this.#removeExpired(now);
    return this.#remainingOnServer - this.#inFlight.size;
  }

  /** Records a request that is sent now, and returns it for `recordOutcome`. */
  recordSent(now: number): SentRequest {
    const request = { sentAt: now };
    this.#inFlight.add(request);
    return request;
  }

  recordOutcome(request: SentRequest, now: number, outcome: RequestOutcome): void {
    this.#removeExpired(now);
    this.#inFlight.delete(request);
    if (outcome.kind === 'rateLimited') {
      this.#recordRateLimit(now, outcome.until);
    } else if (outcome.kind === 'answered') {
      const { remaining } = outcome;
      this.#completed = [...this.#completed, { ...request, completedAt: now, remaining }];
      if (remaining !== undefined) this.#recordCount(remaining, request, now);
    }
  }

  /** Returns whether a call of this urgency may be sent now, and if not, when. */
  decideSend(urgency: Urgency, now: number): SendDecision {
    this.#removeExpired(now);
    if (this.#inFlight.size >= this.#inFlightLimit(urgency))
      return { isAllowed: false, checkAgainAt: undefined, isLimitReached: false };
    const countAt = this.#timeOfAwaitedCount(now);
    if (countAt !== undefined) return { isAllowed: false, checkAgainAt: countAt, isLimitReached: false };
    const reserved = Math.max(RESERVED_REQUESTS[urgency], this.#hasOtherClients ? IN_FLIGHT_DIVISOR - 1 : 0);
    const missingCount = this.#isProbing ? 0 : 1 + reserved - this.availableCount(now);
    const acceptedAt = missingCount <= 0 ? now : this.#timeWhenExpired(missingCount);
    const probeAt = this.#probeTime(urgency, now);
    // If the limit certainly allows the request only a little later, an earlier request is not worth the risk of a 429.
    const isWorthProbing = probeAt !== undefined && (acceptedAt === undefined || acceptedAt - probeAt > COUNT_VALID_MS);
    const at = isWorthProbing ? probeAt : acceptedAt;
    const checkAgainAt = at && Math.max(at, this.#blockedUntil);
    return checkAgainAt !== undefined && checkAgainAt <= now
      ? { isAllowed: true }
      : { isAllowed: false, checkAgainAt, isLimitReached: true };
  }

  /**
   * Removes what no longer counts toward the rate limit. Limits all times, so that no wait becomes longer than a minute
   * if the clock was set back.
   */
  #removeExpired(now: number): void {
    if ((this.#completed.at(-1)?.completedAt ?? now) > now)
      this.#completed = this.#completed.map((request) => ({
        ...request,
        completedAt: Math.min(request.completedAt, now),
      }));
    const firstUnexpired = this.#completed.findIndex(({ completedAt }) => completedAt + RATE_WINDOW_MS > now);
    if (firstUnexpired !== 0) this.#completed = firstUnexpired === -1 ? [] : this.#completed.slice(firstUnexpired);
    const { until } = this.#otherRequests;
    if (until <= now) {
      this.#otherRequests = NO_OTHER_REQUESTS;
      this.#isProbing = false;
    } else if (until > now + 2 * RATE_WINDOW_MS) {
      this.#otherRequests = { ...this.#otherRequests, until: now + RATE_WINDOW_MS };
    }
    this.#blockedUntil = Math.min(this.#blockedUntil, now + RATE_WINDOW_MS);
    this.#countReceivedAt = Math.min(this.#countReceivedAt, now);
  }

  /** Records a 429: nothing is sent until the time in the response, and the number of remaining requests is unknown. */
  #recordRateLimit(now: number, until: number): void {
    const count = this.#otherRequests.count + Math.max(0, this.availableCount(now));
    this.#otherRequests = { count, areUncertain: false, until: Math.max(until, now) + RATE_WINDOW_MS };
    this.#isProbing = true;
    this.#blockedUntil = Math.max(this.#blockedUntil, until);
  }

  /**
   * Corrects the number of remaining requests from the server's counts. Responses can arrive out of order, so the
   * lowest number of all responses that have arrived since this request was sent counts.
   */
  #recordCount(remaining: number, { sentAt }: SentRequest, now: number): void {
    const firstOverlapping = this.#completed.findLastIndex(({ completedAt }) => completedAt <= sentAt) + 1;
    const lowestRemaining = smallestOf(
      this.#completed.slice(firstOverlapping).map((request) => request.remaining ?? remaining),
      remaining,
    );
    // Above MAX_LIMIT, the completed requests are not counted, because there can be thousands of them.
    const reportedLimit = lowestRemaining >= MAX_LIMIT ? MAX_LIMIT : lowestRemaining + this.#certainlyCounted(now);
    this.#limit = Math.max(this.#limit, Math.min(MAX_LIMIT, reportedLimit));
    const count = Math.max(0, this.#limit - this.#completed.length - lowestRemaining);
    this.#otherRequests = { count, areUncertain: count <= this.#inFlight.size, until: now + RATE_WINDOW_MS };
    this.#isProbing = false;
    this.#countReceivedAt = now;
  }

  /** Returns the number of completed requests that the server's count certainly includes now. */
  #certainlyCounted(now: number): number {
    let count = 0;
    for (const { remaining, sentAt } of this.#completed)
      if (remaining !== undefined && sentAt > now - RATE_WINDOW_MS) count += 1;
    return count;
  }

  /** An estimate of the number of remaining requests that the server would report now. */
  get #remainingOnServer(): number {
    return this.#limit - this.#completed.length - this.#otherRequests.count;
  }

  get #hasOtherClients(): boolean {
    return !this.#otherRequests.areUncertain;
  }

  /** Returns how many requests may be in flight, including a new call of this urgency. */
  #inFlightLimit(urgency: Urgency): number {
    if (this.#isProbing) return 1;
    if (!this.#hasOtherClients) return MAX_IN_FLIGHT[urgency];
    return Math.min(MAX_IN_FLIGHT[urgency], Math.max(1, Math.floor(this.#remainingOnServer / IN_FLIGHT_DIVISOR)));
  }

  /**
   * Returns until when to wait for the request in flight that was sent to learn the server's count; undefined if there
   * is no such request or the count is current.
   */
  #timeOfAwaitedCount(now: number): number | undefined {
    const isCountCurrent =
      this.#countReceivedAt === 0 ||
      now - this.#countReceivedAt <= COUNT_VALID_MS ||
      (!this.#hasOtherClients && this.#remainingOnServer > this.#limit / 2);
    const [first] = this.#inFlight;
    const until = (first?.sentAt ?? 0) + COUNT_VALID_MS;
    return isCountCurrent || until <= now ? undefined : until;
  }

  /**
   * Returns the time at which `count` requests have expired, so that they no longer count toward the rate limit;
   * undefined while the time depends on a request in flight.
   */
  #timeWhenExpired(count: number): number | undefined {
    const { count: otherCount, until } = this.#otherRequests;
    const expiries = this.#completed.map(({ completedAt }) => completedAt + RATE_WINDOW_MS);
    const otherExpiries = Array.from({ length: otherCount }, () => until);
    return [...expiries, ...otherExpiries].sort((first, second) => first - second)[count - 1];
  }

  /**
   * Returns the time at which a request that the user waits for may be sent although the server may respond with a 429;
   * undefined if the request must not risk a 429.
   *
   * The times of other clients' requests are unknown, and waiting until they certainly do not count can take a minute
   * longer than the server demands. So a single request is sent, but not within COUNT_VALID_MS after the latest
   * response. If the server rejects it with a 429, it neither processes nor counts it, and `Retry-After` has the exact
   * time for the next attempt, so each wait causes at most one 429. Contrail alone never causes a 429: without other
   * clients no request is risked, and a window that has itself sent more than 1/PROBE_LIMIT_DIVISOR of the limit waits
   * until the server certainly accepts the request.
   */
  #probeTime(urgency: Urgency, now: number): number | undefined {
    const mayProbe =
      urgency === 'user' &&
      this.#hasOtherClients &&
      this.#inFlight.size === 0 &&
      this.#completed.length <= this.#limit / PROBE_LIMIT_DIVISOR;
    if (!mayProbe) return undefined;
    // The last requests that the server allows are sent one at a time, because another window may send requests too.
    if (this.availableCount(now) > 0) return now;
    return Math.max(this.#countReceivedAt, this.#completed.at(-1)?.completedAt ?? 0) + COUNT_VALID_MS;
  }
}
