// Remembers recently deleted work items.
// A server that deletes sub-items after its response still lists them for a while.
import type { Clock } from '../../../std/clock.ts';

/**
 * How long a deletion is remembered, in milliseconds. A list that still contains the work item after this time is
 * treated as correct.
 */
const REMEMBERED_FOR_MS = 60_000;

export class RecentDeletions {
  readonly #clock: Clock;
  readonly #deletedAt = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Adds the keys of work items after the server has confirmed their deletion. */
  add(keys: readonly string[]): void {
    const now = this.#clock.now();
    for (const key of keys) this.#deletedAt.set(key, now);
  }

  /**
   * Forgets a deletion. Called when the server has returned the work item in response to a request for its id, so it
   * exists.
   */
  forget(key: string): void {
    this.#deletedAt.delete(key);
  }

  /** Whether the work item was deleted within the last minute. */
  has(key: string): boolean {
    const deletedAt = this.#deletedAt.get(key);
    if (deletedAt === undefined) return false;
    if (this.#clock.now() - deletedAt < REMEMBERED_FOR_MS) return true;
    this.#deletedAt.delete(key);
    return false;
  }
}
