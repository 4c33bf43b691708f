// Owns the account of what may be sent (§8: 60 requests in any minute for one key). Pure: every function gives a fresh
// account.
import { RATE_WINDOW_MS, REQUESTS_PER_MINUTE } from '../../contract/limits.ts';
import type { Urgency } from '../call.ts';
import { earliestExpiries, latestExpiries, type OtherWindows, redated, totalCount, withoutExpired } from './others.ts';

/**
 * A request of ours under way. It counts from when it left until a minute after it was settled: the server dates it
 * somewhere between.
 */
interface Flying {
  /** Place in the order of all sendings and settlings, which tells which of them surely came before which. */
  readonly sent: number;
  readonly sentAt: number;
}

/** One that was answered. */
interface Settled extends Flying {
  readonly settled: number;
  readonly settledAt: number;
  /** What the server said was left, where it said so. */
  readonly remaining: number | undefined;
}

export interface AllowanceAccount {
  /** Requests in any minute. Rises when the server lets on that it allows more. */
  readonly limit: number;
  readonly tick: number;
  /** Under way, in the order of their sending. */
  readonly flying: readonly Flying[];
  /**
   * Settled within the last minute, in the order of their settling: a server without a limit leaves thousands here, so
   * nobody goes through them all in vain.
   */
  readonly settled: readonly Settled[];
  /** Spends that are certainly not ours: other clients use the same key, and a server may allow less than we think. */
  readonly others: readonly OtherWindows[];
  /** More that the latest count may include: either others' or ours that are still under way. */
  readonly doubtful: number;
  readonly doubtfulUntil: number;
  /**
   * Others' requests were counted at most a minute before. They may go on, so caution lasts longer than what was
   * counted.
   */
  readonly sharedUntil: number;
  /** A time at which the server's count left no doubt about others' requests until then. */
  readonly countedAt: number;
  /** After a refusal: what is left is unknown, so one request at a time finds out. */
  readonly probing: boolean;
  readonly observedAt: number;
  readonly closedUntil: number;
}

/** What came of a spend. `unsent`: it never reached the server, or the server did not count it. */
export type Settlement =
  | { readonly kind: 'answered'; readonly remaining: number | undefined }
  | { readonly kind: 'unsent' }
  | { readonly kind: 'rateLimited'; readonly until: number };

/**
 * Go now, or not before `at`, which is undefined where an answer under way will tell. `spent` says that it is the limit
 * that one waits for, rather than for others to come back.
 */
export type Verdict =
  | { readonly go: true }
  | { readonly go: false; readonly at: number | undefined; readonly spent: boolean };

/** What each class leaves for those before it: allowance, and requests under way at the same time. */
const RESERVE: Readonly<Record<Urgency, number>> = { asked: 0, visible: 4, idle: 10 };
const UNDER_WAY: Readonly<Record<Urgency, number>> = { asked: 8, visible: 6, idle: 4 };
/**
 * While others spend too, each holds at most this part of what is left in flight, so that together they do not overdraw
 * it.
 */
const PART = 4;
/**
 * After so long without an answer, what others spend is anybody's guess. No longer is the one waited for that goes
 * ahead and asks.
 */
const STALE_MS = 2000;
/** A window that has used more than this part of the limit never asks before there is room for certain. */
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

/** Those that settled less than a minute ago. A clock that was set back dates none later than now. */
function recent(settled: readonly Settled[], now: number): readonly Settled[] {
  const dated =
    (settled.at(-1)?.settledAt ?? now) > now
      ? settled.map((one) => ({ ...one, settledAt: Math.min(one.settledAt, now) }))
      : settled;
  const first = dated.findIndex((one) => one.settledAt + RATE_WINDOW_MS > now);
  if (first === -1) return [];
  return first === 0 ? dated : dated.slice(first);
}

/** The account without what has aged out. A clock that was set back makes nobody wait longer than it would have. */
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

/** Others' requests, at most. */
function othersAtMost({ others, doubtful }: AllowanceAccount): number {
  return totalCount(others) + doubtful;
}

/** Requests that may leave before the limit is reached. */
export function available(account: AllowanceAccount, now: number): number {
  const kept = aged(account, now);
  return kept.limit - counted(kept) - othersAtMost(kept);
}

/** Books a request that leaves now. Its name for `settle` is the `tick` of the account returned. */
export function spend(account: AllowanceAccount, now: number): AllowanceAccount {
  const kept = aged(account, now);
  const tick = kept.tick + 1;
  return { ...kept, tick, flying: [...kept.flying, { sent: tick, sentAt: now }] };
}

/** Books what came of the request of that name. */
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

/** Refused by the server: shut until it says, and nothing known to be left. */
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
 * Brings the account in line with the server's count. Answers overtake each other, so the least that any answer said
 * which may have been counted after this one holds, less what is still under way.
 */
function corrected(account: AllowanceAccount, name: number, now: number): AllowanceAccount {
  const since = account.settled.findLastIndex((one) => one.settled <= name) + 1;
  const overlapping = account.settled.slice(since).filter((one) => one.remaining !== undefined);
  const least = Math.min(...overlapping.map((one) => one.remaining ?? Number.POSITIVE_INFINITY));
  // Where that much is left, it does not matter how many were counted: a server without a limit leaves thousands to be
  // gone through.
  const told = least >= HIGHEST_LIMIT ? HIGHEST_LIMIT : Math.min(HIGHEST_LIMIT, least + surelyCounted(account, now));
  const limit = Math.max(account.limit, told);
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

/** Those that every count which the server makes now includes. */
function surelyCounted({ settled }: AllowanceAccount, now: number): number {
  let sure = 0;
  for (const one of settled) if (one.remaining !== undefined && one.sentAt > now - RATE_WINDOW_MS) sure += 1;
  return sure;
}

/** What the server would say is left, as far as we know. */
function left(account: AllowanceAccount): number {
  return account.limit - account.settled.length - othersAtMost(account);
}

/**
 * Until when one request that went ahead to ask how matters stand is waited for; undefined where there is no need or no
 * hope.
 */
function askingUntil(account: AllowanceAccount, now: number): number | undefined {
  const known =
    account.observedAt === 0 ||
    now - account.observedAt <= STALE_MS ||
    (!isShared(account) && left(account) > account.limit / 2);
  const first = account.flying[0];
  return known || first === undefined || first.sentAt + STALE_MS <= now ? undefined : first.sentAt + STALE_MS;
}

/** How many may be under way at once for a call of this class to join them. */
function slots(account: AllowanceAccount, urgency: Urgency): number {
  if (account.probing) return 1;
  if (!isShared(account)) return UNDER_WAY[urgency];
  return Math.min(UNDER_WAY[urgency], Math.max(1, Math.floor(left(account) / PART)));
}

/**
 * What a call of this class leaves untouched. While others spend too, the last few belong to nobody: two would take
 * them at once.
 */
function reserveOf(account: AllowanceAccount, urgency: Urgency): number {
  return Math.max(RESERVE[urgency], isShared(account) ? PART - 1 : 0);
}

/**
 * The time at which so many places are free, if others' requests leave the window at the times given; undefined where
 * that depends on one under way.
 */
function whenFreed({ settled }: AllowanceAccount, others: readonly number[], count: number): number | undefined {
  const own = settled.map((one) => one.settledAt + RATE_WINDOW_MS);
  return [...own, ...others].sort((one, other) => one - other)[count - 1];
}

/**
 * When a request that the user waits for may go although there may be no room; undefined where it may not.
 *
 * When others' requests were made is known only within bounds (for the first answer of a session: some time in the
 * minute before), and waiting for the later bound can take a minute longer than the server demands. So one request goes
 * at the earliest time at which there can be room, and not sooner than STALE_MS after the latest answer. If the server
 * refuses it, it is neither carried out nor counted (API-FACTS D), and `Retry-After` gives the exact time to repeat it:
 * at most one refusal for each wait. That refusal is not of our own doing: alone, there are no requests of others to
 * wait for, and a window that has itself used more than OWN_PART of the limit waits until there is room for certain.
 *
 * Where the server has a few left, one at a time takes them: another window may do the same.
 */
function whenToProbe(account: AllowanceAccount, urgency: Urgency, now: number): number | undefined {
  const { others, flying, settled, limit, observedAt, closedUntil } = account;
  if (urgency !== 'asked' || others.length === 0 || flying.length > 0 || settled.length > limit / OWN_PART)
    return undefined;
  const lacking = 1 - available(account, now);
  if (lacking <= 0) return Math.max(now, closedUntil);
  const possible = whenFreed(account, earliestExpiries(others, now), lacking);
  const answeredAt = Math.max(observedAt, settled.at(-1)?.settledAt ?? 0);
  return possible === undefined ? undefined : Math.max(possible, answeredAt + STALE_MS, closedUntil);
}

/**
 * When a call of this class certainly finds room, where so many places are lacking; undefined where an answer under way
 * will tell.
 */
function whenCertain(account: AllowanceAccount, lacking: number): number | undefined {
  const doubtful = Array.from({ length: account.doubtful }, () => account.doubtfulUntil);
  const freed = whenFreed(account, [...latestExpiries(account.others), ...doubtful], lacking);
  return freed === undefined ? undefined : Math.max(freed, account.closedUntil);
}

/** Whether a call of this class may leave now, and if not, when. */
export function maySend(account: AllowanceAccount, urgency: Urgency, now: number): Verdict {
  const kept = aged(account, now);
  if (kept.flying.length >= slots(kept, urgency)) return { go: false, at: undefined, spent: false };
  const asking = askingUntil(kept, now);
  if (asking !== undefined) return { go: false, at: asking, spent: false };
  const lacking = kept.probing ? 0 : 1 + reserveOf(kept, urgency) - available(kept, now);
  if (lacking <= 0) return kept.closedUntil <= now ? { go: true } : { go: false, at: kept.closedUntil, spent: true };
  const certain = whenCertain(kept, lacking);
  const probe = whenToProbe(kept, urgency, now);
  // Hardly sooner than when there is room for certain: not worth a refusal.
  if (probe === undefined || (certain !== undefined && certain - probe <= STALE_MS))
    return { go: false, at: certain, spent: true };
  return probe <= now ? { go: true } : { go: false, at: probe, spent: true };
}
