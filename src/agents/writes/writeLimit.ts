// Counts the changes that agents make, so that Contrail can ask the user or reject a change after too many of them.
import type { Clock } from '../../std/clock.ts';

/** The default maximum number of changes that agents can make within a minute. */
export const WRITES_PER_MINUTE = 5;
const WINDOW_MS = 60_000;

export class WriteLimit {
  readonly #clock: Clock;
  readonly #maxPerMinute: () => number;
  #times: readonly number[] = [];

  constructor(clock: Clock, maxPerMinute: () => number) {
    this.#clock = clock;
    this.#maxPerMinute = maxPerMinute;
  }

  /** Whether agents have made at least the maximum number of changes within the past minute. */
  isReached(): boolean {
    return this.#recent().length >= this.maxPerMinute;
  }

  get maxPerMinute(): number {
    return this.#maxPerMinute();
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
