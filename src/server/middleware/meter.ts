// Limits the rate: a number of requests per minute for each credential (§8).
import { RATE_WINDOW_MS } from '../../contract/limits.ts';
import { STATUS } from '../../contract/status.ts';
import type { Clock } from '../../std/clock.ts';
import { Refusal } from '../refusal.ts';

/** Reported as the remaining requests if there is no limit. */
const PLENTY = 1_000_000;

/** The values of the rate limit headers. */
export interface MeterAllowance {
  readonly remaining: number;
  /** When the oldest counted request leaves the window, in epoch seconds, rounded up. */
  readonly reset: number;
}

/** Counts requests in a sliding window. A rate of 0 means no limit. */
export class Meter {
  readonly #rate: number;
  readonly #clock: Clock;
  /** When each counted request of a credential arrived, oldest first. */
  readonly #counted = new Map<string, number[]>();

  constructor(rate: number, clock: Clock) {
    this.#rate = rate;
    this.#clock = clock;
  }

  /**
   * Counts one request.
   * @throws Refusal 429 above the limit; that request is not counted.
   */
  take(credential: string): void {
    if (this.#rate === 0) return;
    const now = this.#clock.now();
    const recent = this.#recent(credential, now);
    const oldest = recent[0];
    if (oldest !== undefined && recent.length >= this.#rate) {
      const wait = Math.max(1, Math.ceil((oldest + RATE_WINDOW_MS - now) / 1000));
      throw new Refusal(
        STATUS.throttled,
        { error_code: 5900, error_message: 'RATE_LIMIT_EXCEEDED' },
        { 'Retry-After': String(wait) },
      );
    }
    this.#counted.set(credential, [...recent, now]);
  }

  /** Returns what remains for a credential or, without one, for a new credential. */
  allowance(credential: string | undefined): MeterAllowance {
    const now = this.#clock.now();
    const recent = credential === undefined ? [] : this.#recent(credential, now);
    return {
      remaining: this.#rate === 0 ? PLENTY : Math.max(0, this.#rate - recent.length),
      reset: Math.ceil(((recent[0] ?? now) + RATE_WINDOW_MS) / 1000),
    };
  }

  #recent(credential: string, now: number): number[] {
    return (this.#counted.get(credential) ?? []).filter((at) => at > now - RATE_WINDOW_MS);
  }
}
