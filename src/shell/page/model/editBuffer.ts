// Delays an edit until the host has handled the previous edit, to send fewer messages.

/**
 * The longest delay of an edit in milliseconds, even if the user keeps typing. An edit that is not sent is lost when
 * the page closes.
 */
const MAX_DELAY_MS = 150;

/** Reads the sequence numbers of the messages between page and host. */
export interface MessageNumbers {
  /** Returns the sequence number of the last message that the page sent. */
  lastSequence(): number;
  /** Returns the sequence number of the last message that the host has handled. */
  ackSequence(): number;
}

/**
 * Delays actions that send messages, at most one for each value of `Key` (for example one for each field). A later
 * action for the same `Key` replaces the earlier action and keeps its deadline. If the host has handled the last
 * message that an action sent, the next action runs at once.
 */
export class EditBuffer<Key> {
  readonly #numbers: MessageNumbers;
  readonly #delayedActions = new Map<
    Key,
    { readonly timer: ReturnType<typeof setTimeout>; readonly action: () => void }
  >();
  /** The sequence number of the last message that an action sent. */
  #lastSent = 0;

  constructor(numbers: MessageNumbers) {
    this.#numbers = numbers;
  }

  schedule(key: Key, action: () => void): void {
    const timer = this.#delayedActions.get(key)?.timer ?? setTimeout(() => this.runNow(key), MAX_DELAY_MS);
    this.#delayedActions.set(key, { action, timer });
    this.runAllIfAcknowledged();
  }

  /** Runs the delayed actions if the host has handled the last message. Call it after each update from the host. */
  runAllIfAcknowledged(): void {
    if (this.#delayedActions.size > 0 && this.#numbers.ackSequence() >= this.#lastSent) this.runAllNow();
  }

  cancel(key: Key): void {
    clearTimeout(this.#delayedActions.get(key)?.timer);
    this.#delayedActions.delete(key);
  }

  cancelAll(): void {
    for (const key of this.#delayedActions.keys()) this.cancel(key);
  }

  runNow(key: Key): void {
    const delayedAction = this.#delayedActions.get(key);
    this.cancel(key);
    if (delayedAction === undefined) return;
    delayedAction.action();
    this.#lastSent = this.#numbers.lastSequence();
  }

  /** Runs all delayed actions, the oldest first. */
  runAllNow(): void {
    for (const key of this.#delayedActions.keys()) this.runNow(key);
  }
}
