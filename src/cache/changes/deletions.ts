// Owns what was deleted a moment ago: a server that deletes sub-items after its answer still lists them for a while.
import type { Clock } from '../../std/clock.ts';

/**
 * How long a list that holds a deleted work item is taken for an old one, in milliseconds. Then the server is believed.
 */
const GRACE_MS = 60_000;

export class Deletions {
  readonly #clock: Clock;
  readonly #deletedAt = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Remembers the keys of work items whose deletion the server has confirmed. */
  add(keys: readonly string[]): void {
    const now = this.#clock.now();
    for (const key of keys) this.#deletedAt.set(key, now);
  }

  /** The server has answered with the work item itself: it is there. */
  forget(key: string): void {
    this.#deletedAt.delete(key);
  }

  /** Whether the work item was deleted within the last minute. */
  has(key: string): boolean {
    const at = this.#deletedAt.get(key);
    if (at === undefined) return false;
    if (this.#clock.now() - at < GRACE_MS) return true;
    this.#deletedAt.delete(key);
    return false;
  }
}
