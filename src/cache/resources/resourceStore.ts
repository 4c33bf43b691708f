// Owns the store of one kind of record: what is known of its records, and how they are read, changed, created and deleted.
import type * as z from 'zod';
import type { CallOptions } from '../../client/call.ts';
import type { Clock } from '../../std/clock.ts';
import { type RecordAddress, type RecordKind, recordKey } from '../address.ts';
import { type CachedList, listSource } from '../lists/cachedList.ts';
import { listKindOf } from '../lists/listKey.ts';
import type { PagedList } from '../lists/pagedList.ts';
import type { PagedLists } from '../lists/pagedLists.ts';
import { RecordCache, type Timestamped } from '../recordCache.ts';
import type { ResourceOperations } from './resourceOperations.ts';

/** What every record has. */
export type StoredRecord = Timestamped & { readonly id: string };

/** What is special about one kind of record. */
export interface ResourceRules<R, C, N, A> {
  /** A change under the record's own names, where those of the body are others. */
  readonly overlay?: (changes: C) => Partial<R>;
  /** The record after a change, where some servers leave fields out of the answer. `expected`: as last confirmed, with the change. */
  readonly complete?: (record: R, expected: Partial<R>, id: string) => R;
  /** The body of a new record, where it names what the record stands within. */
  readonly newBody?: (within: string, body: N) => N;
  /** Is called before the new record is in its list. */
  readonly onDidCreate?: (within: string, answer: A) => void;
  /** Takes in what came along with records, such as the names of what they refer to. */
  readonly onDidAnswer?: (within: string, answers: readonly A[]) => void;
}

export interface ResourceStoreDeps<R, C, N, A> extends ResourceRules<R, C, N, A> {
  readonly kind: RecordKind;
  readonly lists: PagedLists;
  readonly clock: Clock;
  readonly operations: ResourceOperations<A, C, N>;
  /** What a record is, and how one is made of an answer. */
  readonly kept: { readonly schema: z.ZodType<R>; normalize(answer: A): R };
}

/**
 * `R` is a record as it is kept, `C` the body of a change, `N` that of a new record, `A` a record as an answer brings it.
 * `within` is as in RecordAddress. Every method that asks the server rejects with an ApiError, but for those of a list.
 */
export class ResourceStore<R extends StoredRecord, C extends object, N extends object, A extends { readonly id: string } = R> {
  readonly kind: RecordKind;
  readonly records: RecordCache<R>;
  readonly #listOf: (within: string) => CachedList;
  readonly #deps: ResourceStoreDeps<R, C, N, A>;

  constructor(deps: ResourceStoreDeps<R, C, N, A>) {
    this.#deps = deps;
    this.kind = deps.kind;
    this.records = new RecordCache(deps.clock);
    const source = listSource(deps.operations.list, (within, answers) => this.tell(within, answers));
    this.#listOf = deps.lists.define(listKindOf(deps.kind), source);
  }

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

  /** Takes in records as answers brought them. */
  tell(within: string, answers: readonly A[]): void {
    this.#deps.onDidAnswer?.(within, answers);
    this.records.confirm(answers.map((answer) => [this.#key(answer.id, within), this.#deps.kept.normalize(answer)]));
  }

  /** Takes in records of an earlier run, each with its key and when the server sent it, in milliseconds. What is no record of the kind is left out. */
  restore(records: readonly (readonly [key: string, record: unknown, heardAt: number])[]): void {
    const good = records.flatMap(([key, record, heardAt]) => {
      const parsed = this.#deps.kept.schema.safeParse(record);
      return parsed.success ? [[key, parsed.data, heardAt] as const] : [];
    });
    this.records.restore(good);
  }

  /** Reads one record again. */
  async readOne(id: string, within = '', options?: CallOptions): Promise<R> {
    return this.#tellOne(within, await this.#deps.operations.get(within, id, options));
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
    const record = this.#tellOne(within, answer);
    this.#listOf(within).add(record.id);
    return record;
  }

  async remove(id: string, within = ''): Promise<void> {
    await this.#deps.operations.remove(within, id);
    this.unlist(id, within);
    this.records.forget(this.#key(id, within));
  }

  #key(id: string, within: string): string {
    return recordKey(this.address(id, within));
  }

  #tellOne(within: string, answer: A): R {
    this.tell(within, [answer]);
    return this.#deps.kept.normalize(answer);
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
