// Tests how many requests the rate limit permits at which time.
import { describe, expect, it } from 'vitest';
import { RequestWindow } from '../../../src/client/budget/requestWindow.ts';

const MINUTE = 60_000;
const NOW = 1_000_000;

/** Returns the window after `count` requests that were sent and answered at the same time. */
function windowAfter(count: number, now = NOW, window = new RequestWindow()): RequestWindow {
  for (let index = 0; index < count; index += 1)
    window.recordOutcome(window.recordSent(now), now, { kind: 'answered', remaining: undefined });
  return window;
}

describe('The window of the rate limit', () => {
  it('starts with 60 available requests, and has one less after each request', () => {
    expect(new RequestWindow().availableCount(NOW)).toBe(60);
    expect(windowAfter(7).availableCount(NOW)).toBe(53);
  });

  it('counts a request until a minute after its response, not only until a minute after it was sent', () => {
    const window = new RequestWindow();
    const request = window.recordSent(NOW);
    expect(window.availableCount(NOW + 500)).toBe(59);
    window.recordOutcome(request, NOW + 500, { kind: 'answered', remaining: undefined });
    expect(window.availableCount(NOW + 499 + MINUTE)).toBe(59);
    expect(window.availableCount(NOW + 500 + MINUTE)).toBe(60);
  });

  it('counts a request without a response, even after a minute', () => {
    const window = new RequestWindow();
    window.recordSent(NOW);
    expect(window.availableCount(NOW + 5 * MINUTE)).toBe(59);
  });

  it.each([
    ['user', 30, 30, NOW + MINUTE],
    ['visible', 30, 30, NOW + MINUTE],
    ['background', 34, 26, NOW + MINUTE],
    ['background', 5, 55, NOW + 1000 + MINUTE],
  ] as const)(
    'determines when the next request with the urgency %s may be sent after %i requests, and %i a second later',
    (urgency, count, laterCount, checkAgainAt) => {
      const window = windowAfter(laterCount, NOW + 1000, windowAfter(count));
      const decision = window.decideSend(urgency, NOW + 1000);
      expect(decision).toEqual({ isAllowed: false, checkAgainAt, isLimitReached: true });
      expect(window.decideSend(urgency, checkAgainAt)).toEqual({ isAllowed: true });
    },
  );

  it.each([
    ['background', 49],
    ['visible', 55],
    ['user', 59],
  ] as const)('permits requests with the urgency %s until %i requests are sent', (urgency, count) => {
    expect(windowAfter(count).decideSend(urgency, NOW)).toEqual({ isAllowed: true });
    expect(windowAfter(count + 1).decideSend(urgency, NOW)).toMatchObject({ isAllowed: false });
  });

  it('uses a remaining count from the server that is lower than expected, for one minute', () => {
    const window = new RequestWindow();
    window.recordOutcome(window.recordSent(NOW), NOW, { kind: 'answered', remaining: 20 });
    expect(window.availableCount(NOW)).toBe(20);
    expect(window.availableCount(NOW + MINUTE)).toBe(60);
  });

  it('uses the lowest remaining count if responses arrive out of order', () => {
    const window = new RequestWindow();
    const first = window.recordSent(NOW);
    const second = window.recordSent(NOW);
    window.recordOutcome(second, NOW + 50, { kind: 'answered', remaining: 10 });
    expect(window.availableCount(NOW + 50)).toBe(9);
    window.recordOutcome(first, NOW + 60, { kind: 'answered', remaining: 11 });
    expect(window.availableCount(NOW + 60)).toBe(10);
  });

  it('uses a remaining count from the server that is higher than expected', () => {
    const window = new RequestWindow();
    window.recordOutcome(window.recordSent(NOW), NOW, { kind: 'answered', remaining: 5 });
    window.recordOutcome(window.recordSent(NOW + 1000), NOW + 1000, { kind: 'answered', remaining: 50 });
    expect(window.availableCount(NOW + 1000)).toBe(50);
  });

  it.each([
    [299, 300],
    [999_999_999, 10_000],
  ])('uses a higher limit if the server reports one, up to 10,000: %i remaining requests', (remaining, limit) => {
    const window = new RequestWindow();
    window.recordOutcome(window.recordSent(NOW), NOW, { kind: 'answered', remaining });
    expect(window.limit).toBe(limit);
  });

  it('does not count a request that never reached the server', () => {
    const window = new RequestWindow();
    window.recordOutcome(window.recordSent(NOW), NOW, { kind: 'unsent' });
    expect(window.availableCount(NOW)).toBe(60);
  });

  it('permits no request after a 429 until the time that the server has sent, and then one request at a time', () => {
    const window = new RequestWindow();
    window.recordOutcome(window.recordSent(NOW), NOW, { kind: 'rateLimited', until: NOW + 5000 });
    expect(window.decideSend('user', NOW)).toEqual({
      isAllowed: false,
      checkAgainAt: NOW + 5000,
      isLimitReached: true,
    });
    expect(window.decideSend('background', NOW + 5000)).toEqual({ isAllowed: true });
    const probe = window.recordSent(NOW + 5000);
    expect(window.decideSend('user', NOW + 5000)).toEqual({
      isAllowed: false,
      checkAgainAt: undefined,
      isLimitReached: false,
    });
    window.recordOutcome(probe, NOW + 5000, { kind: 'answered', remaining: 30 });
    expect(window.availableCount(NOW + 5000)).toBe(30);
  });

  it('never requires a wait of more than a minute after the clock was set back', () => {
    const earlierTime = NOW - 60 * MINUTE;
    const decision = { isAllowed: false, checkAgainAt: earlierTime + MINUTE, isLimitReached: true };
    expect(windowAfter(60).decideSend('user', earlierTime)).toEqual(decision);
    const window = new RequestWindow();
    window.recordOutcome(window.recordSent(NOW), NOW, { kind: 'rateLimited', until: NOW + 5000 });
    expect(window.decideSend('user', earlierTime)).toEqual(decision);
  });
});
