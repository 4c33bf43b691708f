// Simulates a server with the rate limit of real servers, for the tests of the budget.
import type { RawResponse, Send } from '../../../src/client/call.ts';
import { RATE_WINDOW_MS } from '../../../src/contract/schema/limits.ts';
import { HttpError } from '../../../src/server/http/httpError.ts';
import { RateLimiter } from '../../../src/server/middleware/rateLimiter.ts';
import type { FakeClock } from '../../support/clock.ts';
import { createResponse } from './calls.ts';

const KEY = 'key';

export interface ServerOptions {
  readonly limit?: number;
  readonly sendsRemainingCount?: boolean;
  /** Latency in each direction for the n-th request, in milliseconds. */
  readonly latency?: (count: number) => number;
}

/** The rate limiter of the local server behind a simulated connection with latency. */
export class RateLimitedServer {
  readonly #clock: FakeClock;
  readonly #options: Required<ServerOptions>;
  readonly #rateLimiter: RateLimiter;
  readonly #acceptedAt: number[] = [];
  #count = 0;
  rateLimitedCount = 0;
  servedCount = 0;
  peakConcurrentRequests = 0;
  #inFlight = 0;

  constructor(clock: FakeClock, options: ServerOptions = {}) {
    this.#clock = clock;
    this.#options = { limit: 60, sendsRemainingCount: true, latency: () => 75, ...options };
    this.#rateLimiter = new RateLimiter(this.#options.limit, clock);
  }

  readonly send: Send = async () => {
    this.#count += 1;
    const latency = this.#options.latency(this.#count);
    this.#inFlight += 1;
    this.peakConcurrentRequests = Math.max(this.peakConcurrentRequests, this.#inFlight);
    await this.#clock.sleep(latency);
    const response = this.#response();
    await this.#clock.sleep(latency);
    this.#inFlight -= 1;
    return response;
  };

  /** Accepts several requests of other clients at the same time. */
  acceptFromOthers(count: number): void {
    for (let index = 0; index < count; index += 1) this.#response();
  }

  /** Returns the earliest time at which the request that was accepted at `acceptedAt` would have been accepted. */
  earliestAcceptTime(acceptedAt: number): number {
    const { limit } = this.#options;
    const earlierAcceptTimes = this.#acceptedAt.filter((acceptedTime) => acceptedTime < acceptedAt).reverse();
    const firstFullIndex = earlierAcceptTimes.findIndex(
      (acceptedTime, index) =>
        (earlierAcceptTimes[index + limit - 1] ?? Number.NEGATIVE_INFINITY) > acceptedTime - RATE_WINDOW_MS,
    );
    const oldestAcceptTime = firstFullIndex === -1 ? undefined : earlierAcceptTimes[firstFullIndex + limit - 1];
    return oldestAcceptTime === undefined ? Number.NEGATIVE_INFINITY : oldestAcceptTime + RATE_WINDOW_MS;
  }

  #response(): RawResponse {
    try {
      this.#rateLimiter.countRequest(KEY);
    } catch (thrown) {
      if (!(thrown instanceof HttpError)) throw thrown;
      this.rateLimitedCount += 1;
      return createResponse(thrown.status, '', { 'retry-after': thrown.headers['Retry-After'] ?? '' });
    }
    this.servedCount += 1;
    this.#acceptedAt.push(this.#clock.now());
    const { remaining } = this.#rateLimiter.allowance(KEY);
    return createResponse(
      200,
      '',
      this.#options.sendsRemainingCount ? { 'x-ratelimit-remaining': String(remaining) } : {},
    );
  }
}
