// Owns the second look at what an earlier run knew: each list that somebody looks at is asked for anew, a little later
// and one after the other.

import type { ListKey } from '../cache/lists/listKey.ts';
import type { StaleList } from '../cache/lists/pagedList.ts';
import type { Store } from '../cache/store.ts';
import type { Clock } from '../std/clock.ts';
import type { Disposable } from '../std/disposable.ts';

/** What is on the screen is painted before anything is asked. In milliseconds. */
const AFTER = 1_000;

export class Revalidator implements Disposable {
  readonly #clock: Clock;
  readonly #failed: (key: ListKey, error: unknown) => void;
  readonly #waiting = new Set<StaleList>();
  readonly #stopped = new AbortController();
  readonly #listening: Disposable;
  #isRunning = false;

  /**
   * `failed` is told of a list that could not be read: it stays as it is, and is tried again when somebody looks at it
   * again.
   */
  constructor(store: Store, clock: Clock, failed: (key: ListKey, error: unknown) => void) {
    this.#clock = clock;
    this.#failed = failed;
    this.#listening = store.lists.onDidLookAtStale((stale) => {
      this.#waiting.add(stale);
      if (!this.#isRunning) void this.#run();
    });
  }

  dispose(): void {
    this.#listening.dispose();
    this.#stopped.abort();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopped;
    this.#isRunning = true;
    try {
      await this.#clock.sleep(AFTER, signal);
    } catch (reason) {
      if (reason !== signal.reason) throw reason;
    }
    for (const stale of this.#waiting) {
      if (signal.aborted) break;
      this.#waiting.delete(stale);
      try {
        await stale.refresh();
      } catch (error) {
        this.#failed(stale.key, error);
      }
    }
    this.#isRunning = false;
  }
}
