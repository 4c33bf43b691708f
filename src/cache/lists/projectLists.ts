// Caches the states, labels, members, modules, cycles and types of projects as whole lists.
// A list is read once, and again when it is out of date.
import { isDeepStrictEqual } from 'node:util';
import { type Fault, faultOf, isUnsupportedInProject } from '../../client/apiError.ts';
import type { CallOptions } from '../../client/call.ts';
import { type Clock, systemClock } from '../../std/clock.ts';
import { Emitter } from '../../std/event.ts';

/**
 * A list as far as it has been read. `unsupported`: this server, or this project, does not have it. A list that is read
 * again stays `ready` until the response arrives.
 */
export type ProjectListState<T> =
  | { readonly status: 'unread' | 'reading'; readonly records: readonly T[] }
  | { readonly status: 'ready'; readonly records: readonly T[] }
  | { readonly status: 'unsupported'; readonly records: readonly T[] }
  | { readonly status: 'failed'; readonly records: readonly T[]; readonly fault: Fault };

/** Age in milliseconds from which a list is read again when it is requested. */
export const FRESH_FOR_MS = 5 * 60_000;

/** The lists of one kind for every project. `fetch` reads all records of a project. */
export class ProjectLists<T> {
  readonly #fetch: (project: string, options?: CallOptions) => Promise<readonly T[]>;
  readonly #clock: Clock;
  readonly #parts = new Map<string, ProjectListState<T>>();
  readonly #readings = new Map<string, Promise<void>>();
  /** When the server last sent the list in this run, in milliseconds. */
  readonly #readAt = new Map<string, number>();
  /** Projects whose list is known to be out of date, whatever its age. */
  readonly #expired = new Set<string>();
  /** By project, the ids that the list did not contain. Each id is a reason to read the list again only once. */
  readonly #missed = new Map<string, Set<string>>();
  readonly #changed = new Emitter<string>();

  /** Fires with the project whose list was replaced. */
  readonly onDidChange = this.#changed.event;

  constructor(fetch: (project: string, options?: CallOptions) => Promise<readonly T[]>, clock: Clock = systemClock) {
    this.#fetch = fetch;
    this.#clock = clock;
  }

  of(project: string): ProjectListState<T> {
    return this.#parts.get(project) ?? { status: 'unread', records: [] };
  }

  /** Whether the list was read in this run, less than `FRESH_FOR_MS` ago, and has not expired since. */
  isCurrent(project: string): boolean {
    const readAt = this.#readAt.get(project);
    return readAt !== undefined && !this.#expired.has(project) && this.#clock.now() - readAt < FRESH_FOR_MS;
  }

  /**
   * Reads the list unless it is current. Never rejects with a fault: the state contains it, and the next call tries
   * again.
   */
  read(project: string): Promise<ProjectListState<T>> {
    const known = this.of(project);
    if (isAnswered(known) && this.isCurrent(project)) return Promise.resolve(known);
    const reading = this.#readings.get(project) ?? this.#begin(project);
    return reading.then(() => this.of(project));
  }

  /**
   * Returns the list to choose from. Resolves at once with the known records, if there are any, and reads a list that
   * is not current in the background (`onDidChange` fires if that changes it). Otherwise resolves like `read`.
   */
  offer(project: string): Promise<ProjectListState<T>> {
    const read = this.read(project);
    const known = this.of(project);
    return known.records.length > 0 ? Promise.resolve(known) : read;
  }

  /** Reads a known list again if it is not current. Rejects with an ApiError; then the list stays as it was. */
  async revalidate(project: string, options?: CallOptions): Promise<void> {
    const before = this.of(project);
    const isKnown = isAnswered(before) || before.status === 'failed';
    if (!isKnown || this.isCurrent(project) || this.#readings.has(project)) return;
    const wasExpired = this.#expired.delete(project);
    try {
      const records = await this.#fetch(project, options);
      if (!this.#readings.has(project)) this.take(project, records);
    } catch (error) {
      if (wasExpired) this.#expired.add(project);
      throw error;
    }
  }

  /** Marks a known list to be read again on the next request. Its records stay. Without a project: every list. */
  expire(project?: string): void {
    if (project === undefined) for (const one of this.#parts.keys()) this.#expired.add(one);
    else if (this.#parts.has(project)) this.#expired.add(project);
  }

  /** Expires the list if a record refers to an id that the list does not contain, once for each id. */
  miss(project: string, ids: readonly string[]): void {
    const missed = this.#missed.get(project) ?? new Set();
    this.#missed.set(project, missed);
    const isNew = ids.some((id) => !missed.has(id));
    for (const id of ids) missed.add(id);
    if (isNew && isAnswered(this.of(project))) this.expire(project);
  }

  /**
   * Reads the list to resolve names. Its age alone is no reason to read it again, as that would not resolve more names.
   */
  async readForNames(project: string): Promise<void> {
    if (!isAnswered(this.of(project)) || this.#expired.has(project)) await this.read(project);
  }

  /**
   * Adds a record that was created in this window, if the list has been read. An unread list gets it with its next
   * `read`.
   */
  add(project: string, record: T): void {
    const known = this.of(project);
    if (known.status === 'ready') this.#replace(project, { status: 'ready', records: [...known.records, record] });
  }

  /** Returns the known records by project. */
  known(): readonly (readonly [string, readonly T[]])[] {
    return [...this.#parts].flatMap(([project, { records }]) =>
      records.length === 0 ? [] : [[project, records] as const],
    );
  }

  /** Restores the records of an earlier run. They resolve names until the next `read` replaces them. */
  restore(project: string, records: readonly T[]): void {
    if (!this.#parts.has(project)) this.#replace(project, { status: 'unread', records });
  }

  /** Stores the whole list as the server has just sent it. */
  take(project: string, records: readonly T[]): void {
    this.#readAt.set(project, this.#clock.now());
    this.#replace(project, { status: 'ready', records });
  }

  /** Replaces single records with newer ones from another source. The age of the list does not change. */
  correct(project: string, newer: (record: T) => T): void {
    const part = this.of(project);
    this.#replace(project, { ...part, records: part.records.map(newer) });
  }

  #begin(project: string): Promise<void> {
    const before = this.of(project);
    if (!isAnswered(before)) this.#replace(project, { status: 'reading', records: before.records });
    this.#expired.delete(project);
    this.#readAt.delete(project);
    const reading = this.#fetch(project)
      .then(
        (records) => this.take(project, records),
        (error: unknown) => this.#fail(project, faultOf(error)),
      )
      .finally(() => this.#readings.delete(project));
    this.#readings.set(project, reading);
    return reading;
  }

  #fail(project: string, fault: Fault): void {
    const part = failedPart(fault, this.of(project).records);
    if (part.status === 'unsupported') this.#readAt.set(project, this.#clock.now());
    this.#replace(project, part);
  }

  #replace(project: string, part: ProjectListState<T>): void {
    if (isDeepStrictEqual(this.#parts.get(project), part)) return;
    this.#parts.set(project, part);
    this.#changed.fire(project);
  }
}

function isAnswered({ status }: ProjectListState<unknown>): boolean {
  return status === 'ready' || status === 'unsupported';
}

function failedPart<T>(fault: Fault, records: readonly T[]): ProjectListState<T> {
  return isUnsupportedInProject(fault) ? { status: 'unsupported', records: [] } : { status: 'failed', records, fault };
}
