// Reads records that are not loaded, one after the other, with the lowest urgency.

import { faultOf, isMissingOrForbidden } from '../../client/apiError.ts';
import type { Disposable } from '../../std/disposable.ts';
import { type RecordAddress, recordKey } from '../cache/address.ts';
import type { Store } from '../cache/store/store.ts';

/** The kinds of records that can be read, each with its store. */
const STORE_NAMES = { workItem: 'workItems', project: 'projects', cycle: 'cycles', initiative: 'initiatives' } as const;

/** Views ask for records each time that VS Code reads their rows, in milliseconds. */
const RETRY_DELAY_MS = 60_000;

type ReadableAddress = RecordAddress & { readonly kind: keyof typeof STORE_NAMES };

export class MissingRecordReader implements Disposable {
  readonly #store: Store;
  readonly #disposal = new AbortController();
  /**
   * The keys of the records that were requested, with the time from which they may be requested again. A record that
   * does not exist, or that the user may not read, is not requested again in this session.
   */
  readonly #requested = new Map<string, number>();

  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * Reads the records that are not loaded, within the part of the rate limit that background requests may use. Resolves
   * when all requests have ended. A record that cannot be read is skipped.
   */
  async read(addresses: readonly ReadableAddress[]): Promise<void> {
    const { resources, clock } = this.#store;
    const missingAddresses = addresses.filter(
      (address) =>
        resources[STORE_NAMES[address.kind]].get(address.id, address.within) === undefined &&
        (this.#requested.get(recordKey(address)) ?? 0) <= clock.now(),
    );
    for (const address of missingAddresses) this.#requested.set(recordKey(address), Number.POSITIVE_INFINITY);
    const { signal } = this.#disposal;
    for (const address of missingAddresses) {
      const { kind, within, id } = address;
      if (signal.aborted) return;
      try {
        await resources[STORE_NAMES[kind]].readOne(id, within, { urgency: 'background', signal });
      } catch (error) {
        if (!isMissingOrForbidden(faultOf(error)))
          this.#requested.set(recordKey(address), clock.now() + RETRY_DELAY_MS);
      }
    }
  }

  dispose(): void {
    this.#disposal.abort();
  }
}
