// Remembers writes without an answer, so that a repeated call does not create a second record.
import type { Clock } from '../std/clock.ts';

/** After this time, the same input is a new record, in milliseconds. */
const REMEMBERED_MS = 3_600_000;

/** Returns the external ids of writes. */
export type ExternalIds = Pick<UnansweredWrites, 'begin' | 'end'>;

/** External ids by the text that identifies account, tool and input. */
export class UnansweredWrites {
  readonly #clock: Clock;
  readonly #createId: () => string;
  readonly #writes = new Map<string, { readonly externalId: string; readonly at: number }>();

  constructor(clock: Clock, createId: () => string) {
    this.#clock = clock;
    this.#createId = createId;
  }

  /**
   * Returns the external id for a write; `createId` creates that of a new one. `isRepeated`: an earlier write with it
   * may have reached the server.
   */
  begin(call: string, createId = this.#createId): { readonly externalId: string; readonly isRepeated: boolean } {
    const earlier = this.#writes.get(call);
    if (earlier !== undefined && this.#clock.now() - earlier.at < REMEMBERED_MS)
      return { externalId: earlier.externalId, isRepeated: true };
    const externalId = createId();
    this.#writes.set(call, { externalId, at: this.#clock.now() });
    return { externalId, isRepeated: false };
  }

  /** Forgets a write that the server has answered, or that was never sent. */
  end(call: string): void {
    this.#writes.delete(call);
  }
}
