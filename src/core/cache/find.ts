// Searches the cached work items by identifier and name, best match first, without a request.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Project } from '../../contract/resources/project.ts';
import { isClosedGroup } from '../../contract/resources/state.ts';
import { FirstInOrder } from '../../std/firstInOrder.ts';
import { type ItemAddress, keyOf } from './address.ts';
import { matchesAbbreviation, RANKS, rankOf, type SearchableText, typedQuery } from './findRank.ts';
import type { ItemRecord, StateRecord } from './record.ts';
import type { RecordCache } from './recordCache.ts';

/** The part of a Store that a Finder searches. */
export interface SearchedStore {
  readonly resources: {
    readonly workItems: {
      readonly records: Pick<RecordCache<ItemRecord>, 'all' | 'value' | 'isGone' | 'onDidChange'>;
    };
    readonly projects: { readonly records: Pick<RecordCache<Project>, 'onDidChange'> };
  };
  project(id: string): Pick<Project, 'identifier'> | undefined;
  state(project: string, id: string): Pick<StateRecord, 'group'> | undefined;
}

/** A work item with its identifier and name in lower case. */
interface SearchEntry extends SearchableText, ChangedItem {
  readonly state: string | null;
}

/** A work item with the time of its latest change. */
interface ChangedItem extends ItemAddress {
  readonly updatedAt: string;
}

/** A work item without a record in the store: only its identifier and name are known. */
export interface UncachedItem extends ItemAddress {
  readonly identifier: string;
  readonly name: string;
}

/** Restricts the search to some work items of the store, and adds work items that the store does not have. */
export interface FindOptions {
  readonly isWanted?: (address: ItemAddress) => boolean;
  /** Work items that are searched in addition to those of the store. A work item that the store has is ignored here. */
  readonly uncached?: readonly UncachedItem[];
}

interface RankedEntry {
  readonly entry: SearchEntry;
  readonly rank: number;
  readonly isDone: boolean;
}

/** How many entries are created in one turn of the event loop. */
const ENTRIES_PER_TURN = 5_000;

/**
 * Searches the work items of a store. The first search creates an entry for each work item, with its identifier and
 * name in lower case; each later search first updates only the entries of changed work items, so that a keystroke reads
 * no unchanged record (`npm run bench -- find`). Work items that are gone from the server are not found.
 */
export class Finder {
  readonly #store: SearchedStore;
  readonly #entries = new Map<string, SearchEntry>();
  /** Keys of the work items whose entries may be out of date; undefined if all entries may be out of date. */
  #outdated: Set<string> | undefined;

  constructor(store: SearchedStore) {
    this.#store = store;
    const { workItems, projects } = store.resources;
    workItems.records.onDidChange((keys) => {
      for (const key of keys) this.#outdated?.add(key);
    });
    // The identifier of a project is a part of the identifiers of its work items.
    projects.records.onDidChange(() => {
      this.#outdated = undefined;
    });
  }

  /**
   * Returns at most `limit` addresses, best match first. Within a rank, matches in the identifier are ordered by
   * identifier. All other matches are ordered by the time of the latest change, newest first, and those that are
   * completed or canceled come last.
   */
  find(text: string, limit: number, { isWanted = () => true, uncached = [] }: FindOptions = {}): ItemAddress[] {
    const query = typedQuery(text);
    if (query.words.length === 0) return [];
    this.#update();
    const bestMatches = new FirstInOrder<RankedEntry>(limit, compareMatches);
    const { records } = this.#store.resources.workItems;
    const uncachedEntries = uncached.flatMap((uncachedItem) =>
      records.value(keyOf(uncachedItem)) === undefined ? [uncachedEntry(uncachedItem)] : [],
    );
    const isDone = this.#createDoneTest();
    for (const entries of [this.#entries.values(), uncachedEntries])
      for (const entry of entries) {
        const rank = rankOf(entry, query);
        if (rank !== undefined && rank <= (bestMatches.last?.rank ?? rank) && isWanted(entry))
          bestMatches.add({ entry, rank, isDone: isDone(entry) });
      }
    if (!bestMatches.isFull) {
      const foundEntries = new Set(bestMatches.values.map(({ entry }) => entry));
      for (const entries of [this.#entries.values(), uncachedEntries])
        for (const entry of entries)
          if (!foundEntries.has(entry) && matchesAbbreviation(entry, query) && isWanted(entry))
            bestMatches.add({ entry, rank: RANKS.wordsAbbreviate, isDone: isDone(entry) });
    }
    return bestMatches.values.map(({ entry }) => addressOf(entry));
  }

  /**
   * Returns a function that tests whether a work item is completed or canceled. It looks up each state once, because a
   * search can match thousands of work items.
   */
  #createDoneTest(): (entry: SearchEntry) => boolean {
    const isDoneByState = new Map<string, boolean>();
    return ({ project, state }) => {
      if (state === null) return false;
      let isDone = isDoneByState.get(state);
      if (isDone === undefined) {
        isDone = isClosedGroup(this.#store.state(project, state)?.group);
        isDoneByState.set(state, isDone);
      }
      return isDone;
    };
  }

  /**
   * Creates the entries before the first search, in steps of a few milliseconds, so that other code can run in between.
   */
  async prepareEntries(): Promise<void> {
    while (this.#update(ENTRIES_PER_TURN)) await nextTurn();
  }

  /** Returns at most `limit` addresses, the most recently changed work item first. */
  findLatest(limit: number, isWanted: (address: ItemAddress) => boolean = () => true): ItemAddress[] {
    const latestItems = new FirstInOrder<ChangedItem>(limit, compareByChange);
    const { records } = this.#store.resources.workItems;
    for (const [key, record] of records.all()) {
      const updatedAt = record.updated_at ?? '';
      if (updatedAt >= (latestItems.last?.updatedAt ?? '') && !records.isGone(key) && isWanted(record))
        latestItems.add({ project: record.project, id: record.id, updatedAt });
    }
    return latestItems.values.map(addressOf);
  }

  /**
   * Returns at most `limit` addresses of work items whose identifier starts with the text, the most recently changed
   * work item first.
   */
  findLatestByPrefix(prefix: string, limit: number): ItemAddress[] {
    this.#update();
    const text = prefix.toLowerCase();
    const latestEntries = new FirstInOrder<SearchEntry>(limit, compareByChange);
    for (const entry of this.#entries.values()) if (entry.identifier.startsWith(text)) latestEntries.add(entry);
    return latestEntries.values.map(addressOf);
  }

  /** Updates at most `limit` entries. Returns whether more entries are out of date. */
  #update(limit = Number.POSITIVE_INFINITY): boolean {
    const { records } = this.#store.resources.workItems;
    if (this.#outdated === undefined) {
      this.#entries.clear();
      this.#outdated = new Set(records.all().keys());
    }
    let count = 0;
    /** By project: the text with which the identifiers of its work items start, for example `web-`. */
    const prefixes = new Map<string, string>();
    for (const key of this.#outdated) {
      if (count === limit) return true;
      count += 1;
      this.#outdated.delete(key);
      const record = records.value(key);
      if (record === undefined || records.isGone(key)) {
        this.#entries.delete(key);
        continue;
      }
      const { project, id, name, state, updated_at } = record;
      const prefix = prefixes.get(project) ?? this.#prefixOf(project);
      prefixes.set(project, prefix);
      const identifier = prefix === '' ? '' : `${prefix}${record.sequence_id}`;
      this.#entries.set(key, { project, id, identifier, name: name.toLowerCase(), state, updatedAt: updated_at ?? '' });
    }
    return false;
  }

  /**
   * Returns the text with which identifiers in the project start, for example `web-`; '' if the project is not loaded.
   */
  #prefixOf(project: string): string {
    const { identifier } = this.#store.project(project) ?? {};
    return identifier === undefined ? '' : `${identifier.toLowerCase()}-`;
  }
}

function addressOf({ project, id }: ItemAddress): ItemAddress {
  return { project, id };
}

function uncachedEntry({ project, id, identifier, name }: UncachedItem): SearchEntry {
  return {
    project,
    id,
    identifier: identifier.toLowerCase(),
    name: name.toLowerCase(),
    state: null,
    updatedAt: '',
  };
}

function compareMatches(one: RankedEntry, other: RankedEntry): number {
  if (one.rank !== other.rank) return one.rank - other.rank;
  if (one.rank > RANKS.identifierContains)
    return Number(one.isDone) - Number(other.isDone) || compareByChange(one.entry, other.entry);
  const [identifier, otherIdentifier] = [one.entry.identifier, other.entry.identifier];
  const lengthDifference = one.rank === RANKS.identifierStartsWith ? identifier.length - otherIdentifier.length : 0;
  return lengthDifference || compareIdentifiers(identifier, otherIdentifier);
}

/**
 * Compares for an order with the latest change first. The server sends all times in the same format, so they can be
 * compared as strings.
 */
function compareByChange(one: ChangedItem, other: ChangedItem): number {
  if (one.updatedAt === other.updatedAt) return 0;
  return one.updatedAt < other.updatedAt ? 1 : -1;
}

/** Compares identifiers by project, then by number: `web-9` comes before `web-10`. */
function compareIdentifiers(one: string, other: string): number {
  const [dash, otherDash] = [one.lastIndexOf('-'), other.lastIndexOf('-')];
  const [project, otherProject] = [one.slice(0, dash), other.slice(0, otherDash)];
  if (project !== otherProject) return project < otherProject ? -1 : 1;
  return Number(one.slice(dash + 1)) - Number(other.slice(otherDash + 1));
}
