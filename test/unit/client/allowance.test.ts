// Tests how many requests the rate limit permits at which time.
import { describe, expect, it } from 'vitest';
import {
  type AllowanceState,
  availableCount,
  decideSend,
  newAllowanceState,
  recordOutcome,
  recordSent,
} from '../../../src/client/budget/allowance.ts';

const MINUTE = 60_000;
const NOW = 1_000_000;

/** Returns the state after `count` requests that were sent and answered at the same time. */
function stateAfter(count: number, now = NOW, start: AllowanceState = newAllowanceState()): AllowanceState {
  let state = start;
  for (let index = 0; index < count; index += 1) {
    state = recordSent(state, now);
    state = recordOutcome(state, state.lastSequence, now, { kind: 'answered', remaining: undefined });
  }
  return state;
}

describe('The rate limit state', () => {
  it('starts with 60 available requests, and has one less after each request', () => {
    expect(availableCount(newAllowanceState(), NOW)).toBe(60);
    expect(availableCount(stateAfter(7), NOW)).toBe(53);
  });

  it('counts a request until a minute after its response, not only until a minute after it was sent', () => {
    const stateAfterSending = recordSent(newAllowanceState(), NOW);
    expect(availableCount(stateAfterSending, NOW + 5 * MINUTE)).toBe(59);
    const stateAfterResponse = recordOutcome(stateAfterSending, stateAfterSending.lastSequence, NOW + 500, {
      kind: 'answered',
      remaining: undefined,
    });
    expect(availableCount(stateAfterResponse, NOW + 499 + MINUTE)).toBe(59);
    expect(availableCount(stateAfterResponse, NOW + 500 + MINUTE)).toBe(60);
  });

  it('determines when the next request of each urgency may be sent', () => {
    const state = stateAfter(30, NOW + 1000, stateAfter(30));
    expect(decideSend(state, 'user', NOW + 1000)).toEqual({
      isAllowed: false,
      checkAgainAt: NOW + MINUTE,
      isLimitReached: true,
    });
    expect(decideSend(state, 'visible', NOW + 1000)).toEqual({
      isAllowed: false,
      checkAgainAt: NOW + MINUTE,
      isLimitReached: true,
    });
    expect(
      decideSend(stateAfter(26, NOW + 1000, stateAfter(34, NOW, newAllowanceState())), 'background', NOW + 1000),
    ).toEqual({
      isAllowed: false,
      checkAgainAt: NOW + MINUTE,
      isLimitReached: true,
    });
    expect(decideSend(stateAfter(55, NOW + 1000, stateAfter(5)), 'background', NOW + 1000)).toEqual({
      isAllowed: false,
      checkAgainAt: NOW + 1000 + MINUTE,
      isLimitReached: true,
    });
    expect(decideSend(state, 'user', NOW + MINUTE)).toEqual({ isAllowed: true });
  });

  it('reserves the final 10 requests for visible views and the user, and the final 4 for the user', () => {
    expect(decideSend(stateAfter(49), 'background', NOW)).toEqual({ isAllowed: true });
    expect(decideSend(stateAfter(50), 'background', NOW)).toMatchObject({ isAllowed: false });
    expect(decideSend(stateAfter(55), 'visible', NOW)).toEqual({ isAllowed: true });
    expect(decideSend(stateAfter(56), 'visible', NOW)).toMatchObject({ isAllowed: false });
    expect(decideSend(stateAfter(59), 'user', NOW)).toEqual({ isAllowed: true });
    expect(decideSend(stateAfter(60), 'user', NOW)).toMatchObject({ isAllowed: false });
  });

  it('uses a remaining count from the server that is lower than expected, for one minute', () => {
    const stateAfterSending = recordSent(newAllowanceState(), NOW);
    const state = recordOutcome(stateAfterSending, stateAfterSending.lastSequence, NOW, {
      kind: 'answered',
      remaining: 20,
    });
    expect(availableCount(state, NOW)).toBe(20);
    expect(availableCount(state, NOW + MINUTE)).toBe(60);
  });

  it('uses the lowest remaining count if responses arrive out of order', () => {
    const stateAfterFirstRequest = recordSent(newAllowanceState(), NOW);
    const second = recordSent(stateAfterFirstRequest, NOW);
    const stateAfterSecondResponse = recordOutcome(second, second.lastSequence, NOW, {
      kind: 'answered',
      remaining: 10,
    });
    expect(availableCount(stateAfterSecondResponse, NOW)).toBe(9);
    const stateAfterBothResponses = recordOutcome(stateAfterSecondResponse, stateAfterFirstRequest.lastSequence, NOW, {
      kind: 'answered',
      remaining: 11,
    });
    expect(availableCount(stateAfterBothResponses, NOW)).toBe(10);
  });

  it('uses a remaining count from the server that is higher than expected', () => {
    const stateAfterFirstRequest = recordSent(newAllowanceState(), NOW);
    const stateWithFewRemaining = recordOutcome(stateAfterFirstRequest, stateAfterFirstRequest.lastSequence, NOW, {
      kind: 'answered',
      remaining: 5,
    });
    const second = recordSent(stateWithFewRemaining, NOW + 1000);
    expect(
      availableCount(
        recordOutcome(second, second.lastSequence, NOW + 1000, { kind: 'answered', remaining: 50 }),
        NOW + 1000,
      ),
    ).toBe(50);
  });

  it('uses a higher limit if the server reports one, up to 10,000', () => {
    const stateAfterSending = recordSent(newAllowanceState(), NOW);
    expect(
      recordOutcome(stateAfterSending, stateAfterSending.lastSequence, NOW, { kind: 'answered', remaining: 299 }).limit,
    ).toBe(300);
    expect(
      recordOutcome(stateAfterSending, stateAfterSending.lastSequence, NOW, {
        kind: 'answered',
        remaining: 999_999_999,
      }).limit,
    ).toBe(10_000);
  });

  it('does not count a request that never reached the server', () => {
    const stateAfterSending = recordSent(newAllowanceState(), NOW);
    expect(
      availableCount(recordOutcome(stateAfterSending, stateAfterSending.lastSequence, NOW, { kind: 'unsent' }), NOW),
    ).toBe(60);
  });

  it('permits no request after a 429 until the time that the server has sent, and then one request at a time', () => {
    const stateAfterSending = recordSent(newAllowanceState(), NOW);
    const rateLimitedState = recordOutcome(stateAfterSending, stateAfterSending.lastSequence, NOW, {
      kind: 'rateLimited',
      until: NOW + 5000,
    });
    expect(decideSend(rateLimitedState, 'user', NOW)).toEqual({
      isAllowed: false,
      checkAgainAt: NOW + 5000,
      isLimitReached: true,
    });
    expect(decideSend(rateLimitedState, 'background', NOW + 5000)).toEqual({ isAllowed: true });
    const stateAfterProbe = recordSent(rateLimitedState, NOW + 5000);
    expect(decideSend(stateAfterProbe, 'user', NOW + 5000)).toEqual({
      isAllowed: false,
      checkAgainAt: undefined,
      isLimitReached: false,
    });
    expect(
      availableCount(
        recordOutcome(stateAfterProbe, stateAfterProbe.lastSequence, NOW + 5000, { kind: 'answered', remaining: 30 }),
        NOW + 5000,
      ),
    ).toBe(30);
  });

  it('never requires a wait of more than a minute after the clock was set back', () => {
    const earlierTime = NOW - 60 * MINUTE;
    expect(decideSend(stateAfter(60), 'user', earlierTime)).toEqual({
      isAllowed: false,
      checkAgainAt: earlierTime + MINUTE,
      isLimitReached: true,
    });
    const sent = recordSent(newAllowanceState(), NOW);
    const rateLimitedState = recordOutcome(sent, sent.lastSequence, NOW, { kind: 'rateLimited', until: NOW + 5000 });
    expect(decideSend(rateLimitedState, 'user', earlierTime)).toEqual({
      isAllowed: false,
      checkAgainAt: earlierTime + MINUTE,
      isLimitReached: true,
    });
  });

  it('is not mutated when a request or an outcome is recorded', () => {
    const state = newAllowanceState();
    const copy = structuredClone(state);
    recordSent(state, NOW);
    recordOutcome(state, 0, NOW, { kind: 'rateLimited', until: NOW });
    expect(state).toEqual(copy);
  });
});
