// Remembers the changes that VS Code's confirmations have shown, so that the user is not asked twice.
import type { Clock } from '../std/clock.ts';

/** How long a confirmation that VS Code shows stays valid, in milliseconds. */
const VALID_MS = 600_000;
const MAX_SHOWN = 100;

interface Shown {
  readonly call: string;
  readonly change: string;
  readonly at: number;
}

/**
 * The changes that the user has seen: VS Code calls `prepareInvocation`, asks the user, and then calls `invoke`. `call`
 * identifies the tool and its input, `change` what the call would do, with the values before and after.
 */
export class ConfirmedWrites {
  readonly #clock: Clock;
  #shown: readonly Shown[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Remembers what the confirmation of a call shows. */
  show(call: string, change: string): void {
    this.#shown = [...this.#shown, { call, change, at: this.#clock.now() }].slice(-MAX_SHOWN);
  }

  /**
   * Returns whether the user has confirmed this change for this call, and discards the confirmation. False if the
   * values on the server have changed since the confirmation was shown, because `change` then differs.
   */
  take(call: string, change: string): boolean {
    const start = this.#clock.now() - VALID_MS;
    const valid = this.#shown.filter(({ at }) => at > start);
    const index = valid.findIndex((one) => one.call === call);
    this.#shown = valid.filter((_, position) => position !== index);
    return valid[index]?.change === change;
  }
}
