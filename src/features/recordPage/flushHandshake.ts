// Asks the page for edits that it has not sent yet, and waits for its response or a timeout.

import type { MessageFromHost } from '../../shell/protocol/messages.ts';
import type { Clock } from '../../std/clock.ts';

/** In milliseconds. A page that has not responded after this time is assumed to be closed. */
const FLUSH_TIMEOUT_MS = 2_000;

export class FlushHandshake {
  readonly #clock: Clock;
  readonly #post: (message: MessageFromHost) => void;
  readonly #pendingFlushes = new Map<number, () => void>();
  #lastFlush = 0;

  constructor(clock: Clock, post: (message: MessageFromHost) => void) {
    this.#clock = clock;
    this.#post = post;
  }

  async requestFlush(): Promise<void> {
    this.#lastFlush += 1;
    const flushNumber = this.#lastFlush;
    const timeoutController = new AbortController();
    const acknowledged = new Promise<void>((resolve) => this.#pendingFlushes.set(flushNumber, resolve));
    this.#post({ type: 'flush', flush: flushNumber });
    await Promise.race([
      acknowledged,
      this.#clock.sleep(FLUSH_TIMEOUT_MS, timeoutController.signal).catch(() => undefined),
    ]);
    this.#pendingFlushes.delete(flushNumber);
    timeoutController.abort();
  }

  /** Must be called when the page has sent all edits for the `flush` message with this number. */
  acknowledge(flushNumber: number): void {
    this.#pendingFlushes.get(flushNumber)?.();
  }
}
