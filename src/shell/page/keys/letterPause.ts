// Pauses the keys without modifier after the page gets the focus without a click, for example because an input box of
// VS Code closes. A user who still types would otherwise run a command of the page with each letter.

/** How long letters do nothing after the page gets the focus, in milliseconds. */
const PAUSE_MS = 1000;
/** How long the pause lasts after a letter that was typed in it, in milliseconds. */
const TYPING_MS = 400;
/** The time between a click and the focus that it gives to the page, in milliseconds. The order depends on the browser. */
const CLICK_MS = 200;

export class LetterPause {
  readonly #now: () => number;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #clickedAt = Number.NEGATIVE_INFINITY;

  constructor(now: () => number) {
    this.#now = now;
    window.addEventListener('focus', this.#onFocus);
    document.addEventListener('pointerdown', this.#onClick, true);
  }

  /** Returns whether a letter that is typed now does nothing. */
  isPaused(): boolean {
    const now = this.#now();
    if (now >= this.#pausedUntil) return false;
    this.#pausedUntil = Math.max(this.#pausedUntil, now + TYPING_MS);
    return true;
  }

  dispose(): void {
    window.removeEventListener('focus', this.#onFocus);
    document.removeEventListener('pointerdown', this.#onClick, true);
  }

  readonly #onFocus = (): void => {
    const now = this.#now();
    if (now - this.#clickedAt >= CLICK_MS) this.#pausedUntil = now + PAUSE_MS;
  };

  readonly #onClick = (): void => {
    this.#clickedAt = this.#now();
    this.#pausedUntil = Number.NEGATIVE_INFINITY;
  };
}
