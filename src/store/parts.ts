// Owns a project's parts: the states, labels, members, modules and types that its work items refer to, each read once.
import { type Fault, faultOf } from '../api/fault.ts';
import { Emitter } from '../std/event.ts';

/** A part as far as it has been read. `lacking`: this server, or this project, does not have it. */
export type Part<T> =
  | { readonly status: 'unread' | 'reading'; readonly records: readonly T[] }
  | { readonly status: 'ready'; readonly records: readonly T[] }
  | { readonly status: 'lacking'; readonly records: readonly T[] }
  | { readonly status: 'failed'; readonly records: readonly T[]; readonly fault: Fault };

/** One kind of part for every project. `fetch` reads all of a project's records. */
export class Parts<T> {
  readonly #fetch: (project: string) => Promise<readonly T[]>;
  readonly #parts = new Map<string, Part<T>>();
  readonly #readings = new Map<string, Promise<void>>();
  readonly #changed = new Emitter<string>();

  /** Fires with the project whose part was replaced. */
  readonly onDidChange = this.#changed.event;

  constructor(fetch: (project: string) => Promise<readonly T[]>) {
    this.#fetch = fetch;
  }

  of(project: string): Part<T> {
    return this.#parts.get(project) ?? { status: 'unread', records: [] };
  }

  /** Reads the part unless it is known. Never rejects for a fault: the part holds it, and the next call tries again. */
  read(project: string): Promise<Part<T>> {
    const known = this.of(project);
    if (known.status === 'ready' || known.status === 'lacking') return Promise.resolve(known);
    const reading = this.#readings.get(project) ?? this.#begin(project);
    return reading.then(() => this.of(project));
  }

  /** Reads it again at the next `read`; what is known stays shown. */
  expire(project: string): void {
    const known = this.of(project);
    if (known.status === 'ready' || known.status === 'lacking') this.#parts.set(project, { status: 'unread', records: known.records });
  }

  /** What is known, by its project. */
  known(): readonly (readonly [string, readonly T[]])[] {
    return [...this.#parts].flatMap(([project, { records }]) => (records.length === 0 ? [] : [[project, records] as const]));
  }

  /** Takes in what an earlier run knew: it names things until the next `read` brings it anew. */
  restore(project: string, records: readonly T[]): void {
    if (!this.#parts.has(project)) this.#replace(project, { status: 'unread', records });
  }

  #begin(project: string): Promise<void> {
    const { records } = this.of(project);
    this.#replace(project, { status: 'reading', records });
    const reading = this.#fetch(project)
      .then(
        (fetched) => this.#replace(project, { status: 'ready', records: fetched }),
        (error: unknown) => this.#replace(project, failedPart(faultOf(error), records)),
      )
      .finally(() => this.#readings.delete(project));
    this.#readings.set(project, reading);
    return reading;
  }

  #replace(project: string, part: Part<T>): void {
    this.#parts.set(project, part);
    this.#changed.fire(project);
  }
}

/** A route that is not there, a plan that does not include it (402) and a project where it is switched off (400) all mean that there is nothing to offer. */
function failedPart<T>(fault: Fault, records: readonly T[]): Part<T> {
  const lacking = (fault.kind === 'absent' && fault.route) || (fault.kind === 'refused' && (fault.status === 400 || fault.status === 402));
  return lacking ? { status: 'lacking', records: [] } : { status: 'failed', records, fault };
}
