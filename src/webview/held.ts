// Owns edits that wait a moment before they are said, so that typing is not a message per letter.

/** Milliseconds that an edit may be held, also while the typing goes on: what is not said yet dies with the page. */
const LONGEST = 150;

/** Holds one thing to do per key; a later one takes its place, and its time. */
export class Held<Key> {
  readonly #held = new Map<Key, { readonly timer: ReturnType<typeof setTimeout>; readonly act: () => void }>();

  hold(key: Key, act: () => void): void {
    const timer = this.#held.get(key)?.timer ?? setTimeout(() => this.release(key), LONGEST);
    this.#held.set(key, { act, timer });
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
    held?.act();
  }

  /** In the order in which they were held. */
  releaseAll(): void {
    for (const key of this.#held.keys()) this.release(key);
  }
}
