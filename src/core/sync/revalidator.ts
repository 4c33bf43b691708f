// Reloads lists that were restored from a snapshot, one after the other, when a view shows them.

import { type Clock, sleepUnlessAborted } from '../../std/clock.ts';
import type { Disposable } from '../../std/disposable.ts';
import type { ListKey } from '../cache/lists/listKey.ts';
import type { StaleList } from '../cache/lists/pagedList.ts';
import type { Store } from '../cache/store/store.ts';

/** Delay before the first request in milliseconds, so that the views can show the restored lists first. */
const FIRST_REQUEST_DELAY_MS = 1_000;

export class Revalidator implements Disposable {
  readonly #clock: Clock;
  readonly #failed: (key: ListKey, error: unknown) => void;
  readonly #pendingLists = new Set<StaleList>();
  readonly #disposal = new AbortController();
  readonly #subscription: Disposable;
  #isRunning = false;

  /**
   * `onFailed` is called when a list could not be reloaded. The list does not change, and is reloaded when it is shown
   * again.
   */
  constructor(store: Store, clock: Clock, onFailed: (key: ListKey, error: unknown) => void) {
    this.#clock = clock;
    this.#failed = onFailed;
    this.#subscription = store.lists.onDidReadStaleList((staleList) => {
      this.#pendingLists.add(staleList);
      if (!this.#isRunning) void this.#run();
    });
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#disposal.abort();
  }

  async #run(): Promise<void> {
    const { signal } = this.#disposal;
    this.#isRunning = true;
    await sleepUnlessAborted(this.#clock, FIRST_REQUEST_DELAY_MS, signal);
    for (const staleList of this.#pendingLists) {
      if (signal.aborted) break;
      this.#pendingLists.delete(staleList);
      try {
        await staleList.refresh();
      } catch (error) {
        this.#failed(staleList.key, error);
      }
    }
    this.#isRunning = false;
  }
}
