// Provides a fetch that stays within a server's rate limit, as its rate limit headers require.
import { RATE_WINDOW_MS } from '../../src/contract/schema/limits.ts';
import { STATUS } from '../../src/contract/status.ts';
import type { Clock } from '../../src/std/clock.ts';
import type { Endpoint } from './setup.ts';

/** The number of attempts after which the caller receives the 429. */
const MAX_ATTEMPTS = 5;

/**
 * Returns a version of `fetch` that sends one request at a time, waits while the rate limit is used up, and sends a
 * request again after a 429.
 */
export function withinRateLimit(fetch: Endpoint['fetch'], clock: Clock): Endpoint['fetch'] {
  let nextRequestAt = 0;
  let lastRequest: Promise<unknown> = Promise.resolve();
  const send: Endpoint['fetch'] = async (url, init) => {
    for (let attempt = 1; ; attempt += 1) {
      if (nextRequestAt > clock.now()) await clock.sleep(nextRequestAt - clock.now());
      const response = await fetch(url, init);
      nextRequestAt = clock.now() + pauseAfter(response, clock.now());
      if (response.status !== STATUS.throttled || attempt === MAX_ATTEMPTS) return response;
      await response.arrayBuffer();
    }
  };
  return (url, init) => {
    const request = lastRequest.then(() => send(url, init));
    lastRequest = request.catch(() => undefined);
    return request;
  };
}

/** Returns the milliseconds until the next request may be sent, at most one window of the rate limit. */
function pauseAfter({ status, headers }: Response, now: number): number {
  const retryAfter = headers.get('Retry-After');
  if (status === STATUS.throttled) return clampPause(retryAfter === null ? RATE_WINDOW_MS : Number(retryAfter) * 1000);
  if (headers.get('X-RateLimit-Remaining') !== '0') return 0;
  return clampPause(Number(headers.get('X-RateLimit-Reset')) * 1000 - now);
}

/**
 * Limits the pause in milliseconds to the length of the rate limit window. Returns this length for an invalid number.
 */
function clampPause(pauseMs: number): number {
  return Number.isFinite(pauseMs) ? Math.min(Math.max(pauseMs, 0), RATE_WINDOW_MS) : RATE_WINDOW_MS;
}
