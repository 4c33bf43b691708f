// Caches records: the values that the server last sent, and the changes that it has not confirmed.
import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../std/clock.ts';
import { Emitter } from '../../std/event.ts';

interface PendingChange<R> {
  readonly patch: Partial<R>;
}

/** A record with the time of its latest change, as an ISO 8601 string. */
export interface Timestamped {
  readonly updated_at?: string | null | undefined;
}

/**
 * The value of a record is the record that the server last sent, with every pending change applied in order. A change
 * that fails is no longer applied, so nothing needs to be rolled back. At most one change of a record is being sent at
 * a time.
 */
export class RecordCache<R extends Timestamped> {
  readonly #clock: Clock;
  readonly #confirmed = new Map<string, R>();
  readonly #fetchedAt = new Map<string, number>();
  /** When a record was found gone, in milliseconds. */
  readonly #goneAt = new Map<string, number>();
  readonly #pendingChanges = new Map<string, readonly PendingChange<R>[]>();
  readonly #lastChanges = new Map<string, Promise<unknown>>();
  readonly #changed = new Emitter<readonly string[]>();
  #version = 0;

  /** Fires with the keys of records whose value may have changed. */
  readonly onDidChange = this.#changed.event;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A number that changes with every record. */
  get version(): number {
    return this.#version;
  }

  value(key: string): R | undefined {
    const confirmed = this.#confirmed.get(key);
    if (confirmed === undefined) return undefined;
    const pending = this.#pendingChanges.size === 0 ? undefined : this.#pendingChanges.get(key);
    return pending === undefined ? confirmed : Object.assign({}, confirmed, ...pending.map((change) => change.patch));
  }

  /** Returns the record as the server last sent it, without pending changes. */
  confirmed(key: string): R | undefined {
    return this.#confirmed.get(key);
  }

  /** Returns the time at which the server last sent the record, in milliseconds. */
  fetchedAt(key: string): number | undefined {
    return this.#fetchedAt.get(key);
  }

  /** Whether the server has responded that the record does not exist, and has not sent the record since. */
  isGone(key: string): boolean {
    return this.#goneAt.has(key);
  }

  /** Keeps a record that the server does not have any more, but marks it until it is received again. */
  markGone(key: string): void {
    if (!this.#confirmed.has(key) || this.#goneAt.has(key)) return;
    this.#goneAt.set(key, this.#clock.now());
    this.#fire([key]);
  }

  all(): ReadonlyMap<string, R> {
    return this.#confirmed;
  }

  /**
   * Stores records that the server has sent. Drops a record that is older than the stored record, because it comes from
   * a late response. Fires no event for a record that equals the stored record.
   */
  confirm(records: Iterable<readonly [string, R]>): void {
    const now = this.#clock.now();
    this.restore(Array.from(records, ([key, record]) => [key, record, now]));
  }

  /** Stores records like `confirm`, but each with the time when the server sent it, in milliseconds. */
  restore(records: Iterable<readonly [key: string, record: R, fetchedAt: number]>): void {
    const keys: string[] = [];
    for (const [key, record, fetchedAt] of records) {
      const storedRecord = this.#confirmed.get(key);
      if (storedRecord !== undefined && isOlder(record, storedRecord)) continue;
      this.#fetchedAt.set(key, fetchedAt);
      const isFoundAgain = fetchedAt >= (this.#goneAt.get(key) ?? Number.POSITIVE_INFINITY);
      if (isFoundAgain) this.#goneAt.delete(key);
      if (storedRecord !== undefined && !isFoundAgain && isDeepStrictEqual(record, storedRecord)) continue;
      this.#confirmed.set(key, record);
      keys.push(key);
    }
    if (keys.length > 0) this.#fire(keys);
  }

  /** Removes records that no longer exist on the server. */
  forget(keys: readonly string[]): void {
    for (const key of keys) {
      this.#fetchedAt.delete(key);
      this.#goneAt.delete(key);
    }
    const removedKeys = keys.filter((key) => this.#confirmed.delete(key));
    if (removedKeys.length > 0) this.#fire(removedKeys);
  }

  /**
   * Applies the patch at once, calls `send` when the earlier changes of the record have ended, and stores the record
   * that `send` resolves with. Rejects with the error of `send`.
   */
  update(key: string, patch: Partial<R>, send: () => Promise<R>): Promise<R> {
    const change: PendingChange<R> = { patch };
    this.#pendingChanges.set(key, [...(this.#pendingChanges.get(key) ?? []), change]);
    this.#fire([key]);
    const previous = this.#lastChanges.get(key) ?? Promise.resolve();
    const sendPromise = previous.then(() => this.#sendChange(key, change, send));
    const endedPromise = sendPromise.then(
      () => undefined,
      () => undefined,
    );
    this.#lastChanges.set(key, endedPromise);
    return sendPromise;
  }

  #fire(keys: readonly string[]): void {
    this.#version += 1;
    this.#changed.fire(keys);
  }

  async #sendChange(key: string, change: PendingChange<R>, send: () => Promise<R>): Promise<R> {
    try {
      const record = await send();
      const storedRecord = this.#confirmed.get(key);
      if (storedRecord === undefined || !isOlder(record, storedRecord)) {
        this.#confirmed.set(key, record);
        this.#fetchedAt.set(key, this.#clock.now());
      }
      this.#goneAt.delete(key);
      return record;
    } finally {
      const otherChanges = (this.#pendingChanges.get(key) ?? []).filter((pending) => pending !== change);
      if (otherChanges.length === 0) this.#pendingChanges.delete(key);
      else this.#pendingChanges.set(key, otherChanges);
      this.#fire([key]);
    }
  }
}

function isOlder(one: Timestamped, other: Timestamped): boolean {
  if (!one.updated_at || !other.updated_at) return false;
  return Date.parse(one.updated_at) < Date.parse(other.updated_at);
}
