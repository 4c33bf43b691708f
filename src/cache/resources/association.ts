// Lists, adds and removes the records of an association, for example the items of a cycle.
import type { Page } from '../../contract/page.ts';
import type { RecordAddress } from '../address.ts';
import { type CachedList, listSource, type PageOf } from '../lists/cachedList.ts';
import type { ListKind } from '../lists/listKey.ts';
import type { PagedList } from '../lists/pagedList.ts';
import type { PagedLists } from '../lists/pagedLists.ts';

/** `owner` is the id of the record that has the others, `project/id` if it is in a project. */
export interface AssociationOperations<R> {
  readonly page: PageOf<R>;
  /** Resolves with some or all of the owner's records, or undefined. Adding a record again changes nothing. */
  put(owner: string, ids: string[]): Promise<Page<R> | undefined>;
  take(owner: string, ids: string[]): Promise<void>;
  /** Stores the records in the store of their kind. */
  takeIn(owner: string, records: readonly R[]): void;
  /** Returns the address of such a record; undefined for users. */
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

  /** Returns the address of an associated record. */
  placeOf(id: string): RecordAddress | undefined {
    return this.#places.get(id);
  }

  /** All known addresses, by the id of the record. */
  get places(): ReadonlyMap<string, RecordAddress> {
    return this.#places;
  }

  /** Restores the address of a record from an earlier run. */
  restore(id: string, place: RecordAddress): void {
    if (!this.#places.has(id)) this.#places.set(id, place);
  }

  /** Adds the records, and puts them into the owner's list if it has been read. Rejects with an ApiError. */
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
    this.#ways.takeIn(owner, records);
  }
}
