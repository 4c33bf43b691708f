// Tests the sliding window of the rate limit.
import { describe, expect, it } from 'vitest';
import { HttpError } from '../../../src/server/http/httpError.ts';
import { RateLimiter } from '../../../src/server/middleware/rateLimiter.ts';
import { FakeClock } from '../../support/clock.ts';
import { forEachTest } from '../../support/fixture.ts';

const clock = forEachTest(() => new FakeClock(1_000_000));

function expectRejection(rateLimiter: RateLimiter, credential = 'one'): HttpError {
  try {
    rateLimiter.countRequest(credential);
  } catch (error) {
    if (error instanceof HttpError) return error;
    throw error;
  }
  throw new Error('The request was accepted.');
}

describe('RateLimiter', () => {
  it('accepts requests up to the rate and rejects the next request', () => {
    const rateLimiter = new RateLimiter(3, clock);
    for (let request = 0; request < 3; request += 1) rateLimiter.countRequest('one');
    expect(expectRejection(rateLimiter)).toMatchObject({ status: 429, headers: { 'Retry-After': '60' } });
  });

  it('accepts one more request when its oldest request is a minute old', async () => {
    const rateLimiter = new RateLimiter(2, clock);
    rateLimiter.countRequest('one');
    await clock.advance(30_000);
    rateLimiter.countRequest('one');
    await clock.advance(29_999);
    expect(expectRejection(rateLimiter).headers['Retry-After']).toBe('1');
    await clock.advance(1);
    rateLimiter.countRequest('one');
    expect(expectRejection(rateLimiter).headers['Retry-After']).toBe('30');
  });

  it('does not count requests that it rejects', async () => {
    const rateLimiter = new RateLimiter(1, clock);
    rateLimiter.countRequest('one');
    for (let attempt = 0; attempt < 50; attempt += 1) {
      await clock.advance(1000);
      expectRejection(rateLimiter);
    }
    await clock.advance(10_000);
    expect(() => rateLimiter.countRequest('one')).not.toThrow();
  });

  it('counts the requests of each credential separately', () => {
    const rateLimiter = new RateLimiter(1, clock);
    rateLimiter.countRequest('one');
    expect(() => rateLimiter.countRequest('other')).not.toThrow();
    expect(rateLimiter.allowance(undefined)).toEqual({ remaining: 1, reset: 1060 });
  });

  it('returns the time at which the oldest request stops counting against the rate limit', async () => {
    const rateLimiter = new RateLimiter(5, clock);
    rateLimiter.countRequest('one');
    await clock.advance(20_000);
    rateLimiter.countRequest('one');
    expect(rateLimiter.allowance('one')).toEqual({ remaining: 3, reset: 1060 });
  });

  it('accepts all requests at a rate of 0, and reports a large number of remaining requests', () => {
    const rateLimiter = new RateLimiter(0, clock);
    for (let request = 0; request < 500; request += 1) rateLimiter.countRequest('one');
    expect(rateLimiter.allowance('one')).toEqual({ remaining: 1_000_000, reset: 1060 });
  });
});
