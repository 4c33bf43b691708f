// Tests of the account of requests that may be sent, to the exact request.
import { describe, expect, it } from 'vitest';
import {
  type AllowanceAccount,
  available,
  maySend,
  newAccount,
  settleCall,
  spend,
} from '../../../src/client/budget/allowance.ts';

const MINUTE = 60_000;
const NOW = 1_000_000;

/** Sends and answers `count` requests at one time. */
function spent(count: number, now = NOW, from: AllowanceAccount = newAccount()): AllowanceAccount {
  let account = from;
  for (let one = 0; one < count; one += 1) {
    account = spend(account, now);
    account = settleCall(account, account.tick, now, { kind: 'answered', remaining: undefined });
  }
  return account;
}

describe('The account', () => {
  it('starts with 60 requests and takes one for each request', () => {
    expect(available(newAccount(), NOW)).toBe(60);
    expect(available(spent(7), NOW)).toBe(53);
  });

  it('frees a request a minute after its response, not after it was sent', () => {
    const sent = spend(newAccount(), NOW);
    expect(available(sent, NOW + 5 * MINUTE)).toBe(59);
    const answered = settleCall(sent, sent.tick, NOW + 500, { kind: 'answered', remaining: undefined });
    expect(available(answered, NOW + 499 + MINUTE)).toBe(59);
    expect(available(answered, NOW + 500 + MINUTE)).toBe(60);
  });

  it('returns when the next request of each urgency may be sent', () => {
    const account = spent(30, NOW + 1000, spent(30));
    expect(maySend(account, 'asked', NOW + 1000)).toEqual({ go: false, at: NOW + MINUTE, spent: true });
    expect(maySend(account, 'visible', NOW + 1000)).toEqual({ go: false, at: NOW + MINUTE, spent: true });
    expect(maySend(spent(26, NOW + 1000, spent(34, NOW, newAccount())), 'idle', NOW + 1000)).toEqual({
      go: false,
      at: NOW + MINUTE,
      spent: true,
    });
    expect(maySend(spent(55, NOW + 1000, spent(5)), 'idle', NOW + 1000)).toEqual({
      go: false,
      at: NOW + 1000 + MINUTE,
      spent: true,
    });
    expect(maySend(account, 'asked', NOW + MINUTE)).toEqual({ go: true });
  });

  it('keeps a reserve for more urgent requests: 10 before idle, 4 before visible', () => {
    expect(maySend(spent(49), 'idle', NOW)).toEqual({ go: true });
    expect(maySend(spent(50), 'idle', NOW)).toMatchObject({ go: false });
    expect(maySend(spent(55), 'visible', NOW)).toEqual({ go: true });
    expect(maySend(spent(56), 'visible', NOW)).toMatchObject({ go: false });
    expect(maySend(spent(59), 'asked', NOW)).toEqual({ go: true });
    expect(maySend(spent(60), 'asked', NOW)).toMatchObject({ go: false });
  });

  it('uses the count of the server when fewer requests remain than assumed, and lets it expire', () => {
    const sent = spend(newAccount(), NOW);
    const account = settleCall(sent, sent.tick, NOW, { kind: 'answered', remaining: 20 });
    expect(available(account, NOW)).toBe(20);
    expect(available(account, NOW + MINUTE)).toBe(60);
  });

  it('uses the lowest count when responses overtake each other', () => {
    const first = spend(newAccount(), NOW);
    const second = spend(first, NOW);
    const overtaken = settleCall(second, second.tick, NOW, { kind: 'answered', remaining: 10 });
    expect(available(overtaken, NOW)).toBe(9);
    const both = settleCall(overtaken, first.tick, NOW, { kind: 'answered', remaining: 11 });
    expect(available(both, NOW)).toBe(10);
  });

  it('corrects its estimate when the server has more requests left than assumed', () => {
    const first = spend(newAccount(), NOW);
    const scarce = settleCall(first, first.tick, NOW, { kind: 'answered', remaining: 5 });
    const second = spend(scarce, NOW + 1000);
    expect(
      available(settleCall(second, second.tick, NOW + 1000, { kind: 'answered', remaining: 50 }), NOW + 1000),
    ).toBe(50);
  });

  it('adopts a higher limit of the server, but not an absurd one', () => {
    const sent = spend(newAccount(), NOW);
    expect(settleCall(sent, sent.tick, NOW, { kind: 'answered', remaining: 299 }).limit).toBe(300);
    expect(settleCall(sent, sent.tick, NOW, { kind: 'answered', remaining: 999_999_999 }).limit).toBe(10_000);
  });

  it('frees at once a request that never reached the server', () => {
    const sent = spend(newAccount(), NOW);
    expect(available(settleCall(sent, sent.tick, NOW, { kind: 'unsent' }), NOW)).toBe(60);
  });

  it('sends nothing after a 429 until the time from the server, then one request at a time of any urgency', () => {
    const sent = spend(newAccount(), NOW);
    const shut = settleCall(sent, sent.tick, NOW, { kind: 'rateLimited', until: NOW + 5000 });
    expect(maySend(shut, 'asked', NOW)).toEqual({ go: false, at: NOW + 5000, spent: true });
    expect(maySend(shut, 'idle', NOW + 5000)).toEqual({ go: true });
    const asking = spend(shut, NOW + 5000);
    expect(maySend(asking, 'asked', NOW + 5000)).toEqual({ go: false, at: undefined, spent: false });
    expect(
      available(settleCall(asking, asking.tick, NOW + 5000, { kind: 'answered', remaining: 30 }), NOW + 5000),
    ).toBe(30);
  });

  it('never waits longer than a minute when the clock is set back', () => {
    const back = NOW - 60 * MINUTE;
    expect(maySend(spent(60), 'asked', back)).toEqual({ go: false, at: back + MINUTE, spent: true });
    const sent = spend(newAccount(), NOW);
    const shut = settleCall(sent, sent.tick, NOW, { kind: 'rateLimited', until: NOW + 5000 });
    expect(maySend(shut, 'asked', back)).toEqual({ go: false, at: back + MINUTE, spent: true });
  });

  it('is never modified', () => {
    const account = newAccount();
    const copy = structuredClone(account);
    spend(account, NOW);
    settleCall(account, 0, NOW, { kind: 'rateLimited', until: NOW });
    expect(account).toEqual(copy);
  });
});
