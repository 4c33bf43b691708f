// Counts the requests of a key and decides when to send the next (specification §8: 60 per minute).
// Pure: every function returns a new state.

import { RATE_WINDOW_MS, REQUESTS_PER_MINUTE } from '../../contract/limits.ts';
import { smallestOf } from '../../std/firstInOrder.ts';
import type { Urgency } from '../call.ts';
import {
  earliestExpiries,
  latestExpiries,
  type OtherRequests,
  totalCount,
  unexpiredOtherRequests,
  updateFromCount,
} from './otherRequests.ts';

/**
 * A sent request. It counts toward the rate limit from the time it is sent until a minute after its response, because
 * the server starts to count it at an unknown time between sending and response.
 */
interface SentRequest {
  /** Number of the sent request in the sequence of all sent requests and responses. Also the id of the request. */
  readonly sentSequence: number;
  readonly sentAt: number;
}

/** A request with a response. */
interface CompletedRequest extends SentRequest {
  /** Number of the response in the sequence of all sent requests and responses. */
  readonly completedSequence: number;
  readonly completedAt: number;
  /** Value of `X-RateLimit-Remaining` in the response; undefined if the response does not have the header. */
  readonly remaining: number | undefined;
}

export interface AllowanceState {
  /** Requests that may be sent in any minute. Rises when a response shows that the server allows more. */
  readonly limit: number;
  /** The latest number in the sequence of all sent requests and responses. */
  readonly lastSequence: number;
  /** Requests without a response, in the order in which they were sent. */
  readonly inFlight: readonly SentRequest[];
  /**
   * Requests whose response arrived within the last minute, in the order of the responses. With a server without a rate
   * limit, these can be thousands, so iterate over all of them only if necessary.
   */
  readonly completed: readonly CompletedRequest[];
  /**
   * Requests that the server counts and this window certainly did not send: other clients use the same key, or the
   * limit is lower than `limit`.
   */
  readonly otherRequests: readonly OtherRequests[];
  /**
   * Number of requests in the server's latest count that may be either requests of other clients or requests of this
   * window that were in flight.
   */
  readonly uncertainCount: number;
  readonly uncertainUntil: number;
  /**
   * Until this time, Contrail assumes that other clients are sending requests too. 0 if no requests of other clients
   * were counted.
   */
  readonly sharedUntil: number;
  /** A count of the server certainly included all requests that other clients had sent before this time. */
  readonly allCountedUntil: number;
  /**
   * True after a 429 until the server's next count arrives: only one request at a time is sent, to learn how many
   * requests remain.
   */
  readonly isProbing: boolean;
  /** When the latest response with the number of remaining requests arrived. */
  readonly countReceivedAt: number;
  /** Until this time, nothing is sent because of a 429. */
  readonly blockedUntil: number;
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
 * While other clients send requests too, a window has at most 1/IN_FLIGHT_DIVISOR of the remaining requests in flight,
 * so that all windows together do not exceed the limit.
 */
const IN_FLIGHT_DIVISOR = 4;
/**
 * The server's latest count is considered current for this time, in milliseconds. Later, a single request is sent to
 * learn the count, and other calls wait for the response of this request, at most for COUNT_VALID_MS.
 */
const COUNT_VALID_MS = 2000;
/** A window that has sent more than 1/PROBE_LIMIT_DIVISOR of the limit never risks a 429, see `probeTime`. */
const PROBE_LIMIT_DIVISOR = 8;
const MAX_LIMIT = 10_000;

export function newAllowanceState(limit: number = REQUESTS_PER_MINUTE): AllowanceState {
  return {
    limit,
    lastSequence: 0,
    inFlight: [],
    completed: [],
    otherRequests: [],
    uncertainCount: 0,
    uncertainUntil: 0,
    sharedUntil: 0,
    allCountedUntil: 0,
    isProbing: false,
    countReceivedAt: 0,
    blockedUntil: 0,
  };
}

function ownRequestCount({ inFlight, completed }: AllowanceState): number {
  return inFlight.length + completed.length;
}

/**
 * Returns the requests that were completed within the last minute. If the clock was set back, limits their times to
 * `now`.
 */
function completedWithinMinute(completed: readonly CompletedRequest[], now: number): readonly CompletedRequest[] {
  const clampedRequests =
    (completed.at(-1)?.completedAt ?? now) > now
      ? completed.map((request) => ({ ...request, completedAt: Math.min(request.completedAt, now) }))
      : completed;
  const firstUnexpiredIndex = clampedRequests.findIndex((request) => request.completedAt + RATE_WINDOW_MS > now);
  if (firstUnexpiredIndex === -1) return [];
  return firstUnexpiredIndex === 0 ? clampedRequests : clampedRequests.slice(firstUnexpiredIndex);
}

/**
 * Returns the state without the requests that no longer count toward the rate limit. Limits all times, so that no wait
 * becomes longer if the clock was set back.
 */
function withoutExpiredRequests(state: AllowanceState, now: number): AllowanceState {
  const completed = completedWithinMinute(state.completed, now);
  const otherRequests = unexpiredOtherRequests(state.otherRequests, now);
  const sharedUntil = Math.min(state.sharedUntil, now + 2 * RATE_WINDOW_MS);
  const uncertainCount = state.uncertainUntil > now ? state.uncertainCount : 0;
  const uncertainUntil = Math.min(state.uncertainUntil, now + RATE_WINDOW_MS);
  const blockedUntil = Math.min(state.blockedUntil, now + RATE_WINDOW_MS);
  const countReceivedAt = Math.min(state.countReceivedAt, now);
  const allCountedUntil = Math.min(state.allCountedUntil, now);
  const current = {
    ...state,
    completed,
    otherRequests,
    uncertainCount,
    uncertainUntil,
    sharedUntil,
    blockedUntil,
    countReceivedAt,
    allCountedUntil,
  };
  return sharedUntil > now ? current : { ...current, sharedUntil: 0, isProbing: false };
}

function hasOtherClients(state: AllowanceState): boolean {
  return state.sharedUntil > 0;
}

/**
 * Returns the maximum number of requests that other clients may have sent in the last minute. The exact number is
 * unknown.
 */
function maxOtherRequests({ otherRequests, uncertainCount }: AllowanceState): number {
  return totalCount(otherRequests) + uncertainCount;
}

/** Returns how many requests can be sent before the limit is reached. */
export function availableCount(state: AllowanceState, now: number): number {
  const current = withoutExpiredRequests(state, now);
  return current.limit - ownRequestCount(current) - maxOtherRequests(current);
}

/**
 * Records a request that is sent now. The `lastSequence` of the returned state is the request's id for `recordOutcome`.
 */
export function recordSent(state: AllowanceState, now: number): AllowanceState {
  const current = withoutExpiredRequests(state, now);
  const sequence = current.lastSequence + 1;
  return {
    ...current,
    lastSequence: sequence,
    inFlight: [...current.inFlight, { sentSequence: sequence, sentAt: now }],
  };
}

/** Records the outcome of the request with this id. */
export function recordOutcome(
  state: AllowanceState,
  requestId: number,
  now: number,
  outcome: RequestOutcome,
): AllowanceState {
  const current = withoutExpiredRequests(state, now);
  const inFlight = current.inFlight.filter((request) => request.sentSequence !== requestId);
  if (outcome.kind !== 'answered') {
    const withoutRequest = { ...current, inFlight };
    return outcome.kind === 'rateLimited' ? withRateLimitBlock(withoutRequest, now, outcome.until) : withoutRequest;
  }
  const sequence = current.lastSequence + 1;
  const { remaining } = outcome;
  const completedRequest = current.inFlight
    .filter((request) => request.sentSequence === requestId)
    .map((request) => ({ ...request, completedSequence: sequence, completedAt: now, remaining }));
  const withCompleted = {
    ...current,
    lastSequence: sequence,
    inFlight,
    completed: current.completed.concat(completedRequest),
  };
  return remaining === undefined ? withCompleted : withServerCount(withCompleted, requestId, now);
}

/** Records a 429: nothing is sent until the time in the response, and the number of remaining requests is unknown. */
function withRateLimitBlock(state: AllowanceState, now: number, until: number): AllowanceState {
  const count = Math.max(0, availableCount(state, now));
  const newOtherRequests = {
    count,
    sentAfter: Math.max(state.allCountedUntil, now - RATE_WINDOW_MS),
    sentUntil: now,
    seenAt: now,
  };
  return {
    ...state,
    otherRequests: count === 0 ? state.otherRequests : [...state.otherRequests, newOtherRequests],
    sharedUntil: Math.max(until, now) + RATE_WINDOW_MS,
    isProbing: true,
    blockedUntil: Math.max(state.blockedUntil, until),
  };
}

/**
 * Corrects the number of remaining requests from the server's counts. Responses can arrive out of order, so the
 * function uses the lowest number of all responses that have arrived since this request was sent.
 */
function withServerCount(state: AllowanceState, requestId: number, now: number): AllowanceState {
  const firstLaterIndex = state.completed.findLastIndex((request) => request.completedSequence <= requestId) + 1;
  const overlappingRequests = state.completed
    .slice(firstLaterIndex)
    .filter((request) => request.remaining !== undefined);
  const lowestRemaining = smallestOf(
    overlappingRequests.map((request) => request.remaining ?? Number.POSITIVE_INFINITY),
  );
  // Above MAX_LIMIT, the completed requests are not counted, because there can be thousands of them.
  const reportedLimit =
    lowestRemaining >= MAX_LIMIT ? MAX_LIMIT : Math.min(MAX_LIMIT, lowestRemaining + certainCountOf(state, now));
  const limit = Math.max(state.limit, reportedLimit);
  const maxCount = Math.max(0, limit - state.completed.length - lowestRemaining);
  const certainCount = Math.max(0, maxCount - state.inFlight.length);
  const earliestCountAt = smallestOf(
    overlappingRequests.map((request) => request.sentAt),
    now,
  );
  const { allCountedUntil } = state;
  return {
    ...state,
    limit,
    otherRequests: updateFromCount(state.otherRequests, { certainCount, earliestCountAt, now, allCountedUntil }),
    uncertainCount: maxCount - certainCount,
    uncertainUntil: now + RATE_WINDOW_MS,
    sharedUntil: certainCount > 0 ? now + RATE_WINDOW_MS : 0,
    allCountedUntil: maxCount === certainCount ? earliestCountAt : allCountedUntil,
    isProbing: false,
    countReceivedAt: now,
  };
}

/** Returns the number of completed requests that the server's count certainly includes now. */
function certainCountOf({ completed }: AllowanceState, now: number): number {
  let count = 0;
  for (const request of completed)
    if (request.remaining !== undefined && request.sentAt > now - RATE_WINDOW_MS) count += 1;
  return count;
}

/** Returns an estimate of the number of remaining requests that the server would report now. */
function remainingOnServer(state: AllowanceState): number {
  return state.limit - state.completed.length - maxOtherRequests(state);
}

/**
 * Returns until when to wait for the request in flight that was sent to learn the server's count; undefined if there is
 * no such request or the count is current.
 */
function waitForCountUntil(state: AllowanceState, now: number): number | undefined {
  const isCountCurrent =
    state.countReceivedAt === 0 ||
    now - state.countReceivedAt <= COUNT_VALID_MS ||
    (!hasOtherClients(state) && remainingOnServer(state) > state.limit / 2);
  const first = state.inFlight[0];
  return isCountCurrent || first === undefined || first.sentAt + COUNT_VALID_MS <= now
    ? undefined
    : first.sentAt + COUNT_VALID_MS;
}

/** Returns how many requests may be in flight, including a new call of this urgency. */
function inFlightLimit(state: AllowanceState, urgency: Urgency): number {
  if (state.isProbing) return 1;
  if (!hasOtherClients(state)) return MAX_IN_FLIGHT[urgency];
  return Math.min(MAX_IN_FLIGHT[urgency], Math.max(1, Math.floor(remainingOnServer(state) / IN_FLIGHT_DIVISOR)));
}

/**
 * Returns how many requests a call of this urgency must leave unused. While other clients send requests too, the last
 * IN_FLIGHT_DIVISOR - 1 requests are never used, because two windows could use them at the same time.
 */
function reservedRequests(state: AllowanceState, urgency: Urgency): number {
  return Math.max(RESERVED_REQUESTS[urgency], hasOtherClients(state) ? IN_FLIGHT_DIVISOR - 1 : 0);
}

/**
 * Returns the time at which `count` requests have expired, so that they no longer count toward the rate limit;
 * undefined while the time depends on a request in flight. `otherExpiries` has the times at which the requests of other
 * clients expire.
 */
function timeWhenExpired(
  { completed }: AllowanceState,
  otherExpiries: readonly number[],
  count: number,
): number | undefined {
  const ownExpiries = completed.map((request) => request.completedAt + RATE_WINDOW_MS);
  return [...ownExpiries, ...otherExpiries].sort((first, second) => first - second)[count - 1];
}

/**
 * Returns the time at which a request that the user waits for may be sent although the server may respond with a 429;
 * undefined if the request must not risk a 429.
 *
 * The times of other clients' requests are known only as ranges (for the first response of a session: any time in the
 * minute before), and waiting for the end of a range can take a minute longer than the server demands. So a single
 * request is sent at the earliest time at which the server can accept it, but not within COUNT_VALID_MS after the
 * latest response. If the server rejects this request with a 429, it neither processes nor counts the request, and
 * `Retry-After` has the exact time for the next attempt, so each wait causes at most one 429. Contrail alone never
 * causes a 429: without other clients there are no requests with unknown times, and a window that has itself sent more
 * than 1/PROBE_LIMIT_DIVISOR of the limit waits until the server certainly accepts the request.
 *
 * The last requests that the server allows are sent one at a time, because another window may send requests too.
 */
function probeTime(state: AllowanceState, urgency: Urgency, now: number): number | undefined {
  const { otherRequests, inFlight, completed, limit, countReceivedAt, blockedUntil } = state;
  if (
    urgency !== 'user' ||
    otherRequests.length === 0 ||
    inFlight.length > 0 ||
    completed.length > limit / PROBE_LIMIT_DIVISOR
  )
    return undefined;
  const missingCount = 1 - availableCount(state, now);
  if (missingCount <= 0) return Math.max(now, blockedUntil);
  const earliestAt = timeWhenExpired(state, earliestExpiries(otherRequests, now), missingCount);
  const lastResponseAt = Math.max(countReceivedAt, completed.at(-1)?.completedAt ?? 0);
  return earliestAt === undefined ? undefined : Math.max(earliestAt, lastResponseAt + COUNT_VALID_MS, blockedUntil);
}

/**
 * Returns the time from which the server certainly accepts a call, because `missingCount` of the counted requests are
 * then older than a minute; undefined while the time depends on a request in flight.
 */
function certainAcceptanceTime(state: AllowanceState, missingCount: number): number | undefined {
  const uncertainExpiries = Array.from({ length: state.uncertainCount }, () => state.uncertainUntil);
  const expiredAt = timeWhenExpired(
    state,
    [...latestExpiries(state.otherRequests), ...uncertainExpiries],
    missingCount,
  );
  return expiredAt === undefined ? undefined : Math.max(expiredAt, state.blockedUntil);
}

/** Returns whether a call of this urgency may be sent now, and if not, when. */
export function decideSend(state: AllowanceState, urgency: Urgency, now: number): SendDecision {
  const current = withoutExpiredRequests(state, now);
  if (current.inFlight.length >= inFlightLimit(current, urgency))
    return { isAllowed: false, checkAgainAt: undefined, isLimitReached: false };
  const waitUntil = waitForCountUntil(current, now);
  if (waitUntil !== undefined) return { isAllowed: false, checkAgainAt: waitUntil, isLimitReached: false };
  const missingCount = current.isProbing ? 0 : 1 + reservedRequests(current, urgency) - availableCount(current, now);
  if (missingCount <= 0)
    return current.blockedUntil <= now
      ? { isAllowed: true }
      : { isAllowed: false, checkAgainAt: current.blockedUntil, isLimitReached: true };
  const acceptedAt = certainAcceptanceTime(current, missingCount);
  const probeAt = probeTime(current, urgency, now);
  // If the limit certainly allows the request only a little later, an earlier request is not worth the risk of a 429.
  if (probeAt === undefined || (acceptedAt !== undefined && acceptedAt - probeAt <= COUNT_VALID_MS))
    return { isAllowed: false, checkAgainAt: acceptedAt, isLimitReached: true };
  return probeAt <= now ? { isAllowed: true } : { isAllowed: false, checkAgainAt: probeAt, isLimitReached: true };
}
