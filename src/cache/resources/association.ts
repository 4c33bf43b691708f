// Owns ties: which records another one gathers, and how they are put in and taken out.
import type { Page } from '../../contract/page.ts';
import type { RecordAddress } from '../address.ts';
import { type CachedList, listSource, type PageOf } from '../lists/cachedList.ts';
import type { ListKind } from '../lists/listKey.ts';
import type { PagedList } from '../lists/pagedList.ts';
import type { PagedLists } from '../lists/pagedLists.ts';

/**
 * `owner` is the id of the record that gathers, with its project's in front (`project/id`) where it stands within one.
 */
export interface AssociationOperations<R> {
  readonly page: PageOf<R>;
  /** Answers some or all of what is gathered then; adding what is there changes nothing. */
  put(owner: string, ids: string[]): Promise<Page<R> | undefined>;
  take(owner: string, ids: string[]): Promise<void>;
  /** Takes in the records where records of their kind are kept. */
  tell(owner: string, records: readonly R[]): void;
  /** Where such a record stands; undefined for people. */
  place(record: R, owner: string): RecordAddress | undefined;
}

export class Association<R extends { readonly id: string }> {
  readonly #listOf: (owner: string) => CachedList;
  readonly #ways: AssociationOperations<R>;
  readonly #places = new Map<string, RecordAddress>();

  constructor(of: ListKind, lists: PagedLists, ways: AssociationOperations<R>) {
    this.#ways = ways;
    const source = listSource(ways.page, (owner, records) => this.#tell(owner, records));
    this.#listOf = lists.define(of, source);
  }

  list(owner: string): PagedList {
    return this.#listOf(owner);
  }

  /** Where a gathered record stands. */
  placeOf(id: string): RecordAddress | undefined {
    return this.#places.get(id);
  }

  /** Every place that is known, by the id of what stands there. */
  get places(): ReadonlyMap<string, RecordAddress> {
    return this.#places;
  }

  /** Takes in what an earlier run knew. */
  restore(id: string, place: RecordAddress): void {
    if (!this.#places.has(id)) this.#places.set(id, place);
  }

  /** Rejects with a FaultError. Owner's list shows them at once when it is known. */
  async put(owner: string, ids: readonly string[]): Promise<void> {
    const answered = await this.#ways.put(owner, [...ids]);
    if (answered !== undefined) this.#tell(owner, answered.results);
    for (const id of [...ids].reverse()) this.#listOf(owner).add(id);
  }

  async take(owner: string, ids: readonly string[]): Promise<void> {
    await this.#ways.take(owner, [...ids]);
    for (const id of ids) this.#listOf(owner).remove([id]);
  }

  #tell(owner: string, records: readonly R[]): void {
    for (const record of records) {
      const place = this.#ways.place(record, owner);
      if (place !== undefined) this.#places.set(record.id, place);
    }
    this.#ways.tell(owner, records);
  }
}
