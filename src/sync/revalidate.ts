// Loads the lists of an earlier run's snapshot again when they are shown, one after the other.

import type { ListKey } from '../cache/lists/listKey.ts';
import type { StaleList } from '../cache/lists/pagedList.ts';
import type { Store } from '../cache/store.ts';
import type { Clock } from '../std/clock.ts';
import type { Disposable } from '../std/disposable.ts';

/** Delay before the first request, in milliseconds, so that the content is painted first. */
const AFTER = 1_000;

export class Revalidator implements Disposable {
  readonly #clock: Clock;
  readonly #failed: (key: ListKey, error: unknown) => void;
  readonly #waiting = new Set<StaleList>();
  readonly #stopped = new AbortController();
  readonly #listening: Disposable;
  #isRunning = false;

  /** `failed` is called for a list that could not be loaded: it is kept, and loaded again when it is shown again. */
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
