// Holds an edit back until the host has handled the previous one. On a slow connection, fast typing
// does not send one message per letter.

/**
 * The longest time in milliseconds that an edit is held back, also while the user keeps typing. An edit that is not
 * sent is lost with the page.
 */
const LONGEST = 150;

/** The sequence numbers of the messages between page and host. */
export interface MessageNumbers {
  /** Returns the number of the last message sent. */
  lastSequence(): number;
  /** Returns the number of the last message that the host has handled. */
  ackSequence(): number;
}

/**
 * Holds one action per key. A later action for the same key replaces the earlier one and keeps its deadline. With no
 * message on its way to the host, an action runs at once.
 */
export class EditBuffer<Key> {
  readonly #line: MessageNumbers;
  readonly #held = new Map<Key, { readonly timer: ReturnType<typeof setTimeout>; readonly act: () => void }>();
  /** The number of the last message that a held action sent. */
  #last = 0;

  constructor(line: MessageNumbers) {
    this.#line = line;
  }

  hold(key: Key, act: () => void): void {
    const timer = this.#held.get(key)?.timer ?? setTimeout(() => this.release(key), LONGEST);
    this.#held.set(key, { act, timer });
    this.goOn();
  }

  /** Runs the held actions if the host has handled the last message. Call it whenever that may have changed. */
  goOn(): void {
    if (this.#held.size > 0 && this.#line.ackSequence() >= this.#last) this.releaseAll();
  }

  drop(key: Key): void {
    clearTimeout(this.#held.get(key)?.timer);
    this.#held.delete(key);
  }

  dropAll(): void {
    for (const key of this.#held.keys()) this.drop(key);
  }

  release(key: Key): void {
    const held = this.#held.get(key);
    this.drop(key);
    if (held === undefined) return;
    held.act();
    this.#last = this.#line.lastSequence();
  }

  /** Runs all held actions in the order in which they were held. */
  releaseAll(): void {
    for (const key of this.#held.keys()) this.release(key);
  }
}
