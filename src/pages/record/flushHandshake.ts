// Asks the page for edits that it still delays, and waits for its response or a timeout.
import type { Clock } from '../../std/clock.ts';
import type { FromHost } from '../protocol/messages.ts';

/** The page counts as gone after this time. */
const WITHIN_MS = 2_000;

export class FlushHandshake {
  readonly #clock: Clock;
  readonly #post: (message: FromHost) => void;
  readonly #waiting = new Map<number, () => void>();
  #count = 0;

  constructor(clock: Clock, post: (message: FromHost) => void) {
    this.#clock = clock;
    this.#post = post;
  }

  async ask(): Promise<void> {
    this.#count += 1;
    const flush = this.#count;
    const tooLate = new AbortController();
    const flushed = new Promise<void>((resolve) => this.#waiting.set(flush, resolve));
    this.#post({ type: 'flush', flush });
    await Promise.race([flushed, this.#clock.sleep(WITHIN_MS, tooLate.signal).catch(() => undefined)]);
    this.#waiting.delete(flush);
    tooLate.abort();
  }

  /** The page has sent all of its edits. */
  acknowledge(flush: number): void {
    this.#waiting.get(flush)?.();
  }
}
