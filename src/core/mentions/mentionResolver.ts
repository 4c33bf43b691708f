// Resolves mentions: provides a matcher for identifiers of all projects, and finds or requests mentioned work items.

import { type Fault, faultOf, isMissingOrForbidden } from '../../client/apiError.ts';
import type { Clock } from '../../std/clock.ts';
import { type Disposable, DisposableStore } from '../../std/disposable.ts';
import { Emitter } from '../../std/event.ts';
import { type ItemAddress, keyOf, parseItemKey } from '../cache/address.ts';
import type { Store } from '../cache/store/store.ts';
import { type IdentifierMatch, IdentifierMatcher } from './identifiers.ts';
import { MentionRefresher } from './mentionRefresher.ts';

/**
 * The fields of a project that are needed to resolve mentions. `ProjectStorage` stores these fields, so that a restart needs no request.
 */
export interface KnownProject {
  readonly id: string;
  readonly identifier: string;
  readonly name: string;
}

/** The result of resolving a mention. */
export type MentionResolution =
  | { readonly kind: 'read'; readonly address: ItemAddress }
  /** The work item of the mention is not loaded. */
  | { readonly kind: 'unread' }
  /** The server responded that the work item does not exist or is not accessible. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly fault: Fault };

/** Stores the projects across restarts. */
export interface ProjectStorage {
  read(): readonly KnownProject[];
  write(projects: readonly KnownProject[]): void;
}

/**
 * Other users may have created work items since the list of a project was loaded, so a number is ruled out only if it
 * exceeds twice the highest loaded number plus this constant.
 */
const MAX_NEW_ITEMS = 100;

/** A work item that was not found is not requested again during this time. */
const NOT_FOUND_CACHE_MS = 600_000;

export class MentionResolver implements Disposable {
  readonly #store: Store;
  readonly #projectStorage: ProjectStorage;
  readonly #clock: Clock;
  readonly #disposables = new DisposableStore();
  readonly #changed = new Emitter<void>();
  readonly #refresher: MentionRefresher;
  /** Ids of the loaded work items by project id, then by number. */
  readonly #idsByProject = new Map<string, Map<number, string>>();
  /** The project id and the number by record key, because the event for a removed record contains only its key. */
  readonly #numberByKey = new Map<string, readonly [project: string, sequence: number]>();
  /** The highest number of the loaded work items by project id. */
  readonly #highestNumbers = new Map<string, number>();
  /** When the server reported that a work item does not exist, in milliseconds, by identifier. */
  readonly #notFoundAt = new Map<string, number>();
  #projects: readonly KnownProject[];
  #projectByPrefix: ReadonlyMap<string, KnownProject>;
  #matcher: IdentifierMatcher;

  /**
   * Fires when mentions may resolve to other work items, or when a loaded work item has changed. If the projects have
   * changed as well, `matcher` has been replaced by a new matcher.
   */
  readonly onDidChange = this.#changed.event;

  constructor(store: Store, projectStorage: ProjectStorage, clock: Clock) {
    this.#store = store;
    this.#projectStorage = projectStorage;
    this.#clock = clock;
    this.#refresher = this.#disposables.add(new MentionRefresher(store, clock));
    this.#projects = projectStorage.read();
    this.#projectByPrefix = indexByPrefix(this.#projects);
    this.#matcher = new IdentifierMatcher(this.#projectByPrefix.keys());
    this.#disposables.add(store.resources.projects.records.onDidChange(() => this.#updateProjects()));
    this.#disposables.add(store.resources.projects.list().onDidChange(() => this.#updateProjects()));
    this.#disposables.add(store.resources.workItems.records.onDidChange((keys) => this.#updateItems(keys)));
    this.#disposables.add(this.#changed);
    this.#updateProjects();
    this.#updateItems([...store.resources.workItems.records.all().keys()]);
  }

  /** Finds identifiers of work items of all projects; a new object whenever the projects change. */
  get matcher(): IdentifierMatcher {
    return this.#matcher;
  }

  get projects(): readonly KnownProject[] {
    return this.#projects;
  }

  project(prefix: string): KnownProject | undefined {
    return this.#projectByPrefix.get(prefix);
  }

  /**
   * Whether the number is so far above all numbers of the project that no work item can have it. False unless the
   * newest work items of the project are loaded.
   */
  isRuledOut({ prefix, sequence }: IdentifierMatch): boolean {
    const project = this.project(prefix)?.id;
    if (project === undefined) return false;
    const { status, next } = this.#store.list({ of: 'items', owner: project }).state;
    const isNewestLoaded = status === 'ready' && (next === undefined || this.#store.areListsNewestFirst);
    return isNewestLoaded && sequence > 2 * (this.#highestNumbers.get(project) ?? 0) + MAX_NEW_ITEMS;
  }

  /** Resolves the mention without a request. */
  resolve(mention: IdentifierMatch): MentionResolution {
    const address = this.#addressOf(mention);
    if (address !== undefined) return { kind: 'read', address };
    const notFoundAt = this.#notFoundAt.get(mention.identifier);
    return notFoundAt !== undefined && this.#clock.now() - notFoundAt < NOT_FOUND_CACHE_MS
      ? { kind: 'gone' }
      : { kind: 'unread' };
  }

  /** Resolves the mention, and requests its work item if it is not loaded. Simultaneous calls share one request. */
  async resolveOrRequest(mention: IdentifierMatch, signal?: AbortSignal): Promise<MentionResolution> {
    const resolution = this.resolve(mention);
    if (resolution.kind !== 'unread') return resolution;
    try {
      const { project, id } = await this.#store.readByIdentifier(mention.identifier, {
        urgency: 'visible',
        ...(signal === undefined ? {} : { signal }),
      });
      return { kind: 'read', address: { project, id } };
    } catch (error) {
      const fault = faultOf(error);
      if (!isMissingOrForbidden(fault)) return { kind: 'failed', fault };
      this.#notFoundAt.set(mention.identifier, this.#clock.now());
      this.#changed.fire();
      return { kind: 'gone' };
    }
  }

  /**
   * Reads the loaded work items of the mentions again if they were read more than five minutes ago. Resolves when all
   * requests have ended; `onDidChange` has then fired if a work item has changed.
   */
  refresh(mentions: readonly IdentifierMatch[]): Promise<void> {
    return this.#refresher.refresh(mentions.flatMap((mention) => this.#addressOf(mention) ?? []));
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #addressOf({ prefix, sequence }: IdentifierMatch): ItemAddress | undefined {
    const project = this.project(prefix)?.id;
    const id = project === undefined ? undefined : this.#idsByProject.get(project)?.get(sequence);
    return project === undefined || id === undefined ? undefined : { project, id };
  }

  #updateProjects(): void {
    const projects = this.#collectProjects();
    if (areSameProjects(projects, this.#projects)) return;
    this.#projects = projects;
    this.#projectByPrefix = indexByPrefix(projects);
    this.#matcher = new IdentifierMatcher(this.#projectByPrefix.keys());
    this.#projectStorage.write(projects);
    this.#changed.fire();
  }

  /**
   * Returns the loaded projects that the user has joined. Until the list of projects is completely loaded, they are
   * followed by the projects of `ProjectStorage`.
   */
  #collectProjects(): readonly KnownProject[] {
    const { status, next } = this.#store.resources.projects.list().state;
    const records = [...this.#store.resources.projects.records.all().values()].flatMap(
      ({ id }) => this.#store.project(id) ?? [],
    );
    const loadedProjects = records.map(({ id, identifier, name, is_member }) => ({
      id,
      identifier,
      name,
      isJoined: is_member !== false,
    }));
    const isComplete = status === 'ready' && next === undefined;
    const loadedIds = new Set(loadedProjects.map(({ id }) => id));
    const storedProjects = isComplete ? [] : this.#projects.filter(({ id }) => !loadedIds.has(id));
    return [
      ...loadedProjects
        .filter(({ isJoined }) => isJoined)
        .map(({ id, identifier, name }) => ({ id, identifier, name })),
      ...storedProjects,
    ];
  }

  #updateItems(keys: readonly string[]): void {
    for (const key of keys) {
      const address = parseItemKey(key);
      const item = address === undefined ? undefined : this.#store.item(address);
      if (address === undefined || item === undefined) this.#removeItem(key);
      else this.#addItem(address, item.sequence_id);
    }
    if (keys.length > 0) this.#changed.fire();
  }

  #addItem(address: ItemAddress, sequence: number): void {
    const idByNumber = this.#idsByProject.get(address.project) ?? new Map<number, string>();
    this.#idsByProject.set(address.project, idByNumber.set(sequence, address.id));
    this.#highestNumbers.set(address.project, Math.max(sequence, this.#highestNumbers.get(address.project) ?? 0));
    this.#numberByKey.set(keyOf(address), [address.project, sequence]);
  }

  #removeItem(key: string): void {
    const [project, sequence] = this.#numberByKey.get(key) ?? [];
    if (project === undefined || sequence === undefined) return;
    this.#numberByKey.delete(key);
    this.#idsByProject.get(project)?.delete(sequence);
    const prefix = this.#projects.find(({ id }) => id === project)?.identifier;
    if (prefix !== undefined) this.#notFoundAt.set(`${prefix}-${sequence}`, this.#clock.now());
  }
}

function indexByPrefix(projects: readonly KnownProject[]): ReadonlyMap<string, KnownProject> {
  return new Map(projects.map((one) => [one.identifier, one]));
}

function areSameProjects(projects: readonly KnownProject[], otherProjects: readonly KnownProject[]): boolean {
  return (
    projects.length === otherProjects.length && projects.every((one, index) => isSameProject(one, otherProjects[index]))
  );
}

function isSameProject(one: KnownProject, other: KnownProject | undefined): boolean {
  return one.id === other?.id && one.identifier === other.identifier && one.name === other.name;
}
