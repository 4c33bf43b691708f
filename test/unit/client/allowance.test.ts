// Tests of the account of requests that may be sent, to the exact request.
import { describe, expect, it } from 'vitest';
import {
  type AllowanceAccount,
  available,
  maySend,
  newAccount,
  recordOutcome,
  recordSent,
} from '../../../src/client/budget/allowance.ts';

const MINUTE = 60_000;
const NOW = 1_000_000;

/** Sends and answers `count` requests at one time. */
function accountAfter(count: number, now = NOW, start: AllowanceAccount = newAccount()): AllowanceAccount {
  let account = start;
  for (let one = 0; one < count; one += 1) {
    account = recordSent(account, now);
    account = recordOutcome(account, account.tick, now, { kind: 'answered', remaining: undefined });
  }
  return account;
}

describe('The account', () => {
  it('starts with 60 requests and takes one for each request', () => {
    expect(available(newAccount(), NOW)).toBe(60);
    expect(available(accountAfter(7), NOW)).toBe(53);
  });

  it('frees a request a minute after its response, not after it was sent', () => {
    const sent = recordSent(newAccount(), NOW);
    expect(available(sent, NOW + 5 * MINUTE)).toBe(59);
    const answered = recordOutcome(sent, sent.tick, NOW + 500, { kind: 'answered', remaining: undefined });
    expect(available(answered, NOW + 499 + MINUTE)).toBe(59);
    expect(available(answered, NOW + 500 + MINUTE)).toBe(60);
  });

  it('returns when the next request of each urgency may be sent', () => {
    const account = accountAfter(30, NOW + 1000, accountAfter(30));
    expect(maySend(account, 'asked', NOW + 1000)).toEqual({ isAllowed: false, at: NOW + MINUTE, isLimitReached: true });
    expect(maySend(account, 'visible', NOW + 1000)).toEqual({
      isAllowed: false,
      at: NOW + MINUTE,
      isLimitReached: true,
    });
    expect(maySend(accountAfter(26, NOW + 1000, accountAfter(34, NOW, newAccount())), 'idle', NOW + 1000)).toEqual({
      isAllowed: false,
      at: NOW + MINUTE,
      isLimitReached: true,
    });
    expect(maySend(accountAfter(55, NOW + 1000, accountAfter(5)), 'idle', NOW + 1000)).toEqual({
      isAllowed: false,
      at: NOW + 1000 + MINUTE,
      isLimitReached: true,
    });
    expect(maySend(account, 'asked', NOW + MINUTE)).toEqual({ isAllowed: true });
  });

  it('keeps a reserve for more urgent requests: 10 before idle, 4 before visible', () => {
    expect(maySend(accountAfter(49), 'idle', NOW)).toEqual({ isAllowed: true });
    expect(maySend(accountAfter(50), 'idle', NOW)).toMatchObject({ isAllowed: false });
    expect(maySend(accountAfter(55), 'visible', NOW)).toEqual({ isAllowed: true });
    expect(maySend(accountAfter(56), 'visible', NOW)).toMatchObject({ isAllowed: false });
    expect(maySend(accountAfter(59), 'asked', NOW)).toEqual({ isAllowed: true });
    expect(maySend(accountAfter(60), 'asked', NOW)).toMatchObject({ isAllowed: false });
  });

  it('uses the count of the server when fewer requests remain than assumed, and lets it expire', () => {
    const sent = recordSent(newAccount(), NOW);
    const account = recordOutcome(sent, sent.tick, NOW, { kind: 'answered', remaining: 20 });
    expect(available(account, NOW)).toBe(20);
    expect(available(account, NOW + MINUTE)).toBe(60);
  });

  it('uses the lowest count when responses overtake each other', () => {
    const first = recordSent(newAccount(), NOW);
    const second = recordSent(first, NOW);
    const overtaken = recordOutcome(second, second.tick, NOW, { kind: 'answered', remaining: 10 });
    expect(available(overtaken, NOW)).toBe(9);
    const both = recordOutcome(overtaken, first.tick, NOW, { kind: 'answered', remaining: 11 });
    expect(available(both, NOW)).toBe(10);
  });

  it('corrects its estimate when the server has more requests left than assumed', () => {
    const first = recordSent(newAccount(), NOW);
    const scarce = recordOutcome(first, first.tick, NOW, { kind: 'answered', remaining: 5 });
    const second = recordSent(scarce, NOW + 1000);
    expect(
      available(recordOutcome(second, second.tick, NOW + 1000, { kind: 'answered', remaining: 50 }), NOW + 1000),
    ).toBe(50);
  });

  it('adopts a higher limit of the server, but not an absurd one', () => {
    const sent = recordSent(newAccount(), NOW);
    expect(recordOutcome(sent, sent.tick, NOW, { kind: 'answered', remaining: 299 }).limit).toBe(300);
    expect(recordOutcome(sent, sent.tick, NOW, { kind: 'answered', remaining: 999_999_999 }).limit).toBe(10_000);
  });

  it('frees at once a request that never reached the server', () => {
    const sent = recordSent(newAccount(), NOW);
    expect(available(recordOutcome(sent, sent.tick, NOW, { kind: 'unsent' }), NOW)).toBe(60);
  });

  it('sends nothing after a 429 until the time from the server, then one request at a time of any urgency', () => {
    const sent = recordSent(newAccount(), NOW);
    const blocked = recordOutcome(sent, sent.tick, NOW, { kind: 'rateLimited', until: NOW + 5000 });
    expect(maySend(blocked, 'asked', NOW)).toEqual({ isAllowed: false, at: NOW + 5000, isLimitReached: true });
    expect(maySend(blocked, 'idle', NOW + 5000)).toEqual({ isAllowed: true });
    const probing = recordSent(blocked, NOW + 5000);
    expect(maySend(probing, 'asked', NOW + 5000)).toEqual({ isAllowed: false, at: undefined, isLimitReached: false });
    expect(
      available(recordOutcome(probing, probing.tick, NOW + 5000, { kind: 'answered', remaining: 30 }), NOW + 5000),
    ).toBe(30);
  });

  it('never waits longer than a minute when the clock is set back', () => {
    const back = NOW - 60 * MINUTE;
    expect(maySend(accountAfter(60), 'asked', back)).toEqual({
      isAllowed: false,
      at: back + MINUTE,
      isLimitReached: true,
    });
    const sent = recordSent(newAccount(), NOW);
    const blocked = recordOutcome(sent, sent.tick, NOW, { kind: 'rateLimited', until: NOW + 5000 });
    expect(maySend(blocked, 'asked', back)).toEqual({ isAllowed: false, at: back + MINUTE, isLimitReached: true });
  });

  it('is never modified', () => {
    const account = newAccount();
    const copy = structuredClone(account);
    recordSent(account, NOW);
    recordOutcome(account, 0, NOW, { kind: 'rateLimited', until: NOW });
    expect(account).toEqual(copy);
  });
});
