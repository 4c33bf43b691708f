// Caches records: the values that the server last sent, and all changes that are not answered yet.
import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../std/clock.ts';
import { Emitter } from '../std/event.ts';

interface Ask<R> {
  readonly patch: Partial<R>;
}

/** A record with the time of its last change (ISO 8601 instant). */
export interface Timestamped {
  readonly updated_at?: string | null | undefined;
}

/**
 * The value of a record is what the server last sent, plus every unanswered change in order. A rejected change drops
 * its overlay, so nothing is rolled back. Each record has one request in flight.
 */
export class RecordCache<R extends Timestamped> {
  readonly #clock: Clock;
  readonly #confirmed = new Map<string, R>();
  readonly #fetchedAt = new Map<string, number>();
  readonly #asks = new Map<string, readonly Ask<R>[]>();
  readonly #tails = new Map<string, Promise<unknown>>();
  readonly #changed = new Emitter<readonly string[]>();

  /** Fires with the keys of records whose value may have changed. */
  readonly onDidChange = this.#changed.event;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  value(key: string): R | undefined {
    const confirmed = this.#confirmed.get(key);
    if (confirmed === undefined) return undefined;
    const asks = this.#asks.get(key) ?? [];
    return asks.length === 0 ? confirmed : Object.assign({}, confirmed, ...asks.map((ask) => ask.patch));
  }

  /** Returns the record as the server last sent it, without unanswered changes. */
  confirmed(key: string): R | undefined {
    return this.#confirmed.get(key);
  }

  /** Returns when the server last sent the record, in milliseconds. */
  fetchedAt(key: string): number | undefined {
    return this.#fetchedAt.get(key);
  }

  all(): ReadonlyMap<string, R> {
    return this.#confirmed;
  }

  /**
   * Stores records that the server has sent. A record older than the known one is a late answer and is dropped; one
   * that equals the known one fires no event.
   */
  confirm(records: Iterable<readonly [string, R]>): void {
    const now = this.#clock.now();
    this.restore(Array.from(records, ([key, record]) => [key, record, now]));
  }

  /** Like `confirm`, for records that the server sent earlier, each with the time in milliseconds. */
  restore(records: Iterable<readonly [key: string, record: R, fetchedAt: number]>): void {
    const keys: string[] = [];
    for (const [key, record, fetchedAt] of records) {
      const known = this.#confirmed.get(key);
      if (known !== undefined && isOlder(record, known)) continue;
      this.#fetchedAt.set(key, fetchedAt);
      if (known !== undefined && isDeepStrictEqual(record, known)) continue;
      this.#confirmed.set(key, record);
      keys.push(key);
    }
    if (keys.length > 0) this.#changed.fire(keys);
  }

  /** Removes records that no longer exist on the server. */
  forget(...keys: readonly string[]): void {
    for (const key of keys) this.#fetchedAt.delete(key);
    const known = keys.filter((key) => this.#confirmed.delete(key));
    if (known.length > 0) this.#changed.fire(known);
  }

  /**
   * Shows the patch at once, sends it when the earlier changes of the record are answered, and stores the answer.
   * Rejects with the error that `send` throws.
   */
  update(key: string, patch: Partial<R>, send: () => Promise<R>): Promise<R> {
    const own: Ask<R> = { patch };
    this.#asks.set(key, [...(this.#asks.get(key) ?? []), own]);
    this.#changed.fire([key]);
    const turn = this.#tails.get(key) ?? Promise.resolve();
    const answered = turn.then(() => this.#carryOut(key, own, send));
    const settled = answered.then(
      () => undefined,
      () => undefined,
    );
    this.#tails.set(key, settled);
    return answered;
  }

  async #carryOut(key: string, own: Ask<R>, send: () => Promise<R>): Promise<R> {
    try {
      const record = await send();
      const known = this.#confirmed.get(key);
      if (known === undefined || !isOlder(record, known)) {
        this.#confirmed.set(key, record);
        this.#fetchedAt.set(key, this.#clock.now());
      }
      return record;
    } finally {
      this.#asks.set(
        key,
        (this.#asks.get(key) ?? []).filter((ask) => ask !== own),
      );
      this.#changed.fire([key]);
    }
  }
}

function isOlder(one: Timestamped, other: Timestamped): boolean {
  if (!one.updated_at || !other.updated_at) return false;
  return Date.parse(one.updated_at) < Date.parse(other.updated_at);
}
