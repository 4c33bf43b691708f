// Caches the records of one kind, and reads, changes, creates and deletes them.
import { faultOf, isRecordGone } from '../../../client/apiError.ts';
import type { CallOptions } from '../../../client/call.ts';
import type { RecordCodec } from '../../../contract/schema/recordFields.ts';
import type { Clock } from '../../../std/clock.ts';
import { Emitter } from '../../../std/event.ts';
import { definedFields } from '../../../std/objects/definedFields.ts';
import { type RecordKind, recordKey } from '../address.ts';
import type { ListSource } from '../lists/cachedList.ts';
import { listKindOf } from '../lists/listKey.ts';
import type { PagedLists } from '../lists/pagedLists.ts';
import type { PageQuery, ResourceOperations } from '../lists/resourceOperations.ts';
import { RecentDeletions } from './deletions.ts';
import { RecordStore, type StoredRecord } from './recordStore.ts';

/**
 * Ids of the records that the server deletes along with a record. `isComplete`: no id is missing, because all pages of
 * the list that contains these records have been read in this run.
 */
export interface DependentDeletions {
  readonly ids: readonly string[];
  readonly isComplete: boolean;
}

/** The rules in which one kind of record differs from other kinds. */
export interface ResourceRules<R, C, N, A> {
  /**
   * Converts the body of a change to fields of the record. Set if the record's fields have other names than the body's.
   */
  readonly overlay?: (changes: C) => Partial<R>;
  /**
   * Returns the complete record after a change. Set if some servers omit fields from the response. `expected` is the
   * record as last confirmed, with the change applied.
   */
  readonly complete?: (record: R, expected: Partial<R>, id: string) => R;
  /** Returns the request body for a new record. Set if the server requires `within` in the body. */
  readonly newBody?: (within: string, body: N) => N;
  /** Where a new record is added to its list; `first` by default. */
  readonly addedAt?: 'first' | 'last';
  /** Stores other data from a response, for example the names of states to which the received records refer. */
  readonly onDidReceive?: (within: string, received: readonly A[]) => void;
  /** Reads the record with the id `within` if it is not loaded. Set if records of this kind need that record. */
  readonly readContainer?: (within: string, options?: CallOptions) => Promise<void>;
  /**
   * Returns the ids of the records that the server deletes along with a record, some time after it has sent the
   * response.
   */
  readonly deletedWith?: (within: string, id: string, records: Iterable<R>) => readonly string[];
  /** Reads the lists of this kind. By default, a list is read page by page with the list operation. */
  readonly source?: ListSource;
}

export interface ResourceStoreDeps<R, C, N, A> extends ResourceRules<R, C, N, A> {
  readonly kind: RecordKind;
  readonly lists: PagedLists;
  readonly clock: Clock;
  readonly operations: ResourceOperations<A, C, N>;
  readonly codec: RecordCodec<A, R>;
}

/**
 * `R` is a record in the cache, `C` the body of a change, `N` the body of a new record, `A` a record in a response.
 * `within` is as in RecordAddress. Every method that sends a request rejects with an ApiError.
 */
export class ResourceStore<
  R extends StoredRecord,
  C extends object,
  N extends object,
  A extends { readonly id: string } = R,
> extends RecordStore<R, A> {
  readonly kind: RecordKind;
  /** Set if the server may still list records for a while after their deletion. */
  readonly #deletions: RecentDeletions | undefined;
  readonly #deps: ResourceStoreDeps<R, C, N, A>;
  readonly #gone = new Emitter<readonly string[]>();

  /**
   * Fires with the ids of records that do not exist on the server: deleted by this window, or reported as not found.
   */
  readonly onDidFindRecordsGone = this.#gone.event;

  constructor(deps: ResourceStoreDeps<R, C, N, A>) {
    super({
      of: listKindOf(deps.kind),
      lists: deps.lists,
      clock: deps.clock,
      source: deps.source ?? deps.operations.list,
    });
    this.#deps = deps;
    this.kind = deps.kind;
    this.#deletions = deps.deletedWith === undefined ? undefined : new RecentDeletions(deps.clock);
  }

  /** Stores the records of a list, except records that were deleted within the last minute. */
  override storeRecords(within: string, received: readonly A[]): void {
    this.#deps.onDidReceive?.(within, received);
    const records = received.map(
      (record) => [this.key(within, record.id), this.#deps.codec.normalize(record)] as const,
    );
    this.records.confirm(records.filter(([key]) => this.#deletions?.has(key) !== true));
  }

  override key(within: string, id: string): string {
    return recordKey({ kind: this.kind, within, id });
  }

  /**
   * Stores records like `storeRecords`, after `merge` has combined each record of the response with the stored record.
   * Returns all combined records, including those of deleted records, which are not stored.
   */
  storeMerged(
    within: string,
    received: readonly A[],
    merge: (record: R, storedRecord: R | undefined) => R,
  ): readonly R[] {
    const { onDidReceive, codec } = this.#deps;
    onDidReceive?.(within, received);
    const records = received.map((response) => {
      const key = this.key(within, response.id);
      return [key, merge(codec.normalize(response), this.records.confirmed(key))] as const;
    });
    this.records.confirm(records.filter(([key]) => this.#deletions?.has(key) !== true));
    return records.map(([, record]) => record);
  }

  /** Stores a record that was requested by its id. A remembered deletion is forgotten, because the record exists. */
  storeOne(within: string, response: A): R {
    this.#deletions?.forget(this.key(within, response.id));
    this.storeRecords(within, [response]);
    return this.#deps.codec.normalize(response);
  }

  /**
   * Restores records of an earlier run, each with its key and the time when the server sent it, in milliseconds. Omits
   * values that are not valid records of the kind.
   */
  restore(records: readonly (readonly [key: string, record: unknown, fetchedAt: number])[]): void {
    const validRecords = records.flatMap(([key, record, fetchedAt]) => {
      const restoredRecord = this.#deps.codec.restore(record);
      return restoredRecord === undefined ? [] : [[key, restoredRecord, fetchedAt] as const];
    });
    this.records.restore(validRecords);
  }

  /** Reads one record again. Calls `readContainer` first. */
  async readOne(id: string, within = '', options?: CallOptions): Promise<R> {
    const { operations, readContainer } = this.#deps;
    await readContainer?.(within, options);
    let response: A;
    try {
      response = await operations.get(within, id, options);
    } catch (error) {
      if (isRecordGone(faultOf(error))) this.removeFromList(id, within);
      throw error;
    }
    return this.storeOne(within, response);
  }

  /** Reads one page in the given order, independently of the lists. */
  async readPage(query: Pick<PageQuery, 'order_by'>, within = '', options?: CallOptions): Promise<readonly A[]> {
    const { results } = await this.#deps.operations.list(within, query, options);
    this.storeRecords(within, results);
    return results;
  }

  /** Changes a record. The change is shown at once; the promise resolves when the server has confirmed it. */
  update(id: string, changes: C, within = '', options?: CallOptions): Promise<R> {
    const { operations, codec, overlay = changesAsFields, complete, onDidReceive } = this.#deps;
    const key = this.key(within, id);
    const patch: Partial<R> = overlay(changes);
    return this.records.update(key, patch, async () => {
      const response = await operations.update(within, id, changes, options);
      onDidReceive?.(within, [response]);
      const record = codec.normalize(response);
      return complete === undefined ? record : complete(record, { ...this.records.confirmed(key), ...patch }, id);
    });
  }

  /** Creates a record, and adds it at the start of its list. */
  async create(body: N, within = '', options?: CallOptions): Promise<R> {
    const { operations, newBody, addedAt } = this.#deps;
    const response = await operations.create(within, newBody === undefined ? body : newBody(within, body), options);
    const record = this.storeOne(within, response);
    this.listOf(within).add(record.id, addedAt);
    return record;
  }

  /** Returns the loaded records that the server would delete along with the record. */
  deletedWith(id: string, within = ''): DependentDeletions {
    const { deletedWith } = this.#deps;
    if (deletedWith === undefined) return { ids: [], isComplete: true };
    const { status, next, fault, asOf } = this.listOf(within).state;
    const isComplete = status === 'ready' && next === undefined && fault === undefined && asOf === undefined;
    return { ids: deletedWith(within, id, this.records.all().values()), isComplete };
  }

  /**
   * Deletes a record. Resolves with the ids of the record and of the loaded records that the server deletes along with
   * it.
   */
  async remove(id: string, within = ''): Promise<readonly string[]> {
    await this.#deps.operations.remove(within, id);
    const removedIds = [id, ...this.deletedWith(id, within).ids];
    this.#deletions?.add(removedIds.map((removedId) => this.key(within, removedId)));
    this.drop(removedIds, within);
    return removedIds;
  }

  /** Whether this window has deleted the record within the last minute. */
  isDeletedHere(id: string, within = ''): boolean {
    return this.#deletions?.has(this.key(within, id)) === true;
  }

  /**
   * Removes a record from its list after the server has responded that it does not exist. The cache keeps the record
   * and marks it as gone, so that an open page still shows it and can be saved if the response was wrong.
   */
  removeFromList(id: string, within = ''): void {
    this.records.markGone(this.key(within, id));
    this.listOf(within).remove([id]);
    this.#gone.fire([id]);
  }

  /** Removes records that do not exist on the server from the cache and from their list. */
  drop(ids: readonly string[], within = ''): void {
    this.listOf(within).remove(ids);
    this.records.forget(ids.map((id) => this.key(within, id)));
    this.#gone.fire(ids);
  }
}

/** The default of `overlay`: returns the fields of the request body that are set. */
function changesAsFields<R>(changes: object): Partial<R> {
  return definedFields(changes) as Partial<R>;
}
