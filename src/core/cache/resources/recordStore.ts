// Caches the records of one kind, and the lists that contain them.
import type { Clock } from '../../../std/clock.ts';
import { type Disposable, DisposableStore } from '../../../std/disposable.ts';
import { parseRecordKey } from '../address.ts';
import { type CachedList, createListSource, type ListSource, type PageReader } from '../lists/cachedList.ts';
import type { ListKind } from '../lists/listKey.ts';
import { type PagedList, type ReadAllOptions, readAllOrThrow } from '../lists/pagedList.ts';
import type { PagedLists } from '../lists/pagedLists.ts';
import { RecordCache, type Timestamped } from '../recordCache.ts';

/** The fields that every record has. */
export type StoredRecord = Timestamped & { readonly id: string };

export interface RecordStoreDeps<A> {
  readonly of: ListKind;
  readonly lists: PagedLists;
  readonly clock: Clock;
  /** Reads the lists; or a function that reads one page, and whose records are stored. */
  readonly source: ListSource | PageReader<A>;
}

/** The records of one kind and their lists, for code that only reads them. */
export type RecordLists<R extends StoredRecord> = Pick<
  RecordStore<R, never>,
  'get' | 'list' | 'listed' | 'readAll' | 'readAllOrThrow' | 'onDidChangeListed'
>;

/** `R` is a record in the cache, `A` a record in a response. `within` is as in RecordAddress. */
export abstract class RecordStore<R extends StoredRecord, A extends { readonly id: string } = R> {
  readonly of: ListKind;
  readonly records: RecordCache<R>;
  protected readonly listOf: (within: string) => CachedList;
  readonly #lists: PagedLists;
  /** By `within`: the records that `listed` has returned, and what they were computed from. */
  readonly #listed = new Map<string, { ids: readonly string[]; version: number; records: readonly R[] }>();

  constructor(deps: RecordStoreDeps<A>) {
    this.#lists = deps.lists;
    this.of = deps.of;
    this.records = new RecordCache(deps.clock);
    const { source } = deps;
    this.listOf = deps.lists.defineLists(
      deps.of,
      typeof source === 'function'
        ? createListSource(source, (within, received) => this.storeRecords(within, received))
        : source,
    );
  }

  /** Returns the list of all records of the kind in `within`. */
  list(within = ''): PagedList {
    return this.listOf(within);
  }

  /** Returns the record with every pending change applied. */
  get(id: string, within = ''): R | undefined {
    return this.records.value(this.key(within, id));
  }

  /** Returns the records of the list in their order: the same array until one of them or the list changes. */
  listed(within = ''): readonly R[] {
    const { ids } = this.list(within).state;
    const { version } = this.records;
    const previous = this.#listed.get(within);
    if (previous?.ids === ids && previous.version === version) return previous.records;
    const found = ids.flatMap((id) => this.get(id, within) ?? []);
    const isSame = found.length === previous?.records.length && found.every((one, i) => one === previous.records[i]);
    const records = isSame ? previous.records : found;
    this.#listed.set(within, { ids, version, records });
    return records;
  }

  /** Reads the list as `PagedList.readAll` does, and resolves with its records. */
  async readAll(within = '', options?: ReadAllOptions): Promise<readonly R[]> {
    await this.list(within).readAll(options);
    return this.listed(within);
  }

  /** Like `readAll`, but rejects with an ApiError if the request fails, unless the list is unsupported. */
  async readAllOrThrow(within = '', options?: ReadAllOptions): Promise<readonly R[]> {
    await readAllOrThrow(this.list(within), options);
    return this.listed(within);
  }

  /** Calls `listener` with `within` when what `listed(within)` returns may have changed. */
  onDidChangeListed(listener: (within: string) => void): Disposable {
    const subscriptions = new DisposableStore();
    subscriptions.add(this.#lists.onDidChange(({ of, owner }) => of === this.of && listener(owner)));
    subscriptions.add(
      this.records.onDidChange((keys) => {
        for (const within of new Set(keys.map((key) => parseRecordKey(key)?.within ?? ''))) listener(within);
      }),
    );
    return subscriptions;
  }

  /** Stores records of a response. */
  abstract storeRecords(within: string, received: readonly A[]): void;

  /** Restores a complete list of an earlier run, which was correct at `asOf`, and those of its records that are new. */
  restoreList(within: string, records: readonly R[], asOf: number): void {
    const missing = records.map((record) => [this.key(within, record.id), record, asOf] as const);
    this.records.restore(missing.filter(([key]) => this.records.confirmed(key) === undefined));
    this.listOf(within).restore(
      { ids: records.map(({ id }) => id), pages: 1, next: undefined, total: records.length },
      asOf,
    );
  }

  /** Returns the key of a record in `records`. */
  abstract key(within: string, id: string): string;
}

/** Records that give names to ids and that Contrail does not change, for example users. */
export class NameStore<R extends StoredRecord> extends RecordStore<R> {
  override storeRecords(within: string, received: readonly R[]): void {
    this.records.confirm(received.map((record) => [this.key(within, record.id), record]));
  }

  override key(within: string, id: string): string {
    return `${within}/${id}`;
  }
}
