// Counts the changes that agents make, so that Contrail can ask the user or reject a change after too many of them.
import type { Clock } from '../../std/clock.ts';

/** The default maximum number of changes that agents can make within a minute. */
export const WRITES_PER_MINUTE = 5;
const WINDOW_MS = 60_000;

export class WriteLimit {
  readonly #clock: Clock;
  #times: readonly number[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether agents have made at least `maxPerMinute` changes within the past minute. */
  isReached(maxPerMinute: number): boolean {
    return this.#recent().length >= maxPerMinute;
  }

  /** Counts a change that is about to be sent. */
  add(): void {
    this.#times = [...this.#recent(), this.#clock.now()];
  }

  #recent(): readonly number[] {
    const windowStart = this.#clock.now() - WINDOW_MS;
    return this.#times.filter((time) => time > windowStart);
  }
}
