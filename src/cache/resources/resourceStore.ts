// Owns the store of one kind of record: what is known of its records, and how they are read, changed, created and
// deleted.
import type { CallOptions } from '../../client/call.ts';
import type { Kept } from '../../contract/recordFields.ts';
import type { Clock } from '../../std/clock.ts';
import { type RecordAddress, type RecordKind, recordKey } from '../address.ts';
import { Deletions } from '../changes/deletions.ts';
import { type CachedList, type ListSource, listSource } from '../lists/cachedList.ts';
import { listKindOf } from '../lists/listKey.ts';
import type { PagedList } from '../lists/pagedList.ts';
import type { PagedLists } from '../lists/pagedLists.ts';
import { RecordCache, type Timestamped } from '../recordCache.ts';
import type { ListQuery, ResourceOperations } from './resourceOperations.ts';

/** What every record has. */
export type StoredRecord = Timestamped & { readonly id: string };

/**
 * Ids of the records that the server deletes along with one; `isComplete` when the list was read to its end in this
 * run.
 */
export interface AlsoDeleted {
  readonly ids: readonly string[];
  readonly isComplete: boolean;
}

/** What is special about one kind of record. */
export interface ResourceRules<R, C, N, A> {
  /** A change under the record's own names, where those of the body are others. */
  readonly overlay?: (changes: C) => Partial<R>;
  /**
   * The record after a change, where some servers leave fields out of the answer. `expected`: as last confirmed, with
   * the change.
   */
  readonly complete?: (record: R, expected: Partial<R>, id: string) => R;
  /** The body of a new record, where it names what the record stands within. */
  readonly newBody?: (within: string, body: N) => N;
  /** Is called before the new record is in its list. */
  readonly onDidCreate?: (within: string, answer: A) => void;
  /** Takes in what came along with records, such as the names of what they refer to. */
  readonly onDidAnswer?: (within: string, answers: readonly A[]) => void;
  /** Reads what the record stands within, where it has to be known. */
  readonly readPlace?: (within: string, options?: CallOptions) => Promise<void>;
  /** Ids of those records that the server deletes along with one, some time after its answer (API-FACTS J35). */
  readonly alsoDeleted?: (within: string, id: string, records: Iterable<R>) => readonly string[];
  /** How the lists are read, where it is not page by page alone. */
  readonly source?: ListSource;
}

export interface ResourceStoreDeps<R, C, N, A> extends ResourceRules<R, C, N, A> {
  readonly kind: RecordKind;
  readonly lists: PagedLists;
  readonly clock: Clock;
  readonly operations: ResourceOperations<A, C, N>;
  readonly kept: Kept<A, R>;
}

/**
 * `R` is a record as it is kept, `C` the body of a change, `N` that of a new record, `A` a record as an answer brings
 * it. `within` is as in RecordAddress. Every method that asks the server rejects with an ApiError, but for those of a
 * list.
 */
export class ResourceStore<
  R extends StoredRecord,
  C extends object,
  N extends object,
  A extends { readonly id: string } = R,
> {
  readonly kind: RecordKind;
  readonly records: RecordCache<R>;
  readonly #listOf: (within: string) => CachedList;
  /** Only where the server may list deleted records for a while. */
  readonly #deletions: Deletions | undefined;
  readonly #deps: ResourceStoreDeps<R, C, N, A>;

  constructor(deps: ResourceStoreDeps<R, C, N, A>) {
    this.#deps = deps;
    this.kind = deps.kind;
    this.records = new RecordCache(deps.clock);
    this.#deletions = deps.alsoDeleted === undefined ? undefined : new Deletions(deps.clock);
    const takeIn = (within: string, answers: readonly A[]): void => this.tell(within, answers);
    this.#listOf = deps.lists.define(listKindOf(deps.kind), deps.source ?? listSource(deps.operations.list, takeIn));
  }

  /** The list that names every record of the kind `within`. */
  list(within = ''): PagedList {
    return this.#listOf(within);
  }

  address(id: string, within = ''): RecordAddress {
    return { kind: this.kind, within, id };
  }

  /** The record with every unanswered change. */
  get(id: string, within = ''): R | undefined {
    return this.records.value(this.#key(id, within));
  }

  /** Takes in records of a list; those that were deleted a moment ago are left out. */
  tell(within: string, answers: readonly A[]): void {
    this.#deps.onDidAnswer?.(within, answers);
    const records = answers.map((answer) => [this.#key(answer.id, within), this.#deps.kept.normalize(answer)] as const);
    this.records.confirm(records.filter(([key]) => this.#deletions?.has(key) !== true));
  }

  /** Takes in a record that was asked for by itself: it is there, whatever is known of its deletion. */
  tellOne(within: string, answer: A): R {
    this.#deletions?.forget(this.#key(answer.id, within));
    this.tell(within, [answer]);
    return this.#deps.kept.normalize(answer);
  }

  /**
   * Takes in records of an earlier run, each with its key and when the server sent it, in milliseconds. What is no
   * record of the kind is left out.
   */
  restore(records: readonly (readonly [key: string, record: unknown, heardAt: number])[]): void {
    const good = records.flatMap(([key, record, heardAt]) => {
      const restored = this.#deps.kept.restore(record);
      return restored === undefined ? [] : [[key, restored, heardAt] as const];
    });
    this.records.restore(good);
  }

  /** Reads one record again, and what it stands within where that has to be known. */
  async readOne(id: string, within = '', options?: CallOptions): Promise<R> {
    const { operations, readPlace } = this.#deps;
    await readPlace?.(within, options);
    return this.tellOne(within, await operations.get(within, id, options));
  }

  /** Reads one page beside the lists, in an order of its own. */
  async readPage(query: Pick<ListQuery, 'order_by'>, within = '', options?: CallOptions): Promise<readonly A[]> {
    const { results } = await this.#deps.operations.list(within, query, options);
    this.tell(within, results);
    return results;
  }

  /** Changes a record: shown at once, confirmed when the server has answered. */
  update(id: string, changes: C, within = '', options?: CallOptions): Promise<R> {
    const { operations, kept, overlay = setFields, complete, onDidAnswer } = this.#deps;
    const key = this.#key(id, within);
    const patch: Partial<R> = overlay(changes);
    return this.records.update(key, patch, async () => {
      const answer = await operations.update(within, id, changes, options);
      onDidAnswer?.(within, [answer]);
      const record = kept.normalize(answer);
      return complete === undefined ? record : complete(record, { ...this.records.confirmed(key), ...patch }, id);
    });
  }

  /** The new record is the first in its list. */
  async create(body: N, within = '', options?: CallOptions): Promise<R> {
    const { operations, newBody, onDidCreate } = this.#deps;
    const answer = await operations.create(within, newBody === undefined ? body : newBody(within, body), options);
    onDidCreate?.(within, answer);
    const record = this.tellOne(within, answer);
    this.#listOf(within).add(record.id);
    return record;
  }

  /** What would be deleted along with the record, as far as is known. */
  alsoDeleted(id: string, within = ''): AlsoDeleted {
    const { alsoDeleted } = this.#deps;
    if (alsoDeleted === undefined) return { ids: [], isComplete: true };
    const { status, next, fault, asOf } = this.#listOf(within).state;
    const isComplete = status === 'ready' && next === undefined && fault === undefined && asOf === undefined;
    return { ids: alsoDeleted(within, id, this.records.all().values()), isComplete };
  }

  /** Resolves with the ids of all records that are known to be deleted by it. */
  async remove(id: string, within = ''): Promise<readonly string[]> {
    await this.#deps.operations.remove(within, id);
    const removed = [id, ...this.alsoDeleted(id, within).ids];
    const keys = removed.map((one) => this.#key(one, within));
    this.#deletions?.add(keys);
    this.#listOf(within).remove(removed);
    this.records.forget(...keys);
    return removed;
  }

  #key(id: string, within: string): string {
    return recordKey(this.address(id, within));
  }

  /** Takes a record out of its list that the server says is gone. */
  unlist(id: string, within = ''): void {
    this.#listOf(within).remove([id]);
  }
}

/** A change is shown as it was asked: its fields have the record's names. */
function setFields<R>(changes: object): Partial<R> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Partial<R>;
}
