// Reads one list page by page, and updates it when records are created or deleted.

import { ApiError, type Fault, faultOf, isUnsupportedInProject } from '../../../client/apiError.ts';
import type { CallOptions } from '../../../client/call.ts';
import type { Page } from '../../../contract/page.ts';
import { PAGE_SIZE } from '../../../contract/schema/limits.ts';
import { STATUS } from '../../../contract/status.ts';
import type { Clock } from '../../../std/clock.ts';
import { Emitter } from '../../../std/event.ts';
import type { ListKey } from './listKey.ts';
import {
  FRESH_FOR_MS,
  isListUnsupported,
  type LoadChanges,
  type PagedListState,
  type ReadAllOptions,
  type StaleList,
  type SynchronizedList,
} from './pagedList.ts';
import { MAX_LIST_RECORDS, PageTrail } from './pageTrail.ts';

/** A page of a list, with the ids of the records in place of the records. */
export interface IdPage {
  readonly ids: readonly string[];
  readonly next: string | undefined;
  readonly total: number | undefined;
}

/** Requests one page of an owner's list. `owner` is '' for a list of the workspace. */
export type PageReader<R> = (
  owner: string,
  query: { readonly cursor?: string },
  options?: CallOptions,
) => Promise<Page<R>>;

/** Reads the lists of one kind. */
export interface ListSource {
  /** Reads a page and stores its records. */
  readonly fetch: (owner: string, cursor: string | undefined, options: CallOptions | undefined) => Promise<IdPage>;
  /** Loads changes with fewer requests than a full reload. Resolves with false if a full reload is still needed. */
  readonly revalidate?: (list: CachedList, options: CallOptions | undefined) => Promise<boolean>;
}

const NOT_LOADED_STATE: PagedListState = {
  status: 'notLoaded',
  ids: [],
  pages: 0,
  next: undefined,
  total: undefined,
  fault: undefined,
};

/** Returns a source that requests pages with `readPage`, and calls `storeRecords` with the records of every page. */
export function createListSource<R extends { readonly id: string }>(
  readPage: PageReader<R>,
  storeRecords: (owner: string, records: readonly R[]) => void,
): ListSource {
  return {
    fetch: async (owner, cursor, options) => {
      const response = await readPage(owner, cursor === undefined ? {} : { cursor }, options);
      storeRecords(owner, response.results);
      return toIdPage(response);
    },
  };
}

export function toIdPage({ results, next, total }: Page<{ readonly id: string }>): IdPage {
  return { ids: results.map(({ id }) => id), next, total };
}

/** A list with the methods that only the cache uses. All other code gets a CachedList as a PagedList. */
export class CachedList implements StaleList, SynchronizedList {
  readonly key: ListKey;
  readonly #source: ListSource;
  readonly #clock: Clock;
  /** The pages of each state that has a next page, unless it was restored. */
  readonly #trails = new WeakMap<PagedListState, PageTrail>();
  #state = NOT_LOADED_STATE;
  /** The latest read that has not ended. The response to an earlier read is dropped. */
  #readInProgress: Promise<void> | undefined;
  /** Add ids that were added during a read: the response may not contain them yet. */
  #additions: readonly ((state: PagedListState) => PagedListState)[] = [];
  /** Loads the changes of a list whose ids were set by `setAllIds`; undefined for any other list. */
  #loadChanges: LoadChanges | undefined;
  #readAt: number | undefined;
  /** Whether the list is known to be out of date, regardless of its age. */
  #isExpired = false;
  /** Whether the list is always read to its end, because `readAll` has been called. */
  #isReadWhole = false;
  #readAllInProgress: { readonly isInBackground: boolean; readonly promise: Promise<void> } | undefined;
  /** Ids that were reported as missing. Each id expires the list only once. */
  readonly #missingIds = new Set<string>();
  readonly #changed = new Emitter<void>();
  readonly #staleRead = new Emitter<void>();

  readonly onDidChange = this.#changed.event;
  /** Fires when `read` is called while the state is from an earlier run (`asOf` is set). */
  readonly onDidReadStale = this.#staleRead.event;

  constructor(key: ListKey, source: ListSource, clock: Clock) {
    this.key = key;
    this.#source = source;
    this.#clock = clock;
  }

  get state(): PagedListState {
    return this.#state;
  }

  read(options?: CallOptions): Promise<void> {
    const { status, asOf } = this.#state;
    if (status === 'ready') {
      if (asOf !== undefined) this.#staleRead.fire();
      return Promise.resolve();
    }
    return this.#readInProgress ?? this.#startRead(() => this.#readFirstPage(options));
  }

  get readAt(): number | undefined {
    return this.#readAt;
  }

  readAll({ maxAge, ...options }: ReadAllOptions = {}): Promise<void> {
    this.#isReadWhole = true;
    const isInBackground = options.urgency === 'background';
    const previous = this.#readAllInProgress;
    // The user does not wait for a request of the background: it is sent again, and the client shares equal requests.
    if (previous !== undefined && (isInBackground || !previous.isInBackground)) return previous.promise;
    const promise = this.#readToEnd(maxAge, { urgency: 'visible', ...options }, previous !== undefined).finally(() => {
      if (this.#readAllInProgress?.promise === promise) this.#readAllInProgress = undefined;
    });
    this.#readAllInProgress = { isInBackground, promise };
    return promise;
  }

  isCurrent(maxAge = FRESH_FOR_MS): boolean {
    const { status, fault } = this.#state;
    const hasResponse = (status === 'ready' && fault === undefined) || isListUnsupported(this.#state);
    if (!hasResponse || this.#isExpired || this.#readAt === undefined) return false;
    const age = this.#clock.now() - this.#readAt;
    return age >= 0 && age < maxAge;
  }

  expire(): void {
    this.#isExpired = true;
  }

  expireIfMissing(ids: Iterable<string>): void {
    if (this.#state.status !== 'ready') return;
    const listedIds = new Set(this.#state.ids);
    const newIds = [...ids].filter((id) => !listedIds.has(id) && !this.#missingIds.has(id));
    for (const id of newIds) this.#missingIds.add(id);
    if (newIds.length > 0) this.expire();
  }

  loadMore(options?: CallOptions): Promise<void> {
    const { next } = this.#state;
    if (next === undefined) return Promise.resolve();
    return (
      this.#readInProgress ?? this.#startRead(async () => this.#withPage(this.#state, await this.#fetch(next, options)))
    );
  }

  reload(options?: CallOptions): Promise<void> {
    const loadChanges = this.#loadChanges;
    if (loadChanges === undefined)
      return this.#startRead(() => this.#readPages(Math.max(1, this.#state.pages), options));
    return this.#startRead(async () => {
      await loadChanges(options);
      return this.#state;
    });
  }

  async revalidate(options?: CallOptions): Promise<void> {
    if (this.#state.status !== 'ready') return;
    if (this.#loadChanges !== undefined) return this.#loadChanges(options);
    const wasExpired = this.#isExpired;
    try {
      const isDone = (await this.#source.revalidate?.(this, options)) ?? false;
      if (isDone) this.confirm();
      else await this.#reloadUnlessChanged(options);
    } catch (error) {
      if (wasExpired) this.expire();
      throw error;
    }
  }

  async refresh(): Promise<void> {
    // Other code may have read the list since it was found to be stale, for example the page of a work item.
    await this.#readInProgress;
    if (this.#state.asOf === undefined) return;
    const options: CallOptions = { urgency: 'visible' };
    await (this.#source.revalidate === undefined ? this.reload(options) : this.revalidate(options));
  }

  /** Restores the state of an earlier run, unless the list has been requested in this run. */
  restore(list: IdPage & { readonly pages: number }, asOf: number): void {
    if (this.#state === NOT_LOADED_STATE) this.#replace({ ...NOT_LOADED_STATE, ...list, status: 'ready', asOf });
  }

  get isSynchronized(): boolean {
    return this.#loadChanges !== undefined;
  }

  setAllIds(ids: readonly string[], loadChanges: LoadChanges, asOf?: number): void {
    this.#loadChanges = loadChanges;
    this.#readInProgress = undefined;
    this.#additions = [];
    const isSameOrder = this.#state.status === 'ready' && isSameSequence(this.#state.ids, ids);
    const state: PagedListState = {
      ...NOT_LOADED_STATE,
      status: 'ready',
      ids: isSameOrder ? this.#state.ids : ids,
      pages: Math.max(1, Math.ceil(ids.length / PAGE_SIZE)),
      total: ids.length,
      ...(asOf === undefined ? {} : { asOf }),
    };
    if (asOf === undefined) this.#recordRead();
    if (!isSameOrder || !isSameState(this.#state, state) || this.#state.asOf !== asOf) this.#replace(state);
  }

  /** Replaces the list with its first page. The caller has requested this page. */
  setFirstPage(page: IdPage): void {
    this.#recordRead();
    this.#replace(this.#withPage(NOT_LOADED_STATE, page));
  }

  /** Removes `asOf` from the state. Called when a list of an earlier run was found to be still correct. */
  confirm(): void {
    this.#recordRead();
    const { asOf, ...state } = this.#state;
    if (asOf !== undefined) this.#replace(state);
  }

  /** Marks the list as not loaded, and drops the response to a request in progress. */
  forget(): void {
    this.#readAt = undefined;
    this.#loadChanges = undefined;
    this.#readInProgress = undefined;
    this.#additions = [];
    this.#replace({ ...NOT_LOADED_STATE });
  }

  /** Adds the id of a created record at the start of the list, or at its end. */
  add(id: string, position: 'first' | 'last' = 'first'): void {
    const addTo = (state: PagedListState): PagedListState => withId(state, id, position);
    if (this.#readInProgress !== undefined) this.#additions = [...this.#additions, addTo];
    if (this.#state.status === 'ready') this.#replace(addTo(this.#state));
  }

  /** Removes the ids of deleted records. */
  remove(removed: readonly string[]): void {
    const previous = this.#state;
    const removedIds = new Set(removed);
    const ids = previous.ids.filter((id) => !removedIds.has(id));
    const count = previous.ids.length - ids.length;
    if (previous.status !== 'ready' || count === 0) return;
    this.#replace({ ...previous, ids, total: previous.total === undefined ? undefined : previous.total - count });
  }

  /** Fires `onDidChange` although the ids of the list are the same as before. Called when its records have changed. */
  reportRecordChange(): void {
    this.#changed.fire();
  }

  async #readToEnd(maxAge: number | undefined, options: CallOptions, replacesRead: boolean): Promise<void> {
    if (!replacesRead && this.#readInProgress !== undefined) await this.#waitForReads();
    const isCurrent = this.isCurrent(maxAge);
    if (isCurrent && this.#state.next === undefined) return;
    await this.#startRead(() => this.#readPages(1, options, isCurrent ? this.#state : undefined));
    // Another read may have taken the place of this one.
    await this.#waitForReads();
  }

  async #waitForReads(): Promise<void> {
    while (this.#readInProgress !== undefined) await this.#readInProgress;
  }

  #recordRead(): void {
    this.#readAt = this.#clock.now();
  }

  #startRead(requestState: () => Promise<PagedListState>): Promise<void> {
    const readPromise: Promise<void> = Promise.resolve()
      .then(requestState)
      .then(
        (state) => this.#finishRead(readPromise, state),
        (error: unknown) => this.#finishRead(readPromise, this.#stateAfterFailure(faultOf(error))),
      );
    this.#readInProgress = readPromise;
    if (this.#state.status !== 'ready') this.#replace({ ...NOT_LOADED_STATE, status: 'loading' });
    return readPromise;
  }

  #finishRead(readPromise: Promise<void>, state: PagedListState): void {
    if (this.#readInProgress !== readPromise) return;
    this.#readInProgress = undefined;
    const additions = this.#additions;
    this.#additions = [];
    if (state.fault === undefined || isListUnsupported(state)) this.#recordRead();
    this.#replace(state.status === 'ready' ? additions.reduce((one, addTo) => addTo(one), state) : state);
  }

  #stateAfterFailure(fault: Fault): PagedListState {
    const isKept = this.#state.status === 'ready' && !(this.#isReadWhole && isUnsupportedInProject(fault));
    return isKept ? { ...this.#state, fault } : { ...NOT_LOADED_STATE, status: 'failed', fault };
  }

  async #reloadUnlessChanged(options: CallOptions | undefined): Promise<void> {
    const previous = this.#state;
    if (previous.status !== 'ready' || this.#readInProgress !== undefined) return;
    const state = await this.#readPages(previous.pages, options);
    if (this.#state !== previous || this.#readInProgress !== undefined) return;
    if (isSameState(previous, state)) {
      this.confirm();
      return;
    }
    this.#recordRead();
    this.#replace(state);
  }

  /** Reads at least this number of pages, after those of `before`; all pages once `readAll` has been called. */
  async #readPages(pages: number, options?: CallOptions, before?: PagedListState): Promise<PagedListState> {
    let state = before ?? (await this.#readFirstPage(options));
    while ((this.#isReadWhole || state.pages < pages) && state.next !== undefined)
      state = this.#withPage(state, await this.#fetch(state.next, options));
    // An incomplete list would look complete.
    if (this.#isReadWhole && state.ids.length > MAX_LIST_RECORDS)
      throw new ApiError({
        kind: 'invalidResponse',
        status: STATUS.ok,
        detail: `more than ${MAX_LIST_RECORDS} records`,
      });
    return state;
  }

  async #readFirstPage(options: CallOptions | undefined): Promise<PagedListState> {
    this.#isExpired = false;
    return this.#withPage(NOT_LOADED_STATE, await this.#fetch(undefined, options));
  }

  #fetch(cursor: string | undefined, options: CallOptions | undefined): Promise<IdPage> {
    return this.#source.fetch(this.key.owner, cursor, options);
  }

  /**
   * Appends a page. If a record moved between the requests, two pages can contain its id: the list then contains the id
   * only once.
   */
  #withPage(before: PagedListState, page: IdPage): PagedListState {
    const ids = [...new Set([...before.ids, ...page.ids])];
    const trailBefore = this.#trails.get(before) ?? new PageTrail();
    const trail = trailBefore.continueAt(page.next, before.ids.length, ids.length);
    const state: PagedListState = {
      ...(before.asOf === undefined ? {} : { asOf: before.asOf }),
      status: 'ready',
      ids,
      pages: before.pages + 1,
      next: trail === undefined ? undefined : page.next,
      total: page.total ?? before.total,
      fault: undefined,
    };
    if (trail !== undefined) this.#trails.set(state, trail);
    return state;
  }

  #replace(state: PagedListState): void {
    const trail = this.#trails.get(this.#state);
    if (trail !== undefined && state.next === this.#state.next && !this.#trails.has(state))
      this.#trails.set(state, trail);
    this.#state = state;
    this.#changed.fire();
  }
}

function isSameState(one: PagedListState, other: PagedListState): boolean {
  const isSameProgress =
    one.pages === other.pages && one.next === other.next && one.total === other.total && one.fault === other.fault;
  return isSameProgress && isSameSequence(one.ids, other.ids);
}

function isSameSequence(one: readonly string[], other: readonly string[]): boolean {
  return one === other || (one.length === other.length && one.every((id, index) => id === other[index]));
}

function withId(previous: PagedListState, id: string, position: 'first' | 'last'): PagedListState {
  if (previous.ids.includes(id)) return previous;
  return {
    ...previous,
    ids: position === 'first' ? [id, ...previous.ids] : [...previous.ids, id],
    total: previous.total === undefined ? undefined : previous.total + 1,
  };
}
