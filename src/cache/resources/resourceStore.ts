// Owns shelves: all that is known of one kind of record, and the ways in which the service lets it be read and changed.
import type * as z from 'zod';
import type { CallOptions } from '../../client/call.ts';
import type { Clock } from '../../std/clock.ts';
import { type RecordAddress, type RecordKind, recordKey } from '../address.ts';
import { type CachedList, listSource, type PageOf } from '../lists/cachedList.ts';
import { listKindOf } from '../lists/listKey.ts';
import type { PagedList } from '../lists/pagedList.ts';
import type { PagedLists } from '../lists/pagedLists.ts';
import { RecordCache, type Timestamped } from '../recordCache.ts';

/** A record as a shelf holds it: as the service tells it. */
export type StoredRecord = Timestamped & { readonly id: string };

/** The operations of one kind. `C` is the body of a change, `N` that of a new record. */
export interface ResourceOperations<R, C, N> {
  /** What a record of the kind is. */
  readonly record: z.ZodType<R>;
  readonly page: PageOf<R>;
  get(address: RecordAddress, options?: CallOptions): Promise<R>;
  /** `expected` is the record as last reported, with the changes: for an answer that leaves fields out. */
  update(address: RecordAddress, changes: C, options: CallOptions | undefined, expected: Partial<R>): Promise<R>;
  create(within: string, body: N, options?: CallOptions): Promise<R>;
  remove(address: RecordAddress): Promise<void>;
  /** A change under the record's own names, where those of the body are others. */
  overlay?(changes: C): Partial<R>;
}

/** `within` is as in RecordAddress. Every method that asks the service rejects with a FaultError, but for those of a list. */
export class ResourceStore<R extends StoredRecord, C extends object, N extends object> {
  readonly kind: RecordKind;
  readonly records: RecordCache<R>;
  readonly #lists: PagedLists;
  readonly #ways: ResourceOperations<R, C, N>;

  constructor(kind: RecordKind, lists: PagedLists, clock: Clock, ways: ResourceOperations<R, C, N>) {
    this.kind = kind;
    this.records = new RecordCache(clock);
    this.#ways = ways;
    this.#lists = lists;
    const source = listSource(ways.page, (within, records) => this.tell(within, records));
    lists.define(listKindOf(kind), source);
  }

  list(within = ''): PagedList {
    return this.#list(within);
  }

  address(id: string, within = ''): RecordAddress {
    return { kind: this.kind, within, id };
  }

  /** As it is to be shown: with what has been asked and is not answered yet. */
  get(id: string, within = ''): R | undefined {
    return this.records.value(recordKey(this.address(id, within)));
  }

  tell(within: string, records: readonly R[]): void {
    this.records.confirm(records.map((record) => [recordKey(this.address(record.id, within)), record]));
  }

  /** Takes in what an earlier run knew: by its key, and when it was told in milliseconds. One that is no record of the kind is left out. */
  restore(records: readonly (readonly [key: string, record: unknown, heardAt: number])[]): void {
    const good = records.flatMap(([key, record, heardAt]) => {
      const parsed = this.#ways.record.safeParse(record);
      return parsed.success ? [[key, parsed.data, heardAt] as const] : [];
    });
    this.records.restore(good);
  }

  /** Reads one record anew. */
  async readOne(id: string, within = '', options?: CallOptions): Promise<R> {
    const record = await this.#ways.get(this.address(id, within), options);
    this.tell(within, [record]);
    return record;
  }

  /** Changes a record: shown at once, answered when the service has answered. */
  update(id: string, changes: C, within = '', options?: CallOptions): Promise<R> {
    const address = this.address(id, within);
    const overlay = this.#ways.overlay?.(changes) ?? overlayOf<R>(changes);
    const key = recordKey(address);
    return this.records.update(key, overlay, () =>
      this.#ways.update(address, changes, options, { ...this.records.confirmed(key), ...overlay }),
    );
  }

  /** The new record stands first in its list. */
  async create(body: N, within = '', options?: CallOptions): Promise<R> {
    const record = await this.#ways.create(within, body, options);
    this.tell(within, [record]);
    this.#list(within).add(record.id);
    return record;
  }

  async remove(id: string, within = ''): Promise<void> {
    const address = this.address(id, within);
    await this.#ways.remove(address);
    this.unlist(id, within);
    this.records.forget(recordKey(address));
  }

  /** Takes a record out of its list that the server says is gone. */
  unlist(id: string, within = ''): void {
    this.#list(within).remove([id]);
  }

  #list(within: string): CachedList {
    return this.#lists.get({ of: listKindOf(this.kind), owner: within });
  }
}

/** A change is shown as it was asked: its fields have the record's names. */
function overlayOf<R>(changes: object): Partial<R> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Partial<R>;
}
