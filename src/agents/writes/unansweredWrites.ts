// Remembers writes that the server has not answered, so that a repeated call does not create a second record.
import type { Clock } from '../../std/clock.ts';

/** After this time in milliseconds, a call with the same input creates a new record. */
const ID_REUSE_MS = 3_600_000;

/** The methods that are called before and after the request of a write. */
export type ExternalIdTracker = Pick<UnansweredWrites, 'begin' | 'end'>;

/**
 * The external ids of writes without a response, each by a text that identifies the account, the tool and the input.
 */
export class UnansweredWrites {
  readonly #clock: Clock;
  readonly #createId: () => string;
  readonly #writes = new Map<string, { readonly externalId: string; readonly startedAt: number }>();

  constructor(clock: Clock, createId: () => string) {
    this.#clock = clock;
    this.#createId = createId;
  }

  /**
   * Returns the external id for a write: the id of an earlier write with the same `callKey`, otherwise a new id from
   * `createId`. `isRepeated` means that there was an earlier write, which may have reached the server.
   */
  begin(callKey: string, createId = this.#createId): { readonly externalId: string; readonly isRepeated: boolean } {
    const earlierWrite = this.#writes.get(callKey);
    if (earlierWrite !== undefined && this.#clock.now() - earlierWrite.startedAt < ID_REUSE_MS)
      return { externalId: earlierWrite.externalId, isRepeated: true };
    const externalId = createId();
    this.#writes.set(callKey, { externalId, startedAt: this.#clock.now() });
    return { externalId, isRepeated: false };
  }

  /** Forgets a write that the server has answered, or that was never sent. */
  end(callKey: string): void {
    this.#writes.delete(callKey);
  }
}
