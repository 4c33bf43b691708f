// Owns what a mention stands for: which projects' identifiers are known on this connection, and the work item of each
// as far as it is read.

import { type ItemAddress, keyOf, parseAddress } from '../cache/address.ts';
import type { Store } from '../cache/store.ts';
import { type Fault, faultOf, isOutOfReach } from '../client/apiError.ts';
import type { Clock } from '../std/clock.ts';
import { type Disposable, Disposables } from '../std/disposable.ts';
import { Emitter } from '../std/event.ts';
import { type IdentifierMatch, Matcher } from './identifiers.ts';

/** A project as much as mentions of its work items need, kept over restarts so that no request is needed for it. */
export interface KnownProject {
  readonly id: string;
  readonly identifier: string;
  readonly name: string;
}

/** What is known of a mentioned work item. */
export type Meaning =
  | { readonly kind: 'read'; readonly address: ItemAddress }
  /** Not read yet in this session. */
  | { readonly kind: 'unread' }
  /** The service says that there is none, or that it is not ours to see. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly fault: Fault };

/** Where the projects are kept over restarts. */
export interface ProjectMemory {
  read(): readonly KnownProject[];
  write(projects: readonly KnownProject[]): void;
}

/** What the service said no to is not asked again for so long. */
const REMEMBER_GONE_MS = 600_000;

export class KnownItems implements Disposable {
  readonly #store: Store;
  readonly #memory: ProjectMemory;
  readonly #clock: Clock;
  readonly #held = new Disposables();
  readonly #changed = new Emitter<void>();
  /** By id of the project, then by number. */
  readonly #ids = new Map<string, Map<number, string>>();
  /** The numbers of records, by their keys: what is forgotten is known by its key alone. */
  readonly #numbers = new Map<string, readonly [project: string, sequence: number]>();
  /** When the service said that there is no such work item. */
  readonly #gone = new Map<string, number>();
  #projects: readonly KnownProject[];
  #prefixes: ReadonlyMap<string, KnownProject>;
  #matcher: Matcher;

  /**
   * Fires when a mention may mean something else, or what it means may look different. Compare `matcher` to tell that
   * the projects have changed.
   */
  readonly onDidChange = this.#changed.event;

  constructor(store: Store, memory: ProjectMemory, clock: Clock) {
    this.#store = store;
    this.#memory = memory;
    this.#clock = clock;
    this.#projects = memory.read();
    this.#prefixes = byPrefix(this.#projects);
    this.#matcher = new Matcher(this.#prefixes.keys());
    this.#held.add(store.resources.projects.records.onDidChange(() => this.#takeInProjects()));
    this.#held.add(store.resources.projects.list().onDidChange(() => this.#takeInProjects()));
    this.#held.add(store.resources.workItems.records.onDidChange((keys) => this.#takeIn(keys)));
    this.#held.add(this.#changed);
    this.#takeInProjects();
    this.#takeIn([...store.resources.workItems.records.all().keys()]);
  }

  /** Another one when the projects have changed. */
  get matcher(): Matcher {
    return this.#matcher;
  }

  get projects(): readonly KnownProject[] {
    return this.#projects;
  }

  project(prefix: string): KnownProject | undefined {
    return this.#prefixes.get(prefix);
  }

  /** Asks nobody. */
  meaning(mention: IdentifierMatch): Meaning {
    const address = this.#addressOf(mention);
    if (address !== undefined) return { kind: 'read', address };
    const since = this.#gone.get(mention.identifier);
    return since !== undefined && this.#clock.now() - since < REMEMBER_GONE_MS ? { kind: 'gone' } : { kind: 'unread' };
  }

  /**
   * Asks the service for what is not read yet, in the middle class of the budget: one request, shared by all who ask at
   * the same time.
   */
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
    this.#held.dispose();
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
   * As the service lists them when its list is read to its end; else what was known before stays beside what is known
   * now.
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
