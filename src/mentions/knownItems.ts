// Resolves mentions: the project identifiers known for this connection, and the loaded work item of
// each mention.

import { type ItemAddress, keyOf, parseAddress } from '../cache/address.ts';
import type { Store } from '../cache/store.ts';
import { type Fault, faultOf, isOutOfReach } from '../client/apiError.ts';
import type { Clock } from '../std/clock.ts';
import { type Disposable, Disposables } from '../std/disposable.ts';
import { Emitter } from '../std/event.ts';
import { type IdentifierMatch, Matcher } from './identifiers.ts';

/** The part of a project that mentions need, stored across restarts so that it needs no request. */
export interface KnownProject {
  readonly id: string;
  readonly identifier: string;
  readonly name: string;
}

/** What a mention resolves to. */
export type Meaning =
  | { readonly kind: 'read'; readonly address: ItemAddress }
  /** Not loaded yet in this session. */
  | { readonly kind: 'unread' }
  /** The server responded that the work item does not exist or is not accessible. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly fault: Fault };

/** Stores the projects across restarts. */
export interface ProjectMemory {
  read(): readonly KnownProject[];
  write(projects: readonly KnownProject[]): void;
}

/** A work item that was not found is not requested again for this long. */
const REMEMBER_GONE_MS = 600_000;

export class KnownItems implements Disposable {
  readonly #store: Store;
  readonly #memory: ProjectMemory;
  readonly #clock: Clock;
  readonly #disposables = new Disposables();
  readonly #changed = new Emitter<void>();
  /** Ids by project id, then by number. */
  readonly #ids = new Map<string, Map<number, string>>();
  /** Project and number by record key: after a record is removed, only its key is known. */
  readonly #numbers = new Map<string, readonly [project: string, sequence: number]>();
  /** When the server reported the work item as not found, in milliseconds. */
  readonly #gone = new Map<string, number>();
  #projects: readonly KnownProject[];
  #prefixes: ReadonlyMap<string, KnownProject>;
  #matcher: Matcher;

  /**
   * Fires when mentions may resolve differently or look different. If `matcher` is another object, the projects have
   * changed.
   */
  readonly onDidChange = this.#changed.event;

  constructor(store: Store, memory: ProjectMemory, clock: Clock) {
    this.#store = store;
    this.#memory = memory;
    this.#clock = clock;
    this.#projects = memory.read();
    this.#prefixes = byPrefix(this.#projects);
    this.#matcher = new Matcher(this.#prefixes.keys());
    this.#disposables.add(store.resources.projects.records.onDidChange(() => this.#takeInProjects()));
    this.#disposables.add(store.resources.projects.list().onDidChange(() => this.#takeInProjects()));
    this.#disposables.add(store.resources.workItems.records.onDidChange((keys) => this.#takeIn(keys)));
    this.#disposables.add(this.#changed);
    this.#takeInProjects();
    this.#takeIn([...store.resources.workItems.records.all().keys()]);
  }

  /** A new object whenever the projects change. */
  get matcher(): Matcher {
    return this.#matcher;
  }

  get projects(): readonly KnownProject[] {
    return this.#projects;
  }

  project(prefix: string): KnownProject | undefined {
    return this.#prefixes.get(prefix);
  }

  /** Resolves the mention without a request. */
  meaning(mention: IdentifierMatch): Meaning {
    const address = this.#addressOf(mention);
    if (address !== undefined) return { kind: 'read', address };
    const since = this.#gone.get(mention.identifier);
    return since !== undefined && this.#clock.now() - since < REMEMBER_GONE_MS ? { kind: 'gone' } : { kind: 'unread' };
  }

  /** Requests a work item that is not loaded yet, with urgency `visible`. Simultaneous calls share one request. */
  async look(mention: IdentifierMatch, signal?: AbortSignal): Promise<Meaning> {
    const known = this.meaning(mention);
    if (known.kind !== 'unread') return known;
    try {
      const { project, id } = await this.#store.readByIdentifier(mention.identifier, {
        urgency: 'visible',
        ...(signal === undefined ? {} : { signal }),
      });
      return { kind: 'read', address: { project, id } };
    } catch (error) {
      const fault = faultOf(error);
      if (!isOutOfReach(fault)) return { kind: 'failed', fault };
      this.#gone.set(mention.identifier, this.#clock.now());
      this.#changed.fire();
      return { kind: 'gone' };
    }
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #addressOf({ prefix, sequence }: IdentifierMatch): ItemAddress | undefined {
    const project = this.project(prefix)?.id;
    const id = project === undefined ? undefined : this.#ids.get(project)?.get(sequence);
    return project === undefined || id === undefined ? undefined : { project, id };
  }

  #takeInProjects(): void {
    const projects = this.#readProjects();
    if (sameProjects(projects, this.#projects)) return;
    this.#projects = projects;
    this.#prefixes = byPrefix(projects);
    this.#matcher = new Matcher(this.#prefixes.keys());
    this.#memory.write(projects);
    this.#changed.fire();
  }

  /**
   * The server's projects once the whole list is loaded; until then, the loaded ones followed by those known before.
   */
  #readProjects(): readonly KnownProject[] {
    const { status, next } = this.#store.resources.projects.list().state;
    const records = [...this.#store.resources.projects.records.all().values()].flatMap(
      ({ id }) => this.#store.project(id) ?? [],
    );
    const read = records.map(({ id, identifier, name, is_member }) => ({
      id,
      identifier,
      name,
      isOurs: is_member !== false,
    }));
    const isWhole = status === 'ready' && next === undefined;
    const ids = new Set(read.map(({ id }) => id));
    const kept = isWhole ? [] : this.#projects.filter(({ id }) => !ids.has(id));
    return [
      ...read.filter(({ isOurs }) => isOurs).map(({ id, identifier, name }) => ({ id, identifier, name })),
      ...kept,
    ];
  }

  #takeIn(keys: readonly string[]): void {
    for (const key of keys) {
      const address = parseAddress(key);
      const item = address === undefined ? undefined : this.#store.item(address);
      if (address === undefined || item === undefined) this.#drop(key);
      else this.#add(address, item.sequence_id);
    }
    if (keys.length > 0) this.#changed.fire();
  }

  #add(address: ItemAddress, sequence: number): void {
    const ofProject = this.#ids.get(address.project) ?? new Map<number, string>();
    this.#ids.set(address.project, ofProject.set(sequence, address.id));
    this.#numbers.set(keyOf(address), [address.project, sequence]);
  }

  #drop(key: string): void {
    const [project, sequence] = this.#numbers.get(key) ?? [];
    if (project === undefined || sequence === undefined) return;
    this.#numbers.delete(key);
    this.#ids.get(project)?.delete(sequence);
    const prefix = this.#projects.find(({ id }) => id === project)?.identifier;
    if (prefix !== undefined) this.#gone.set(`${prefix}-${sequence}`, this.#clock.now());
  }
}

function byPrefix(projects: readonly KnownProject[]): ReadonlyMap<string, KnownProject> {
  return new Map(projects.map((one) => [one.identifier, one]));
}

function sameProjects(ones: readonly KnownProject[], others: readonly KnownProject[]): boolean {
  return ones.length === others.length && ones.every((one, place) => isSame(one, others[place]));
}

function isSame(one: KnownProject, other: KnownProject | undefined): boolean {
  return one.id === other?.id && one.identifier === other.identifier && one.name === other.name;
}
