// Simulates a server with the rate limit of real servers, for the tests of the budget.
import type { RawResponse, Send } from '../../../src/client/call.ts';
import { RATE_WINDOW_MS } from '../../../src/contract/limits.ts';
import { Meter } from '../../../src/server/middleware/meter.ts';
import { Refusal } from '../../../src/server/refusal.ts';
import type { FakeClock } from '../../support/clock.ts';
import { answerOf } from './calls.ts';

const KEY = 'key';

export interface ServerOptions {
  readonly limit?: number;
  readonly headers?: boolean;
  /** Latency in each direction for the n-th request, in milliseconds. */
  readonly latency?: (count: number) => number;
}

/** The rate limiter of the local server behind a simulated connection with latency. */
export class SlidingServer {
  readonly #clock: FakeClock;
  readonly #options: Required<ServerOptions>;
  readonly #meter: Meter;
  readonly #acceptedAt: number[] = [];
  #count = 0;
  refused = 0;
  served = 0;
  mostAtOnce = 0;
  #inFlight = 0;

  constructor(clock: FakeClock, options: ServerOptions = {}) {
    this.#clock = clock;
    this.#options = { limit: 60, headers: true, latency: () => 75, ...options };
    this.#meter = new Meter(this.#options.limit, clock);
  }

  readonly send: Send = async () => {
    this.#count += 1;
    const latency = this.#options.latency(this.#count);
    this.#inFlight += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#inFlight);
    await this.#clock.sleep(latency);
    const response = this.#response();
    await this.#clock.sleep(latency);
    this.#inFlight -= 1;
    return response;
  };

  /** Sends several requests of other clients at the same time. */
  acceptFromOthers(count: number): void {
    for (let index = 0; index < count; index += 1) this.#response();
  }

  /** Returns when the rate limit first had room for the request that was accepted at `acceptedAt`. */
  earliestAcceptTime(acceptedAt: number): number {
    const { limit } = this.#options;
    const earlier = this.#acceptedAt.filter((acceptedTime) => acceptedTime < acceptedAt).reverse();
    const firstFull = earlier.findIndex(
      (acceptedTime, index) => (earlier[index + limit - 1] ?? Number.NEGATIVE_INFINITY) > acceptedTime - RATE_WINDOW_MS,
    );
    const oldest = firstFull === -1 ? undefined : earlier[firstFull + limit - 1];
    return oldest === undefined ? Number.NEGATIVE_INFINITY : oldest + RATE_WINDOW_MS;
  }

  #response(): RawResponse {
    try {
      this.#meter.countRequest(KEY);
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown;
      this.refused += 1;
      return answerOf(thrown.status, '', { 'retry-after': thrown.headers['Retry-After'] ?? '' });
    }
    this.served += 1;
    this.#acceptedAt.push(this.#clock.now());
    const { remaining } = this.#meter.allowance(KEY);
    return answerOf(200, '', this.#options.headers ? { 'x-ratelimit-remaining': String(remaining) } : {});
  }
}
