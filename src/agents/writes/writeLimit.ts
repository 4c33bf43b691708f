// Counts the changes that agents make, so that Contrail can ask the user or reject a change after too many of them.
import type { Clock } from '../../std/clock.ts';

/** The default maximum number of changes that agents can make within a minute. */
export const WRITES_PER_MINUTE = 5;
const WINDOW_MS = 60_000;

export class WriteLimit {
  readonly #clock: Clock;
  readonly maxPerMinute: number;
  #writes: readonly { readonly account: string; readonly at: number }[] = [];

  constructor(clock: Clock, maxPerMinute = WRITES_PER_MINUTE) {
    this.#clock = clock;
    this.maxPerMinute = maxPerMinute;
  }

  /** Whether agents have made at least the maximum number of changes with the account within the past minute. */
  isReached(account: string): boolean {
    const windowStart = this.#clock.now() - WINDOW_MS;
    this.#writes = this.#writes.filter(({ at }) => at > windowStart);
    return this.#writes.filter((write) => write.account === account).length >= this.maxPerMinute;
  }

  /** Counts a change that is about to be sent. */
  add(account: string): void {
    this.#writes = [...this.#writes, { account, at: this.#clock.now() }];
  }
}
