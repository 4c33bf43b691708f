// Owns a simulated service with the rate limit of the real one, for the tests of the budget.
import type { RawAnswer, Send } from '../../../src/api/call.ts';
import type { FakeClock } from '../../support/clock.ts';
import { answerOf } from './calls.ts';

const MINUTE = 60_000;

export interface ServerOptions {
  readonly limit?: number;
  readonly headers?: boolean;
  /** Milliseconds there, and as many back, for the so-manieth request. */
  readonly way?: (count: number) => number;
}

/** The service's own meter: a sliding log of the last minute, which refusals do not enter (API-FACTS D). */
export class SlidingServer {
  readonly #clock: FakeClock;
  readonly #options: Required<ServerOptions>;
  #log: number[] = [];
  #count = 0;
  refused = 0;
  served = 0;
  mostAtOnce = 0;
  #underWay = 0;

  constructor(clock: FakeClock, options: ServerOptions = {}) {
    this.#clock = clock;
    this.#options = { limit: 60, headers: true, way: () => 75, ...options };
  }

  readonly send: Send = async () => {
    this.#count += 1;
    const way = this.#options.way(this.#count);
    this.#underWay += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#underWay);
    await this.#clock.sleep(way);
    const answer = this.#answer();
    await this.#clock.sleep(way);
    this.#underWay -= 1;
    return answer;
  };

  /** Requests of others, all at once. */
  spend(count: number): void {
    for (let one = 0; one < count; one += 1) this.#answer();
  }

  #answer(): RawAnswer {
    const now = this.#clock.now();
    this.#log = this.#log.filter((one) => one > now - MINUTE);
    if (this.#log.length >= this.#options.limit) {
      this.refused += 1;
      const [first = now] = this.#log;
      return answerOf(429, '', { 'retry-after': String(Math.ceil((first + MINUTE - now) / 1000)) });
    }
    this.#log.push(now);
    this.served += 1;
    return answerOf(200, '', this.#options.headers ? { 'x-ratelimit-remaining': String(this.#options.limit - this.#log.length) } : {});
  }
}
