// Accounts for the requests that may be sent (§8: 60 in any minute for one key).
// Pure: every function returns a new account.
import { RATE_WINDOW_MS, REQUESTS_PER_MINUTE } from '../../contract/limits.ts';
import type { Urgency } from '../call.ts';
import { earliestExpiries, latestExpiries, type OtherWindows, redated, totalCount, withoutExpired } from './others.ts';

/**
 * A request that was sent and has no response yet. It counts from when it was sent until a minute after it was settled:
 * the server dates it at some time in between.
 */
interface Flying {
  /**
   * Position in the order of all sent and settled requests, from which follows which of them came first for certain.
   */
  readonly sent: number;
  readonly sentAt: number;
}

/** A request with a response. */
interface Settled extends Flying {
  readonly settled: number;
  readonly settledAt: number;
  /** Requests that remain according to the response, where it has that header. */
  readonly remaining: number | undefined;
}

export interface AllowanceAccount {
  /** Requests in any minute. Rises when a response shows that the server allows more. */
  readonly limit: number;
  readonly tick: number;
  /** Requests in flight, in the order in which they were sent. */
  readonly flying: readonly Flying[];
  /**
   * Settled within the last minute, in the order in which they settled. A server without a limit leaves thousands here,
   * so iterate over all of them only where it is necessary.
   */
  readonly settled: readonly Settled[];
  /** Requests that are certainly not from this window: other clients use the same key, or the server allows less. */
  readonly others: readonly OtherWindows[];
  /** Requests that the latest count may include in addition: either of other clients, or of this window in flight. */
  readonly doubtful: number;
  readonly doubtfulUntil: number;
  /**
   * Other clients' requests were counted at most a minute before this time. More may follow, so caution lasts longer
   * than the requests that were counted.
   */
  readonly sharedUntil: number;
  /** A time up to which the server's count includes all requests of other clients. */
  readonly countedAt: number;
  /** Set after a 429: how many requests remain is unknown, so one request at a time finds out. */
  readonly probing: boolean;
  readonly observedAt: number;
  readonly closedUntil: number;
}

/** Outcome of a request. `unsent`: it never reached the server, or the server did not count it. */
export type Settlement =
  | { readonly kind: 'answered'; readonly remaining: number | undefined }
  | { readonly kind: 'unsent' }
  | { readonly kind: 'rateLimited'; readonly until: number };

/**
 * Whether a request may be sent now, or not before `at`, which is undefined where it depends on a response in flight.
 * `spent`: the wait is for the rate limit, rather than for requests in flight.
 */
export type Verdict =
  | { readonly go: true }
  | { readonly go: false; readonly at: number | undefined; readonly spent: boolean };

/** What each urgency leaves for those before it: requests of the limit, and requests in flight at the same time. */
const RESERVE: Readonly<Record<Urgency, number>> = { asked: 0, visible: 4, idle: 10 };
const UNDER_WAY: Readonly<Record<Urgency, number>> = { asked: 8, visible: 6, idle: 4 };
/**
 * While other clients send too, each window has at most this fraction of the remaining requests in flight, so that
 * together they do not exceed the limit.
 */
const PART = 4;
/**
 * After this time without a response, in milliseconds, the other clients' count is unknown. It is also the longest wait
 * for a single request that was sent ahead to find out.
 */
const STALE_MS = 2000;
/** A window that has used more than this fraction of the limit never sends before a request certainly fits. */
const OWN_PART = 8;
const HIGHEST_LIMIT = 10_000;

export function newAccount(limit: number = REQUESTS_PER_MINUTE): AllowanceAccount {
  return {
    limit,
    tick: 0,
    flying: [],
    settled: [],
    others: [],
    doubtful: 0,
    doubtfulUntil: 0,
    sharedUntil: 0,
    countedAt: 0,
    probing: false,
    observedAt: 0,
    closedUntil: 0,
  };
}

function counted({ flying, settled }: AllowanceAccount): number {
  return flying.length + settled.length;
}

/** Requests settled less than a minute ago. After the clock was set back, none is dated later than now. */
function recent(settled: readonly Settled[], now: number): readonly Settled[] {
  const dated =
    (settled.at(-1)?.settledAt ?? now) > now
      ? settled.map((one) => ({ ...one, settledAt: Math.min(one.settledAt, now) }))
      : settled;
  const first = dated.findIndex((one) => one.settledAt + RATE_WINDOW_MS > now);
  if (first === -1) return [];
  return first === 0 ? dated : dated.slice(first);
}

/** The account without what has expired. A clock that was set back never makes a wait longer. */
function aged(account: AllowanceAccount, now: number): AllowanceAccount {
  const settled = recent(account.settled, now);
  const others = withoutExpired(account.others, now);
  const sharedUntil = Math.min(account.sharedUntil, now + 2 * RATE_WINDOW_MS);
  const doubtful = account.doubtfulUntil > now ? account.doubtful : 0;
  const doubtfulUntil = Math.min(account.doubtfulUntil, now + RATE_WINDOW_MS);
  const closedUntil = Math.min(account.closedUntil, now + RATE_WINDOW_MS);
  const observedAt = Math.min(account.observedAt, now);
  const countedAt = Math.min(account.countedAt, now);
  const kept = {
    ...account,
    settled,
    others,
    doubtful,
    doubtfulUntil,
    sharedUntil,
    closedUntil,
    observedAt,
    countedAt,
  };
  return sharedUntil > now ? kept : { ...kept, sharedUntil: 0, probing: false };
}

function isShared(account: AllowanceAccount): boolean {
  return account.sharedUntil > 0;
}

/** Upper bound of other clients' requests. */
function othersAtMost({ others, doubtful }: AllowanceAccount): number {
  return totalCount(others) + doubtful;
}

/** Returns how many requests can be sent before the limit is reached. */
export function available(account: AllowanceAccount, now: number): number {
  const kept = aged(account, now);
  return kept.limit - counted(kept) - othersAtMost(kept);
}

/** Records a request that is sent now. The `tick` of the returned account is its name for `settleCall`. */
export function spend(account: AllowanceAccount, now: number): AllowanceAccount {
  const kept = aged(account, now);
  const tick = kept.tick + 1;
  return { ...kept, tick, flying: [...kept.flying, { sent: tick, sentAt: now }] };
}

/** Records the outcome of the request with this name. */
export function settleCall(
  account: AllowanceAccount,
  name: number,
  now: number,
  settlement: Settlement,
): AllowanceAccount {
  const kept = aged(account, now);
  const flying = kept.flying.filter((one) => one.sent !== name);
  if (settlement.kind !== 'answered') {
    const refunded = { ...kept, flying };
    return settlement.kind === 'rateLimited' ? closed(refunded, now, settlement.until) : refunded;
  }
  const tick = kept.tick + 1;
  const { remaining } = settlement;
  const landed = kept.flying
    .filter((one) => one.sent === name)
    .map((one) => ({ ...one, settled: tick, settledAt: now, remaining }));
  const booked = { ...kept, tick, flying, settled: kept.settled.concat(landed) };
  return remaining === undefined ? booked : corrected(booked, name, now);
}

/** After a 429: nothing is sent until the time that the server gave, and how many requests remain is unknown. */
function closed(account: AllowanceAccount, now: number, until: number): AllowanceAccount {
  const count = Math.max(0, available(account, now));
  const unseen = { count, after: Math.max(account.countedAt, now - RATE_WINDOW_MS), before: now, seenAt: now };
  return {
    ...account,
    others: count === 0 ? account.others : [...account.others, unseen],
    sharedUntil: Math.max(until, now) + RATE_WINDOW_MS,
    probing: true,
    closedUntil: Math.max(account.closedUntil, until),
  };
}

/**
 * Corrects the number of remaining requests from the server's count. Responses can arrive out of order, so the lowest
 * count that may include this request is used, minus the requests in flight.
 */
function corrected(account: AllowanceAccount, name: number, now: number): AllowanceAccount {
  const since = account.settled.findLastIndex((one) => one.settled <= name) + 1;
  const overlapping = account.settled.slice(since).filter((one) => one.remaining !== undefined);
  const least = Math.min(...overlapping.map((one) => one.remaining ?? Number.POSITIVE_INFINITY));
  // With this many remaining, the number of counted requests does not matter: a server without a limit leaves thousands
  // to iterate over.
  const reported =
    least >= HIGHEST_LIMIT ? HIGHEST_LIMIT : Math.min(HIGHEST_LIMIT, least + surelyCounted(account, now));
  const limit = Math.max(account.limit, reported);
  const atMost = Math.max(0, limit - account.settled.length - least);
  const certain = Math.max(0, atMost - account.flying.length);
  const from = Math.min(now, ...overlapping.map((one) => one.sentAt));
  const { countedAt } = account;
  return {
    ...account,
    limit,
    others: redated(account.others, { certain, from, now, countedAt }),
    doubtful: atMost - certain,
    doubtfulUntil: now + RATE_WINDOW_MS,
    sharedUntil: certain > 0 ? now + RATE_WINDOW_MS : 0,
    countedAt: atMost === certain ? from : countedAt,
    probing: false,
    observedAt: now,
  };
}

/** Number of requests that every count which the server reports now certainly includes. */
function surelyCounted({ settled }: AllowanceAccount, now: number): number {
  let sure = 0;
  for (const one of settled) if (one.remaining !== undefined && one.sentAt > now - RATE_WINDOW_MS) sure += 1;
  return sure;
}

/** How many requests the server would report as remaining, as far as is known. */
function left(account: AllowanceAccount): number {
  return account.limit - account.settled.length - othersAtMost(account);
}

/**
 * Returns until when to wait for the one request that was sent ahead to learn the current count; undefined when no such
 * wait is necessary or useful.
 */
function askingUntil(account: AllowanceAccount, now: number): number | undefined {
  const known =
    account.observedAt === 0 ||
    now - account.observedAt <= STALE_MS ||
    (!isShared(account) && left(account) > account.limit / 2);
  const first = account.flying[0];
  return known || first === undefined || first.sentAt + STALE_MS <= now ? undefined : first.sentAt + STALE_MS;
}

/** Returns how many requests may be in flight at once for a call of this urgency to be sent. */
function slots(account: AllowanceAccount, urgency: Urgency): number {
  if (account.probing) return 1;
  if (!isShared(account)) return UNDER_WAY[urgency];
  return Math.min(UNDER_WAY[urgency], Math.max(1, Math.floor(left(account) / PART)));
}

/**
 * Returns how many requests a call of this urgency leaves unused. While other clients send too, the last few are left
 * by every window: two windows would use them at the same time.
 */
function reserveOf(account: AllowanceAccount, urgency: Urgency): number {
  return Math.max(RESERVE[urgency], isShared(account) ? PART - 1 : 0);
}

/**
 * Returns the time at which `count` requests have left the window, given the times at which other clients' requests
 * leave it; undefined when that depends on a request in flight.
 */
function whenFreed({ settled }: AllowanceAccount, others: readonly number[], count: number): number | undefined {
  const own = settled.map((one) => one.settledAt + RATE_WINDOW_MS);
  return [...own, ...others].sort((one, other) => one - other)[count - 1];
}

/**
 * Returns when a request that the user waits for may be sent although the limit may be reached; undefined when it may
 * not.
 *
 * The times of other clients' requests are known only within bounds (for the first response of a session: some time in
 * the minute before), and waiting for the later bound can take a minute longer than the server demands. So one request
 * is sent at the earliest time at which it can fit, and not sooner than STALE_MS after the latest response. If
 * the server rejects it, it is neither processed nor counted (API-FACTS D), and `Retry-After` gives the exact time to
 * repeat it: at most one 429 for each wait. Contrail alone never causes that 429: without other clients there are no
 * requests to wait for, and a window that has itself used more than OWN_PART of the limit waits until a
 * request certainly fits.
 *
 * When the server has a few requests left, they are used one at a time: another window may do the same.
 */
function whenToProbe(account: AllowanceAccount, urgency: Urgency, now: number): number | undefined {
  const { others, flying, settled, limit, observedAt, closedUntil } = account;
  if (urgency !== 'asked' || others.length === 0 || flying.length > 0 || settled.length > limit / OWN_PART)
    return undefined;
  const unsupported = 1 - available(account, now);
  if (unsupported <= 0) return Math.max(now, closedUntil);
  const possible = whenFreed(account, earliestExpiries(others, now), unsupported);
  const answeredAt = Math.max(observedAt, settled.at(-1)?.settledAt ?? 0);
  return possible === undefined ? undefined : Math.max(possible, answeredAt + STALE_MS, closedUntil);
}

/**
 * Returns when a call of this urgency certainly fits, if `lacking` requests have to expire first; undefined when
 * that depends on a response in flight.
 */
function whenCertain(account: AllowanceAccount, unsupported: number): number | undefined {
  const doubtful = Array.from({ length: account.doubtful }, () => account.doubtfulUntil);
  const freed = whenFreed(account, [...latestExpiries(account.others), ...doubtful], unsupported);
  return freed === undefined ? undefined : Math.max(freed, account.closedUntil);
}

/** Whether a call of this urgency may be sent now, and if not, when. */
export function maySend(account: AllowanceAccount, urgency: Urgency, now: number): Verdict {
  const kept = aged(account, now);
  if (kept.flying.length >= slots(kept, urgency)) return { go: false, at: undefined, spent: false };
  const asking = askingUntil(kept, now);
  if (asking !== undefined) return { go: false, at: asking, spent: false };
  const unsupported = kept.probing ? 0 : 1 + reserveOf(kept, urgency) - available(kept, now);
  if (unsupported <= 0)
    return kept.closedUntil <= now ? { go: true } : { go: false, at: kept.closedUntil, spent: true };
  const certain = whenCertain(kept, unsupported);
  const probe = whenToProbe(kept, urgency, now);
  // When the probe would be sent hardly sooner than the request certainly fits, it is not worth a 429.
  if (probe === undefined || (certain !== undefined && certain - probe <= STALE_MS))
    return { go: false, at: certain, spent: true };
  return probe <= now ? { go: true } : { go: false, at: probe, spent: true };
}
