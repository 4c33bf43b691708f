// Owns edits that wait until the host has heard the one before, so that fast typing over a slow line is not a message
// per letter.

/**
 * Milliseconds that an edit may be held at the longest, also while the typing goes on: what is not said yet dies with
 * the page.
 */
const LONGEST = 150;

/** How far the talk with the host is, in numbers of messages. */
export interface EditableField {
  /** The last one that was said. */
  said(): number;
  /** The last one that the host has heard. */
  heard(): number;
}

/**
 * Holds one thing to do per key; a later one takes its place, and its time. With nothing on its way to the host it is
 * done at once.
 */
export class EditBuffer<Key> {
  readonly #line: EditableField;
  readonly #held = new Map<Key, { readonly timer: ReturnType<typeof setTimeout>; readonly act: () => void }>();
  /** The number with which something held was said last. */
  #last = 0;

  constructor(line: EditableField) {
    this.#line = line;
  }

  hold(key: Key, act: () => void): void {
    const timer = this.#held.get(key)?.timer ?? setTimeout(() => this.release(key), LONGEST);
    this.#held.set(key, { act, timer });
    this.goOn();
  }

  /** To be called when the host may have heard more: what waited for that is done. */
  goOn(): void {
    if (this.#held.size > 0 && this.#line.heard() >= this.#last) this.releaseAll();
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
    this.#last = this.#line.said();
  }

  /** In the order in which they were held. */
  releaseAll(): void {
    for (const key of this.#held.keys()) this.release(key);
  }
}
