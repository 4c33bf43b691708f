// Owns the account of what may be sent (§8: 60 requests in any minute for one key). Pure: every function gives a fresh account.
import { RATE_WINDOW_MS, REQUESTS_PER_MINUTE } from '../contract/limits.ts';
import type { Urgency } from './call.ts';

/** A request of ours under way. It counts from when it left until a minute after it was settled: the server dates it somewhere between. */
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

export interface Account {
  /** Requests in any minute. Rises when the server lets on that it allows more. */
  readonly limit: number;
  readonly tick: number;
  /** Under way, in the order of their sending. */
  readonly flying: readonly Flying[];
  /** Settled within the last minute, in the order of their settling: a server without a limit leaves thousands here, so nobody goes through them all in vain. */
  readonly settled: readonly Settled[];
  /** Spends that are not ours, at most: other windows use the same key, and a server may allow less than we think. */
  readonly others: number;
  /** Whether some of them are certain. */
  readonly shared: boolean;
  readonly othersUntil: number;
  /** After a refusal: what is left is unknown, so one request at a time finds out. */
  readonly probing: boolean;
  readonly observedAt: number;
  readonly closedUntil: number;
}

/** What came of a spend. `unsent`: it never reached the server, or the server did not count it. */
export type Settlement =
  | { readonly kind: 'answered'; readonly remaining: number | undefined }
  | { readonly kind: 'unsent' }
  | { readonly kind: 'throttled'; readonly until: number };

/**
 * Go now, or not before `at`, which is undefined where an answer under way will tell. `spent` says that it is the limit that
 * one waits for, rather than for others to come back.
 */
export type Verdict = { readonly go: true } | { readonly go: false; readonly at: number | undefined; readonly spent: boolean };

/** What each class leaves for those before it: allowance, and requests under way at the same time. */
const RESERVE: Readonly<Record<Urgency, number>> = { asked: 0, visible: 4, idle: 10 };
const UNDER_WAY: Readonly<Record<Urgency, number>> = { asked: 8, visible: 6, idle: 4 };
/** While others spend too, each holds at most this part of what is left in flight, so that together they do not overdraw it. */
const PART = 4;
/** After so long without an answer, what others spend is anybody's guess. No longer is the one waited for that goes ahead and asks. */
const STALE_MS = 2000;
const HIGHEST_LIMIT = 10_000;

export function openAccount(limit: number = REQUESTS_PER_MINUTE): Account {
  return {
    limit,
    tick: 0,
    flying: [],
    settled: [],
    others: 0,
    shared: false,
    othersUntil: 0,
    probing: false,
    observedAt: 0,
    closedUntil: 0,
  };
}

function counted({ flying, settled }: Account): number {
  return flying.length + settled.length;
}

/** Those that settled less than a minute ago. A clock that was set back dates none later than now. */
function recent(settled: readonly Settled[], now: number): readonly Settled[] {
  const dated =
    (settled.at(-1)?.settledAt ?? now) > now ? settled.map((one) => ({ ...one, settledAt: Math.min(one.settledAt, now) })) : settled;
  const first = dated.findIndex((one) => one.settledAt + RATE_WINDOW_MS > now);
  if (first === -1) return [];
  return first === 0 ? dated : dated.slice(first);
}

/** The account without what has aged out. A clock that was set back makes nobody wait longer than it would have. */
function aged(account: Account, now: number): Account {
  const settled = recent(account.settled, now);
  const othersUntil = Math.min(account.othersUntil, now + 2 * RATE_WINDOW_MS);
  const kept = { ...account, settled, othersUntil, closedUntil: Math.min(account.closedUntil, now + RATE_WINDOW_MS) };
  return othersUntil > now ? kept : { ...kept, others: 0, shared: false, probing: false };
}

/** Requests that may leave before the limit is reached. */
export function available(account: Account, now: number): number {
  const kept = aged(account, now);
  return kept.limit - counted(kept) - kept.others;
}

/** Books a request that leaves now. Its name for `settle` is the `tick` of the account returned. */
export function spend(account: Account, now: number): Account {
  const kept = aged(account, now);
  const tick = kept.tick + 1;
  return { ...kept, tick, flying: [...kept.flying, { sent: tick, sentAt: now }] };
}

/** Books what came of the request of that name. */
export function settle(account: Account, name: number, now: number, settlement: Settlement): Account {
  const kept = aged(account, now);
  const flying = kept.flying.filter((one) => one.sent !== name);
  if (settlement.kind !== 'answered') {
    const refunded = { ...kept, flying };
    return settlement.kind === 'throttled' ? closed(refunded, now, settlement.until) : refunded;
  }
  const tick = kept.tick + 1;
  const { remaining } = settlement;
  const landed = kept.flying.filter((one) => one.sent === name).map((one) => ({ ...one, settled: tick, settledAt: now, remaining }));
  const booked = { ...kept, tick, flying, settled: kept.settled.concat(landed) };
  return remaining === undefined ? booked : corrected(booked, name, now);
}

/** Refused by the server: shut until it says, and nothing known to be left. */
function closed(account: Account, now: number, until: number): Account {
  return {
    ...account,
    others: account.others + Math.max(0, available(account, now)),
    shared: true,
    othersUntil: Math.max(until, now) + RATE_WINDOW_MS,
    probing: true,
    closedUntil: Math.max(account.closedUntil, until),
  };
}

/**
 * Brings the account in line with the server's count. Answers overtake each other, so the least that any answer said which
 * may have been counted after this one holds, less what is still under way.
 */
function corrected(account: Account, name: number, now: number): Account {
  const since = account.settled.findLastIndex((one) => one.settled <= name) + 1;
  const least = Math.min(...account.settled.slice(since).map((one) => one.remaining ?? Number.POSITIVE_INFINITY));
  // Where that much is left, it does not matter how many were counted: a server without a limit leaves thousands to be gone through.
  const told = least >= HIGHEST_LIMIT ? HIGHEST_LIMIT : Math.min(HIGHEST_LIMIT, least + surelyCounted(account, now));
  const limit = Math.max(account.limit, told);
  const certain = limit - counted(account) - least;
  return {
    ...account,
    limit,
    others: Math.max(0, certain + account.flying.length),
    shared: certain > 0,
    othersUntil: now + RATE_WINDOW_MS,
    probing: false,
    observedAt: now,
  };
}

/** Those that every count which the server makes now includes. */
function surelyCounted({ settled }: Account, now: number): number {
  let sure = 0;
  for (const one of settled) if (one.remaining !== undefined && one.sentAt > now - RATE_WINDOW_MS) sure += 1;
  return sure;
}

/** What the server would say is left, as far as we know. */
function left(account: Account): number {
  return account.limit - account.settled.length - account.others;
}

/** Until when one request that went ahead to ask how matters stand is waited for; undefined where there is no need or no hope. */
function askingUntil(account: Account, now: number): number | undefined {
  const known = account.observedAt === 0 || now - account.observedAt <= STALE_MS || (!account.shared && left(account) > account.limit / 2);
  const first = account.flying[0];
  return known || first === undefined || first.sentAt + STALE_MS <= now ? undefined : first.sentAt + STALE_MS;
}

/** How many may be under way at once for a call of this class to join them. */
function slots(account: Account, urgency: Urgency): number {
  if (account.probing) return 1;
  if (!account.shared) return UNDER_WAY[urgency];
  return Math.min(UNDER_WAY[urgency], Math.max(1, Math.floor(left(account) / PART)));
}

/** What a call of this class leaves untouched. While others spend too, the last few belong to nobody: two would take them at once. */
function reserveOf(account: Account, urgency: Urgency): number {
  return Math.max(RESERVE[urgency], account.shared ? PART - 1 : 0);
}

/** When so many requests will have aged out; undefined where that depends on one still under way. */
function whenFreed(account: Account, count: number): number | undefined {
  const own = account.settled.map((one) => one.settledAt + RATE_WINDOW_MS);
  const others = Array.from({ length: account.others }, () => account.othersUntil);
  return [...own, ...others].sort((one, other) => one - other)[count - 1];
}

/** Whether a call of this class may leave now, and if not, when. */
export function mayGo(account: Account, urgency: Urgency, now: number): Verdict {
  const kept = aged(account, now);
  if (kept.flying.length >= slots(kept, urgency)) return { go: false, at: undefined, spent: false };
  const asking = askingUntil(kept, now);
  if (asking !== undefined) return { go: false, at: asking, spent: false };
  const lacking = kept.probing ? 0 : 1 + reserveOf(kept, urgency) - available(kept, now);
  if (lacking <= 0) return kept.closedUntil <= now ? { go: true } : { go: false, at: kept.closedUntil, spent: true };
  const freed = whenFreed(kept, lacking);
  return { go: false, at: freed === undefined ? undefined : Math.max(freed, kept.closedUntil), spent: true };
}
