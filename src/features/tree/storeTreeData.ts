// Provides the data of a session's store to a tree, and caches sorted lists and rows.

import type { Project } from '../../contract/resources/project.ts';
import { nameOfUser } from '../../contract/resources/user.ts';
import { type ItemAddress, parseItemKey, parseRecordKey, type RecordKind } from '../../core/cache/address.ts';
import { cycleOrModuleNames } from '../../core/cache/changes/cycleOrModuleNames.ts';
import { isSameList, type ListKey } from '../../core/cache/lists/listKey.ts';
import type { ItemRecord } from '../../core/cache/record.ts';
import { openBlockers } from '../../core/cache/store/blockers.ts';
import type { Store } from '../../core/cache/store/store.ts';
import type { Filter } from '../../items/filter/filter.ts';
import { filterQuery, type NamedSource, namedSourceOf, type QueryContext } from '../../items/filter/serverQuery.ts';
import type { ViewChoices } from '../../items/grouping/choices.ts';
import { ItemSorter, type SortedItem } from '../../items/grouping/sortItems.ts';
import { DueDateCache } from '../../shell/tree/dueDate.ts';
import { ItemRowCache } from '../../shell/tree/itemRowCache.ts';
import type { ItemRows } from '../../shell/tree/itemRows.ts';
import { Memberships } from '../../shell/tree/memberships.ts';
import { type Node, nodeId, type ProjectFolder } from '../../shell/tree/node.ts';
import type { SavedView } from '../../shell/tree/savedView.ts';
import type { OwnItems, RecordLookup, TreeData } from '../../shell/tree/treeData.ts';
import { todayAt } from '../../std/calendarDay.ts';
import { itemsIn, rowsOf } from './rows/rows.ts';

interface SortedList {
  readonly ids: readonly string[];
  readonly sortBy: ViewChoices['sortBy'];
  readonly descending: boolean;
  readonly sorted: readonly SortedItem[];
  readonly items: readonly ItemRecord[];
  /** The ids of the work items of the project that have changed since the list was sorted. */
  readonly changedIds: Set<string>;
}

/**
 * The user's choices and records for the trees, the current day, and the bound project. The methods are called on every
 * access, so their results may change.
 */
export interface PersonalSettings {
  choices(): ViewChoices;
  /**
   * Returns the filter for which lists are requested, so that no request is sent while the user edits the filter. If
   * this method is absent, this is the filter of `choices`.
   */
  requestedFilter?(): Filter;
  ownItems(): OwnItems;
  /** Returns the saved views. If this method is absent, there are no saved views. */
  savedViews?(): readonly SavedView[];
  /** Returns the current day in the user's time zone, in the form 2026-11-20. */
  today(): string;
  /** Returns the current time in milliseconds. If this method is absent, this is the time of the system. */
  now?(): number;
  /** Whether the open folder is bound to this project. */
  isBound(project: Project): boolean;
}

export class StoreTreeData implements TreeData {
  readonly itemRows = new ItemRowCache();
  readonly sorter: ItemSorter;
  readonly records: RecordLookup;
  readonly #store: Store;
  readonly #personal: PersonalSettings;
  readonly #rowsByNode = new Map<string, ItemRows>();
  #lastRows: { readonly node: Node; readonly rows: ItemRows } | undefined;
  readonly #sortedByProject = new Map<string, SortedList>();
  readonly #memberships = new Memberships(this);
  readonly #dueDates = new DueDateCache();
  readonly #projectsWithOpenedEpics = new Set<string>();

  constructor(store: Store, personal: PersonalSettings) {
    this.#store = store;
    this.#personal = personal;
    this.records = recordLookupOf(store);
    this.sorter = new ItemSorter({
      get me() {
        return personal.ownItems().me;
      },
      get today() {
        return todayAt(Date.now());
      },
      prefix: (project) => store.project(project)?.identifier ?? '?',
      state: (project, id) => store.state(project, id),
      label: (project, id) => store.label(project, id),
      type: (project, id) => store.type(project, id),
      module: (project, id) => this.records.module(project, id),
      cycle: (project, id) => this.records.cycle(project, id),
      userName: (project, id) => this.userName(project, id),
      cyclesOrModulesOf: ({ id, project }, by) => this.#memberships.get(project, by).get(id) ?? [],
    });
  }

  get choices(): ViewChoices {
    return this.#personal.choices();
  }

  get requestedFilter(): Filter {
    return this.#personal.requestedFilter?.() ?? this.choices.filter;
  }

  get ownItems(): OwnItems {
    return this.#personal.ownItems();
  }

  get savedViews(): readonly SavedView[] {
    return this.#personal.savedViews?.() ?? [];
  }

  maySupport(kind: RecordKind): boolean {
    return this.#store.maySupport(kind);
  }

  get now(): number {
    return this.#personal.now?.() ?? Date.now();
  }

  get today(): string {
    return this.#personal.today();
  }

  get rejection() {
    return this.#store.authentication.rejection;
  }

  openBlockers(item: ItemAddress): readonly ItemAddress[] {
    return openBlockers(this.#store, item);
  }

  codeOf(item: ItemAddress) {
    return this.#store.code.of(item);
  }

  isBound(project: string): boolean {
    const record = this.#store.project(project);
    return record !== undefined && this.#personal.isBound(record);
  }

  isReadInBackground(project: string): boolean {
    return this.#store.sync.isEnabled && this.#store.sync.get(project)?.status !== 'tooLarge';
  }

  itemListOf(project: string, filter: Filter): ListKey {
    const { queriedItemSource: source } = this.#store;
    const query = this.#isFilteredByServer(project) ? filterQuery(filter, this.#queryContext(project)) : undefined;
    return query === undefined
      ? { of: 'items', owner: project }
      : source.keyOf(project, { pql: query.pql, matches: this.sorter.matcherOf(query.terms) });
  }

  /** Loads the states, labels and types that the filter names, which `itemListOf` needs to translate the filter. */
  async readQueryNames(project: string, filter: Filter): Promise<void> {
    if (!this.#isFilteredByServer(project)) return;
    for (const { field } of filter) {
      const source = namedSourceOf(field);
      if (source !== undefined) await this.#namesOf(source).readAll(project);
    }
  }

  /**
   * Loads the first or the next page of the list that `itemListOf` returns. If the response shows that the server does
   * not filter, loads the list of all work items instead.
   */
  async loadItems(project: string, filter: Filter): Promise<void> {
    await this.readQueryNames(project, filter);
    const key = this.itemListOf(project, filter);
    const list = this.#store.list(key);
    await (list.state.status === 'ready' ? list.loadMore() : list.read());
    if (!isSameList(key, this.itemListOf(project, filter))) await this.loadItems(project, filter);
  }

  project(id: string) {
    return this.#store.project(id);
  }

  item(address: Parameters<Store['item']>[0]) {
    return this.#store.item(address);
  }

  state(project: string, id: string) {
    return this.#store.state(project, id);
  }

  knownStates(project: string) {
    return this.#store.knownStates(project);
  }

  label(project: string, id: string) {
    return this.#store.label(project, id);
  }

  type(project: string, id: string) {
    return this.#store.type(project, id);
  }

  dueTexts(day: string) {
    return this.#dueDates.textsOf(day, this.today);
  }

  user(project: string, id: string) {
    return this.#store.user(project, id);
  }

  cycleOrModuleNames(item: ItemAddress, field: Parameters<TreeData['cycleOrModuleNames']>[1]) {
    return cycleOrModuleNames(this.#store, item, field);
  }

  estimateName(project: string, value: string) {
    return this.#store.estimateName(project, value);
  }

  userName(project: string, id: string): string {
    const user = this.#store.user(project, id);
    return user === undefined ? id : nameOfUser(user);
  }

  loadedStates(project: string) {
    const { states } = this.#store.resources;
    return states.list(project).state.asOf === undefined ? states.listed(project) : [];
  }

  listing(list: ListKey) {
    return this.#store.list(list).state;
  }

  hasRecords(list: ProjectFolder, project: string): boolean {
    const keys = [...this.#store.resources[list].records.all().keys()];
    return keys.some((key) => parseRecordKey(key)?.within === project);
  }

  hasOpenedEpics(project: string): boolean {
    return this.#projectsWithOpenedEpics.has(project);
  }

  /** Must be called when the user expands the folder of epics of the project. */
  recordOpenedEpics(project: string): void {
    this.#projectsWithOpenedEpics.add(project);
  }

  addressOf(list: ListKey, id: string) {
    return list.of === 'initiativeEpics' ? this.#store.associations.initiativeEpics.addressOf(id) : undefined;
  }

  *items(): Iterable<ItemRecord> {
    for (const key of this.#store.resources.workItems.records.all().keys()) {
      const record = this.#store.resources.workItems.records.value(key);
      if (record !== undefined) yield record;
    }
  }

  sortedItems(project: string): readonly ItemRecord[] {
    const { ids } = this.listing({ of: 'items', owner: project });
    const { sortBy, descending } = this.choices;
    const cached = this.#sortedByProject.get(project);
    const order = { sortBy, descending };
    let sorted: readonly SortedItem[] | undefined;
    if (cached?.ids === ids && cached.sortBy === sortBy && cached.descending === descending) {
      if (cached.changedIds.size === 0) return cached.items;
      sorted = this.#sortAgain(project, cached);
    }
    sorted ??= this.sorter.sortWithKeys(itemsIn(project, ids, this), order);
    const items = sorted.map(({ item }) => item);
    this.#sortedByProject.set(project, { ids, ...order, sorted, items, changedIds: new Set() });
    return items;
  }

  /** Returns undefined if the list lacks a record, or if the cache does not contain a changed record any more. */
  #sortAgain(project: string, { ids, sorted, changedIds, ...order }: SortedList): readonly SortedItem[] | undefined {
    const records = new Map(Array.from(changedIds, (id) => [id, this.item({ project, id })]));
    if (sorted.length !== ids.length || [...records.values()].includes(undefined)) return undefined;
    return this.sorter.sortAgain(sorted, order, (id) => records.get(id));
  }

  rowsOf(node: Node): ItemRows {
    // Thousands of calls in a row are for the same node, whose id need not be built again.
    if (this.#lastRows?.node === node) return this.#lastRows.rows;
    const id = nodeId(node);
    const rows = this.#rowsByNode.get(id) ?? rowsOf(node, this, this.sorter);
    this.#rowsByNode.set(id, rows);
    this.#lastRows = { node, rows };
    return rows;
  }

  /** Discards the computed rows. Must be called when anything has changed. */
  invalidateRows(): void {
    this.#rowsByNode.clear();
    this.#lastRows = undefined;
    this.#memberships.forget();
  }

  /** Must be called with the keys of changed work items. */
  invalidateItems(keys: readonly string[]): void {
    for (const key of keys) {
      const address = parseItemKey(key);
      if (address !== undefined) this.#sortedByProject.get(address.project)?.changedIds.add(address.id);
    }
  }

  #queryContext(project: string): QueryContext {
    return {
      me: this.ownItems.me,
      // Must be the same day as when the sorter applies the filter to the server's response.
      today: todayAt(Date.now()),
      prefix: this.project(project)?.identifier ?? '',
      recordsOf: (source) => this.#namesOf(source).listed(project),
    };
  }

  #namesOf(source: NamedSource) {
    return source === 'types' ? this.#store.types : this.#store.resources[source];
  }

  /** Whether the server filters the work items of the project. */
  #isFilteredByServer(project: string): boolean {
    const { queriedItemSource: source, sync } = this.#store;
    return source.isAvailable && sync.get(project)?.status === 'tooLarge';
  }
}

function recordLookupOf({ resources }: Store): RecordLookup {
  return {
    initiative: (id) => resources.initiatives.get(id),
    initiativeLabel: (id) => resources.initiativeLabels.get(id),
    epic: (project, id) => resources.epics.get(id, project),
    cycle: (project, id) => resources.cycles.get(id, project),
    module: (project, id) => resources.modules.get(id, project),
    teamspace: (id) => resources.teamspaces.get(id),
    customer: (id) => resources.customers.get(id),
    customerRequest: (customer, id) => resources.customerRequests.get(id, customer),
    customerProperty: (id) => resources.customerProperties.get(id),
  };
}
