// Caches the states, labels, members, modules, cycles and types of projects. Each list is read with all its pages, and
// read again when it is out of date.
import { isDeepStrictEqual } from 'node:util';
import { type Fault, faultOf, isUnsupportedInProject } from '../../client/apiError.ts';
import type { CallOptions } from '../../client/call.ts';
import { type Clock, systemClock } from '../../std/clock.ts';
import { Emitter } from '../../std/event.ts';
import { FRESH_FOR_MS } from './pagedList.ts';

/**
 * The state of one project's list. `unsupported`: the server or the project does not have the list. A list that is
 * requested again stays `ready` until the response arrives.
 */
export type ProjectListState<T> =
  | { readonly status: 'notLoaded' | 'loading'; readonly records: readonly T[] }
  | { readonly status: 'ready'; readonly records: readonly T[] }
  | { readonly status: 'unsupported'; readonly records: readonly T[] }
  | { readonly status: 'failed'; readonly records: readonly T[]; readonly fault: Fault };

/** One object, so that what was computed from an empty list stays valid. */
const NOT_LOADED: ProjectListState<never> = { status: 'notLoaded', records: [] };

/** The lists of one kind: one list for each project. `fetch` requests all records of a project. */
export class ProjectLists<T> {
  readonly #fetch: (project: string, options?: CallOptions) => Promise<readonly T[]>;
  readonly #clock: Clock;
  readonly #states = new Map<string, ProjectListState<T>>();
  readonly #reads = new Map<string, Promise<void>>();
  /** By project: when the server last sent the list in this run, in milliseconds. */
  readonly #readAt = new Map<string, number>();
  /** Projects whose list is known to be out of date, regardless of its age. */
  readonly #expired = new Set<string>();
  /** By project: ids that the list did not contain. Each id expires the list only once. */
  readonly #missingIds = new Map<string, Set<string>>();
  readonly #changed = new Emitter<string>();

  /** Fires with the id of the project whose list was replaced. */
  readonly onDidChange = this.#changed.event;

  constructor(fetch: (project: string, options?: CallOptions) => Promise<readonly T[]>, clock: Clock = systemClock) {
    this.#fetch = fetch;
    this.#clock = clock;
  }

  get(project: string): ProjectListState<T> {
    return this.#states.get(project) ?? NOT_LOADED;
  }

  /** Whether the list was read in this run, less than `FRESH_FOR_MS` ago, and has not expired since. */
  isCurrent(project: string): boolean {
    const readAt = this.#readAt.get(project);
    return readAt !== undefined && !this.#expired.has(project) && this.#clock.now() - readAt < FRESH_FOR_MS;
  }

  /**
   * Reads the list unless it is current. Never rejects when the request fails: the state contains the fault, and the
   * next call sends the request again.
   */
  read(project: string): Promise<ProjectListState<T>> {
    const state = this.get(project);
    if (hasResponse(state) && this.isCurrent(project)) return Promise.resolve(state);
    const readPromise = this.#reads.get(project) ?? this.#startRead(project);
    return readPromise.then(() => this.get(project));
  }

  /**
   * Requests the list unless it is current. If the request fails, rejects with an ApiError and does not change the
   * list.
   */
  async revalidate(project: string, options?: CallOptions): Promise<void> {
    if (this.isCurrent(project) || this.#reads.has(project)) return;
    const wasExpired = this.#expired.delete(project);
    try {
      const records = await this.#fetch(project, options);
      if (!this.#reads.has(project)) this.setRecords(project, records);
    } catch (error) {
      if (wasExpired) this.#expired.add(project);
      throw error;
    }
  }

  /**
   * Marks the list of a project, or all lists, as out of date: the next `read` requests the list again. Until then, its
   * records stay in the cache.
   */
  expire(project?: string): void {
    if (project === undefined) for (const knownProject of this.#states.keys()) this.#expired.add(knownProject);
    else if (this.#states.has(project)) this.#expired.add(project);
  }

  /**
   * Expires the list. Called when records refer to ids that the list does not contain. Each id expires the list only
   * once.
   */
  expireForMissingIds(project: string, ids: readonly string[]): void {
    const reportedMissingIds = this.#missingIds.get(project) ?? new Set();
    this.#missingIds.set(project, reportedMissingIds);
    const hasNewId = ids.some((id) => !reportedMissingIds.has(id));
    for (const id of ids) reportedMissingIds.add(id);
    if (hasNewId && hasResponse(this.get(project))) this.expire(project);
  }

  /**
   * Requests the list, to resolve names, if it is not loaded or was marked as out of date. Ignores the age of the list,
   * because a newer list would not resolve more names.
   */
  async readForNames(project: string): Promise<void> {
    if (!hasResponse(this.get(project)) || this.#expired.has(project)) await this.read(project);
  }

  /**
   * Adds a record that was created in this window, if the list is loaded. Otherwise, the next `read` requests it with
   * the list.
   */
  add(project: string, record: T): void {
    const state = this.get(project);
    if (state.status === 'ready') this.#replace(project, { status: 'ready', records: [...state.records, record] });
  }

  /** Returns the id and the cached records of each project that has cached records. */
  loadedRecords(): readonly (readonly [string, readonly T[]])[] {
    return [...this.#states].flatMap(([project, { records }]) =>
      records.length === 0 ? [] : [[project, records] as const],
    );
  }

  /** Restores the records of an earlier run. Their names are shown until the next `read` replaces the records. */
  restore(project: string, records: readonly T[]): void {
    if (!this.#states.has(project)) this.#replace(project, { status: 'notLoaded', records });
  }

  /** Stores the whole list, which the server has just sent. */
  setRecords(project: string, records: readonly T[]): void {
    this.#readAt.set(project, this.#clock.now());
    this.#replace(project, { status: 'ready', records });
  }

  /** Replaces each record with the result of `update`. The age of the list does not change. */
  updateRecords(project: string, update: (record: T) => T): void {
    const state = this.get(project);
    this.#replace(project, { ...state, records: state.records.map(update) });
  }

  #startRead(project: string): Promise<void> {
    const before = this.get(project);
    if (!hasResponse(before)) this.#replace(project, { status: 'loading', records: before.records });
    this.#expired.delete(project);
    this.#readAt.delete(project);
    const readPromise = this.#fetch(project)
      .then(
        (records) => this.setRecords(project, records),
        (error: unknown) => this.#fail(project, faultOf(error)),
      )
      .finally(() => this.#reads.delete(project));
    this.#reads.set(project, readPromise);
    return readPromise;
  }

  #fail(project: string, fault: Fault): void {
    const state = failedState(fault, this.get(project).records);
    if (state.status === 'unsupported') this.#readAt.set(project, this.#clock.now());
    this.#replace(project, state);
  }

  #replace(project: string, state: ProjectListState<T>): void {
    if (isDeepStrictEqual(this.#states.get(project), state)) return;
    this.#states.set(project, state);
    this.#changed.fire(project);
  }
}

function hasResponse({ status }: ProjectListState<unknown>): boolean {
  return status === 'ready' || status === 'unsupported';
}

function failedState<T>(fault: Fault, records: readonly T[]): ProjectListState<T> {
  return isUnsupportedInProject(fault) ? { status: 'unsupported', records: [] } : { status: 'failed', records, fault };
}
