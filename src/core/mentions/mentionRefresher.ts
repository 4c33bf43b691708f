// Reads mentioned work items again that were read a while ago, with few requests.

import { ApiError } from '../../client/apiError.ts';
import type { Clock } from '../../std/clock.ts';
import type { Disposable } from '../../std/disposable.ts';
import { largestOf } from '../../std/firstInOrder.ts';
import { type ItemAddress, keyOf } from '../cache/address.ts';
import { revalidateItems } from '../cache/changes/revalidateItems.ts';
import { FRESH_FOR_MS } from '../cache/lists/pagedList.ts';
import type { Store } from '../cache/store/store.ts';

/** Work items of a project whose list is not complete may need a request each, so only this many are read at once. */
const MAX_SINGLE_ITEMS = 10;

export class MentionRefresher implements Disposable {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #disposal = new AbortController();
  /** When a work item was last requested, in milliseconds, by record key. A failed request counts as well. */
  readonly #requestedAt = new Map<string, number>();

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /**
   * Reads the work items again that were read more than five minutes ago, within the part of the rate limit that
   * background requests may use. Sends one small request for all work items of a project whose list is complete.
   * Resolves when all requests have ended. A work item that cannot be read keeps its values.
   */
  async refresh(addresses: readonly ItemAddress[]): Promise<void> {
    const oldAddresses = addresses.filter((address) => this.#isOld(address));
    for (const project of new Set(oldAddresses.map((address) => address.project))) {
      if (this.#disposal.signal.aborted) return;
      try {
        await this.#refreshInProject(
          project,
          oldAddresses.filter((address) => address.project === project),
        );
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
      }
    }
  }

  dispose(): void {
    this.#disposal.abort();
  }

  async #refreshInProject(project: string, addresses: readonly ItemAddress[]): Promise<void> {
    const options = { urgency: 'background', signal: this.#disposal.signal } as const;
    const isComplete = this.#store.sync.get(project)?.status === 'complete';
    const requestedAddresses = isComplete ? addresses : addresses.slice(0, MAX_SINGLE_ITEMS);
    for (const address of requestedAddresses) this.#requestedAt.set(keyOf(address), this.#clock.now());
    if (isComplete) await this.#store.list({ of: 'items', owner: project }).revalidate(options);
    else await revalidateItems(this.#store, requestedAddresses, options);
  }

  #isOld(address: ItemAddress): boolean {
    const key = keyOf(address);
    const progress = this.#store.sync.get(address.project);
    const times = [
      this.#store.resources.workItems.records.fetchedAt(key),
      progress?.status === 'complete' ? progress.at : undefined,
      this.#requestedAt.get(key),
    ];
    return this.#clock.now() - largestOf(times.map((time) => time ?? 0)) >= FRESH_FOR_MS;
  }
}
