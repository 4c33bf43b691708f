// Remembers writes that the server has not answered, so that a repeated call does not create a second record.
import { createHash } from 'node:crypto';
import type { Clock } from '../std/clock.ts';

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

/**
 * Returns a tracker whose external ids depend only on the scope and the idempotency key, so that the server recognizes
 * a record that another process has created with them; without a key, returns `idTracker`. `scope` names the account,
 * the tool and what the record belongs to.
 */
export function trackerForKey(
  idTracker: ExternalIdTracker,
  scope: readonly string[],
  key: string | undefined,
): ExternalIdTracker {
  if (key === undefined) return idTracker;
  const callKey = JSON.stringify([...scope, key]);
  const id = `mcp-${createHash('sha256').update(callKey).digest('hex').slice(0, 40)}`;
  return {
    begin: () => idTracker.begin(callKey, () => id),
    end: () => idTracker.end(callKey),
  };
}
