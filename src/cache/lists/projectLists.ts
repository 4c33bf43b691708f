// Owns a project's parts: the states, labels, members, modules and types that its work items refer to, each read once
// and again when it is out of date.
import { isDeepStrictEqual } from 'node:util';
import { type Fault, faultOf, isUnsupportedInProject } from '../../client/apiError.ts';
import type { CallOptions } from '../../client/call.ts';
import { type Clock, systemClock } from '../../std/clock.ts';
import { Emitter } from '../../std/event.ts';

/**
 * A part as far as it has been read. `unsupported`: this server, or this project, does not have it. A part that is read
 * again stays `ready` until the answer arrives.
 */
export type ProjectListState<T> =
  | { readonly status: 'unread' | 'reading'; readonly records: readonly T[] }
  | { readonly status: 'ready'; readonly records: readonly T[] }
  | { readonly status: 'unsupported'; readonly records: readonly T[] }
  | { readonly status: 'failed'; readonly records: readonly T[]; readonly fault: Fault };

/** A list that was read longer ago is read again the next time it is asked for. In milliseconds. */
export const FRESH_FOR_MS = 5 * 60_000;

/** One kind of part for every project. `fetch` reads all of a project's records. */
export class ProjectLists<T> {
  readonly #fetch: (project: string, options?: CallOptions) => Promise<readonly T[]>;
  readonly #clock: Clock;
  readonly #parts = new Map<string, ProjectListState<T>>();
  readonly #readings = new Map<string, Promise<void>>();
  /** When the server last sent the part in this run, in milliseconds. */
  readonly #readAt = new Map<string, number>();
  /** Parts that are known to be out of date, whatever their age. */
  readonly #expired = new Set<string>();
  /** By project, the ids that no list named: each is a reason to read the list again only once. */
  readonly #missed = new Map<string, Set<string>>();
  readonly #changed = new Emitter<string>();

  /** Fires with the project whose part was replaced. */
  readonly onDidChange = this.#changed.event;

  constructor(fetch: (project: string, options?: CallOptions) => Promise<readonly T[]>, clock: Clock = systemClock) {
    this.#fetch = fetch;
    this.#clock = clock;
  }

  of(project: string): ProjectListState<T> {
    return this.#parts.get(project) ?? { status: 'unread', records: [] };
  }

  /** Whether the part was read in this run, less than `CURRENT_FOR` ago, and has not expired since. */
  isCurrent(project: string): boolean {
    const readAt = this.#readAt.get(project);
    return readAt !== undefined && !this.#expired.has(project) && this.#clock.now() - readAt < FRESH_FOR_MS;
  }

  /**
   * Reads the part unless it is current. Never rejects for a fault: the part holds it, and the next call tries again.
   */
  read(project: string): Promise<ProjectListState<T>> {
    const known = this.of(project);
    if (isAnswered(known) && this.isCurrent(project)) return Promise.resolve(known);
    const reading = this.#readings.get(project) ?? this.#begin(project);
    return reading.then(() => this.of(project));
  }

  /**
   * The part to choose from: the known records at once, where there are any, while a part that is not current is read
   * again (`onDidChange` fires if that changes it); otherwise what `read` gives.
   */
  offer(project: string): Promise<ProjectListState<T>> {
    const read = this.read(project);
    const known = this.of(project);
    return known.records.length > 0 ? Promise.resolve(known) : read;
  }

  /** Reads a known part again if it is not current. Rejects with a FaultError, and then the part stays as it was. */
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

  /**
   * A known part is read again the next time it is asked for; what is known stays shown. Without a project: every part.
   */
  expire(project?: string): void {
    if (project === undefined) for (const one of this.#parts.keys()) this.#expired.add(one);
    else if (this.#parts.has(project)) this.#expired.add(project);
  }

  /** Expires the part if a record refers to an id that it does not name, once for each id. */
  miss(project: string, ids: readonly string[]): void {
    const missed = this.#missed.get(project) ?? new Set();
    this.#missed.set(project, missed);
    const isNew = ids.some((id) => !missed.has(id));
    for (const id of ids) missed.add(id);
    if (isNew && isAnswered(this.of(project))) this.expire(project);
  }

  /** Reads the part because it is wanted to name something: not for its age alone, which would not name more. */
  async readForNames(project: string): Promise<void> {
    if (!isAnswered(this.of(project)) || this.#expired.has(project)) await this.read(project);
  }

  /** Adds a record that was created here, where the part has been read; an unread part gets it with its next `read`. */
  add(project: string, record: T): void {
    const known = this.of(project);
    if (known.status === 'ready') this.#replace(project, { status: 'ready', records: [...known.records, record] });
  }

  /** What is known, by its project. */
  known(): readonly (readonly [string, readonly T[]])[] {
    return [...this.#parts].flatMap(([project, { records }]) =>
      records.length === 0 ? [] : [[project, records] as const],
    );
  }

  /** Takes in what an earlier run knew: it names things until the next `read` brings it anew. */
  restore(project: string, records: readonly T[]): void {
    if (!this.#parts.has(project)) this.#replace(project, { status: 'unread', records });
  }

  /** Takes in the whole list as the server has just sent it. */
  take(project: string, records: readonly T[]): void {
    this.#readAt.set(project, this.#clock.now());
    this.#replace(project, { status: 'ready', records });
  }

  /** Replaces single records by newer ones that came from elsewhere; the part is as old as before. */
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
