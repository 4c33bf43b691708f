// Counts the changes that agents make, to ask the user, or to refuse, when there are many in a short time.
import type { Clock } from '../std/clock.ts';

/** How many changes of agents within a minute are permitted by default. */
export const WRITES_PER_MINUTE = 5;
const WINDOW_MS = 60_000;

export class WriteLimit {
  readonly #clock: Clock;
  #times: readonly number[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether one more change within this minute would exceed `perMinute`. */
  isReached(perMinute: number): boolean {
    return this.#recent().length >= perMinute;
  }

  /** Counts a change that is about to be sent. */
  add(): void {
    this.#times = [...this.#recent(), this.#clock.now()];
  }

  #recent(): readonly number[] {
    const start = this.#clock.now() - WINDOW_MS;
    return this.#times.filter((time) => time > start);
  }
}
