// Remembers the changes that VS Code's confirmations have shown, so that the user is not asked twice.
import type { Clock } from '../../std/clock.ts';

/** How long a confirmation that VS Code shows stays valid, in milliseconds. */
const CONFIRMATION_VALID_MS = 600_000;
const MAX_SHOWN_CHANGES = 100;

interface ShownChange {
  readonly callKey: string;
  readonly change: string;
  readonly shownAt: number;
}

/**
 * The changes that confirmations have shown: VS Code calls `prepareInvocation`, shows the confirmation, and calls
 * `invoke` only if the user agrees. `callKey` identifies the tool and its input, `change` what the call would do, with
 * the values before and after.
 */
export class ShownConfirmations {
  readonly #clock: Clock;
  #shownChanges: readonly ShownChange[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Remembers what the confirmation of a call shows. */
  add(callKey: string, change: string): void {
    this.#shownChanges = [...this.#shownChanges, { callKey, change, shownAt: this.#clock.now() }].slice(
      -MAX_SHOWN_CHANGES,
    );
  }

  /**
   * Returns whether the user has confirmed this change for this call, and discards the confirmation. False if the
   * values on the server have changed since the confirmation was shown, because `change` then differs.
   */
  consume(callKey: string, change: string): boolean {
    const validSince = this.#clock.now() - CONFIRMATION_VALID_MS;
    const validChanges = this.#shownChanges.filter(({ shownAt }) => shownAt > validSince);
    const index = validChanges.findIndex((one) => one.callKey === callKey);
    this.#shownChanges = validChanges.filter((_, position) => position !== index);
    return validChanges[index]?.change === change;
  }
}
