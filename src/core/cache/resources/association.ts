// Lists, adds and removes the records of an association, for example the items of a cycle.
import type { Page } from '../../../contract/page.ts';
import type { RecordAddress } from '../address.ts';
import { type CachedList, createListSource, type PageReader } from '../lists/cachedList.ts';
import type { ListKind } from '../lists/listKey.ts';
import type { PagedList } from '../lists/pagedList.ts';
import type { PagedLists } from '../lists/pagedLists.ts';

/**
 * `owner` is the id of the record that the associated records belong to, or `project/id` if the owner is in a project.
 */
export interface AssociationOperations<R> {
  readonly readPage: PageReader<R>;
  /**
   * Adds records to the owner. Resolves with associated records of the owner if the response contains any, otherwise
   * with undefined. Adding a record twice has the same result as adding it once.
   */
  add(owner: string, ids: string[]): Promise<Page<R> | undefined>;
  remove(owner: string, ids: string[]): Promise<void>;
  /** Passes the records to the ResourceStore of their kind. */
  storeRecords(owner: string, records: readonly R[]): void;
  /** Returns the address of an associated record; undefined for a user. */
  addressOf(record: R, owner: string): RecordAddress | undefined;
}

export class Association<R extends { readonly id: string }> {
  readonly #listOf: (owner: string) => CachedList;
  readonly #operations: AssociationOperations<R>;
  readonly #addresses = new Map<string, RecordAddress>();

  constructor(of: ListKind, lists: PagedLists, operations: AssociationOperations<R>) {
    this.#operations = operations;
    const source = createListSource(operations.readPage, (owner, records) => this.#storeRecords(owner, records));
    this.#listOf = lists.defineLists(of, source);
  }

  list(owner: string): PagedList {
    return this.#listOf(owner);
  }

  /** Returns the address of an associated record; undefined if the record was not received. */
  addressOf(id: string): RecordAddress | undefined {
    return this.#addresses.get(id);
  }

  /** The addresses of all associated records that were received, by the id of the record. */
  get addressById(): ReadonlyMap<string, RecordAddress> {
    return this.#addresses;
  }

  /** Restores the address of a record from an earlier run. */
  restore(id: string, address: RecordAddress): void {
    if (!this.#addresses.has(id)) this.#addresses.set(id, address);
  }

  /** Adds records on the server, and to the owner's list if that list has been read. Rejects with an ApiError. */
  async add(owner: string, ids: readonly string[]): Promise<void> {
    const response = await this.#operations.add(owner, [...ids]);
    if (response !== undefined) this.#storeRecords(owner, response.results);
    for (const id of [...ids].reverse()) this.#listOf(owner).add(id);
  }

  /** Removes records on the server and from the owner's list. Rejects with an ApiError. */
  async remove(owner: string, ids: readonly string[]): Promise<void> {
    await this.#operations.remove(owner, [...ids]);
    for (const id of ids) this.#listOf(owner).remove([id]);
  }

  #storeRecords(owner: string, records: readonly R[]): void {
    for (const record of records) {
      const address = this.#operations.addressOf(record, owner);
      if (address !== undefined) this.#addresses.set(record.id, address);
    }
    this.#operations.storeRecords(owner, records);
  }
}
