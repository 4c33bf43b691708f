// Limits the number of requests per minute for each credential (specification §8).
import { RATE_WINDOW_MS } from '../../contract/schema/limits.ts';
import { STATUS } from '../../contract/status.ts';
import type { Clock } from '../../std/clock.ts';
import { HttpError } from '../http/httpError.ts';

/** The number of remaining requests that is reported if there is no limit. */
const UNLIMITED_REMAINING = 1_000_000;

/** The values of the rate limit headers. */
export interface RemainingRequests {
  readonly remaining: number;
  /** The time at which the oldest request stops counting against the rate limit, in epoch seconds, rounded up. */
  readonly reset: number;
}

/** Counts requests in a sliding window. A rate of 0 means no limit. */
export class RateLimiter {
  readonly #rate: number;
  readonly #clock: Clock;
  /** The arrival times of the counted requests, oldest first, by credential. */
  readonly #requestTimes = new Map<string, number[]>();

  constructor(rate: number, clock: Clock) {
    this.#rate = rate;
    this.#clock = clock;
  }

  /**
   * Counts one request.
   * @throws HttpError 429 if the limit is reached. The rejected request is not counted.
   */
  countRequest(credential: string): void {
    if (this.#rate === 0) return;
    const now = this.#clock.now();
    const times = this.#timesInWindow(credential, now);
    const oldestTime = times[0];
    if (oldestTime !== undefined && times.length >= this.#rate) {
      const waitSeconds = Math.max(1, Math.ceil((oldestTime + RATE_WINDOW_MS - now) / 1000));
      throw new HttpError(
        STATUS.throttled,
        { error_code: 5900, error_message: 'RATE_LIMIT_EXCEEDED' },
        { 'Retry-After': String(waitSeconds) },
      );
    }
    this.#requestTimes.set(credential, [...times, now]);
  }

  /** Returns the rate limit state of a credential; for undefined, the state before any request. */
  allowance(credential: string | undefined): RemainingRequests {
    const now = this.#clock.now();
    const times = credential === undefined ? [] : this.#timesInWindow(credential, now);
    return {
      remaining: this.#rate === 0 ? UNLIMITED_REMAINING : Math.max(0, this.#rate - times.length),
      reset: Math.ceil(((times[0] ?? now) + RATE_WINDOW_MS) / 1000),
    };
  }

  #timesInWindow(credential: string, now: number): number[] {
    return (this.#requestTimes.get(credential) ?? []).filter((time) => time > now - RATE_WINDOW_MS);
  }
}
