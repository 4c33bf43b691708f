// The tree of one view: loads the children of expanded nodes, and reports which nodes have changed.

import { keyOf, parseItemKey, parseRecordKey, type RecordAddress, recordKey } from '../cache/address.ts';
import { isSameList, type ListKey, projectOfItems } from '../cache/lists/listKey.ts';
import type { PagedList, PagedListState } from '../cache/lists/pagedList.ts';
import { isNotJoined } from '../cache/projectRestriction.ts';
import type { ItemRecord } from '../cache/record.ts';
import type { Store } from '../cache/store.ts';
import type { Disposable } from '../std/disposable.ts';
import { DisposableStore } from '../std/disposable.ts';
import { Emitter } from '../std/event.ts';
import type { VisibleList } from '../sync/backgroundRefresh.ts';
import { MissingRecordReader } from '../sync/missingRecordReader.ts';
import { childrenOf, listNeededBy, parentOf } from './children.ts';
import { type Filter, isFiltering, NO_FILTER } from './filter/filter.ts';
import { loadFilteredCyclesAndModules } from './filter/loadCyclesAndModules.ts';
import { FolderChangeTracker } from './folders/folderChangeTracker.ts';
import { stateOfInitiative } from './initiativeGroups.ts';
import { addressOfPin } from './myWork/pins.ts';
import { SectionChangeTracker } from './myWork/sectionChangeTracker.ts';
import { type Node, nodeId, type SavedViewNode, SECTIONS, type SectionName, type ViewName } from './node.ts';
import { NodeRegistry } from './nodeRegistry.ts';
import { hasOwnLists } from './rows.ts';
import { type PersonalSettings, StoreTreeData } from './storeTreeData.ts';
import { savedViewNodes } from './views/viewNodes.ts';
import { viewOfNode } from './views/viewRows.ts';
import { nameListsIn, visibleLists } from './visibleLists.ts';

/** The row of Assigned to Me that loads more work items. */
const SEARCH_MORE_ID = nodeId({
  kind: 'searchMore',
  under: { kind: 'section', section: 'assigned', under: undefined },
});

export class Tree implements Disposable {
  readonly view: ViewName;
  readonly data: StoreTreeData;
  readonly #store: Store;
  readonly #disposables = new DisposableStore();
  readonly #missingRecords: MissingRecordReader;
  readonly #changeEmitter = new Emitter<Node | undefined>();
  readonly #nodes: NodeRegistry;
  /** The nodes whose children were taken from a list, by list; undefined is the root. */
  readonly #nodesByList = new Map<PagedList, Set<Node | undefined>>();
  /** The nodes whose children are being loaded. They need no change event, because VS Code waits for the children. */
  readonly #loadingNodes = new Set<Node | undefined>();
  /** The version of each work item that its row shows, by record key. */
  readonly #shownItems = new Map<string, ItemRecord>();

  readonly #sectionChanges = new SectionChangeTracker();

  readonly #folderChanges = new FolderChangeTracker();

  /** The state of each list when its rows were last updated. */
  readonly #shownStates = new WeakMap<PagedList, PagedListState>();

  /** Fires with the node whose row or children have changed; undefined is the whole view. */
  readonly onDidChange = this.#changeEmitter.event;

  constructor(view: ViewName, store: Store, personal: PersonalSettings) {
    this.view = view;
    this.#store = store;
    this.data = new StoreTreeData(store, personal);
    this.#missingRecords = this.#disposables.add(new MissingRecordReader(store));
    this.#nodes = new NodeRegistry(this.data);
    this.#disposables.add(
      store.authentication.onDidChange(() => this.#nodes.isEmpty || this.#changeEmitter.fire(undefined)),
    );
    this.#disposables.add(store.lists.onDidChange((key) => this.#onListChanged(key)));
    this.#disposables.add(store.sync.onDidChange((project) => this.#onSyncChanged(project)));
    for (const projectLists of [store.states, store.labels, store.types])
      this.#disposables.add(projectLists.onDidChange((project) => this.#onNamesChanged(project)));
    this.#disposables.add(store.states.onDidChange((project) => this.#fireStartedItems(project)));
    this.#disposables.add(store.workspaceUsers.onDidChange(() => this.#onUsersChanged()));
    const { workItems, ...otherResources } = store.resources;
    for (const { records } of Object.values(otherResources))
      this.#disposables.add(records.onDidChange((keys) => this.#onRecordsChanged(keys)));
    this.#disposables.add(workItems.records.onDidChange((keys) => this.#onItemsChanged(keys)));
  }

  /** Returns the children of a node. If they are not loaded, requests one page. */
  async loadChildren(node: Node | undefined): Promise<Node[]> {
    if (node?.kind === 'folder' && node.folder === 'epics') this.data.recordOpenedEpics(node.owner);
    await this.#loadListOf(node);
    const children = childrenOf(this.view, node, this.data).map((child) => this.register(child));
    if (this.view === 'myWork' && node === undefined) this.#sectionChanges.remember(this.data);
    if (node?.kind === 'section' && node.section === 'pinned')
      void this.#missingRecords.read(this.data.ownItems.pinned.map(addressOfPin));
    if (node !== undefined) this.#folderChanges.remember(this.register(node), children, this.data);
    this.setExpanded(node, true);
    this.#nodes.setChildren(node, children);
    if (children.some(({ kind }) => kind === 'workItem')) this.#rememberItems(children);
    if (node !== undefined) void this.#loadCyclesAndModulesOf(node);
    return children;
  }

  /** Stores whether a node is expanded. */
  setExpanded(node: Node | undefined, isExpanded: boolean): void {
    this.#nodes.setExpanded(node, isExpanded);
    if (isExpanded && node?.kind === 'project') this.#store.sync.recordOpened(node.project);
  }

  /** The lists and work items that rows of expanded nodes show. */
  get visibleLists(): VisibleList[] {
    return visibleLists({ view: this.view, open: this.#nodes.openNodes, data: this.data }, this.#store);
  }

  parentOf(node: Node): Node | undefined {
    const parent = parentOf(node, this.data);
    return parent === undefined ? undefined : this.register(parent);
  }

  /** Returns the registered node object with the same id; registers this node if there is none. */
  register(node: Node): Node {
    return this.#nodes.register(node);
  }

  /** Whether this node object belongs to this tree. */
  hasNode(node: Node): boolean {
    return this.#nodes.nodeById(nodeId(node)) === node;
  }

  /**
   * Reloads the lists of all expanded nodes, or of one node and the nodes below it. The old rows stay visible until the
   * responses arrive. Lists that provide names (states, labels, members…) expire: lists that visible rows use are
   * reloaded at once, other lists when they are needed.
   */
  async refresh(node?: Node): Promise<void> {
    this.#store.expireProjectLists(node !== undefined && 'project' in node ? node.project : undefined);
    const lists = [...this.#nodesByList].filter(([{ key }, nodes]) =>
      [...nodes].some((one) => this.#takesChildrenFrom(one, key) && isSameOrBelow(one, node)),
    );
    for (const [list] of lists) if (list.state.status !== 'notLoaded') await list.reload();
    // Reloads the projects, because the user may have joined this project since the list was loaded.
    if (node?.kind === 'project' && isNotJoined(this.data.project(node.project)))
      await this.#store.list({ of: 'projects', owner: '' }).reload();
    if (this.view === 'myWork') await this.#reloadAllProjects();
    const names = nameListsIn(
      { open: this.#nodes.openNodes.filter((one) => isSameOrBelow(one, node)), data: this.data },
      this.#store,
    );
    await Promise.all(names.map(({ projectLists, owner }) => projectLists.read(owner)));
  }

  /** Computes the rows again after the user's choices have changed. Lists are not reloaded. */
  applyChoices(): void {
    this.data.invalidateRows();
    // Fires an event for each row instead of one for the view, so that a command from a row's menu receives its row
    // even if VS Code has not read the rows again; see `#updateShownState`.
    if (this.#showsSameRoots()) for (const row of this.#nodes.children(undefined)) this.#changeEmitter.fire(row);
    else this.#changeEmitter.fire(undefined);
  }

  /** Updates the sections after the current, recent or pinned records have changed, and the rows of `record` if set. */
  updateOwnItems(record?: RecordAddress): void {
    this.data.invalidateRows();
    this.#updateSections();
    if (record === undefined) return;
    for (const node of this.#nodes.nodesOfRecord(recordKey(record))) this.#changeEmitter.fire(node);
  }

  dispose(): void {
    this.#disposables.dispose();
    this.#changeEmitter.dispose();
  }

  async #loadListOf(node: Node | undefined): Promise<void> {
    if (node?.kind === 'project') await this.data.readQueryNames(node.project, this.data.requestedFilter);
    const list = listNeededBy(this.view, node, this.data);
    if (list === undefined) return;
    await this.#loadList(node, list);
    const neededList = listNeededBy(this.view, node, this.data);
    // If the response shows that the server does not filter, the rows need a different list, which is loaded here.
    if (neededList !== undefined && !isSameList(neededList, list)) await this.#loadList(node, neededList);
  }

  async #loadList(node: Node | undefined, key: ListKey): Promise<void> {
    const list = this.#store.list(key);
    const nodes = this.#nodesByList.get(list) ?? new Set();
    this.#nodesByList.set(list, nodes.add(node));
    const { status, asOf } = list.state;
    // While the server rejects the key, a list that failed is requested again only by Refresh and Retry.
    if (this.data.rejection !== undefined && status !== 'notLoaded') return;
    this.#shownStates.set(list, list.state);
    // Data from an earlier session is shown immediately and reloaded in the background.
    if (asOf !== undefined) void list.read();
    if (status === 'ready') return;
    this.#loadingNodes.add(node);
    try {
      await list.read();
    } finally {
      this.#loadingNodes.delete(node);
      this.#shownStates.set(list, list.state);
      this.data.invalidateRows();
    }
  }

  /** Reads the cycles and modules that the filter of a project or of a saved view names, and then updates the node. */
  async #loadCyclesAndModulesOf(node: Node): Promise<void> {
    const filter = this.#filterOf(node);
    if (!isFiltering(filter)) return;
    const isLoaded = (owner: string): boolean => this.data.listing({ of: 'items', owner }).status === 'ready';
    const projects =
      node.kind === 'project' ? [node.project] : this.data.listing({ of: 'projects', owner: '' }).ids.filter(isLoaded);
    if (!(await loadFilteredCyclesAndModules(this.#store, filter, projects))) return;
    this.data.invalidateRows();
    this.#changeEmitter.fire(node);
  }

  /** Returns the filter for which lists are requested. */
  #filterOf(node: Node): Filter {
    if (node.kind === 'project') return this.data.requestedFilter;
    const view = node.kind === 'savedView' ? viewOfNode(node, this.data) : undefined;
    return view !== undefined && 'query' in view ? view.query.filter : NO_FILTER;
  }

  /**
   * Whether the node currently takes its children from this list. Before the user changed the filter or the grouping,
   * the node may have used a different list.
   */
  #takesChildrenFrom(node: Node | undefined, list: ListKey): boolean {
    return isSameList(listNeededBy(this.view, node, this.data), list);
  }

  /** Reloads the loaded lists of work items of all projects, because Assigned to Me shows items of all projects. */
  async #reloadAllProjects(): Promise<void> {
    if (this.#nodes.nodeById(SEARCH_MORE_ID) === undefined && !this.#store.sync.isEnabled) return;
    for (const owner of this.data.listing({ of: 'projects', owner: '' }).ids) {
      const list = this.#store.list({ of: 'items', owner });
      if (list.state.status === 'ready') await list.reload();
    }
  }

  /**
   * Updates the row that loads more assigned work items. Also updates a filtered project that is too large to load
   * completely, because the server then filters its work items.
   */
  #onSyncChanged(project: string | undefined): void {
    const { sync } = this.#store;
    if (this.view === 'myWork' && (project === undefined || sync.get(project)?.status === 'tooLarge'))
      this.#fireIfShown('assigned');
    if (project === undefined || sync.get(project)?.status !== 'tooLarge' || !isFiltering(this.data.choices.filter))
      return;
    this.data.invalidateRows();
    this.#fireProject(project);
  }

  #rememberItems(nodes: readonly Node[]): void {
    for (const node of nodes) {
      if (node.kind !== 'workItem') continue;
      const item = this.data.item(node);
      if (item !== undefined) this.#shownItems.set(keyOf(node), item);
    }
  }

  #onListChanged(key: ListKey): void {
    this.data.invalidateRows();
    if (this.#nodes.isEmpty) return;
    const list = this.#store.list(key);
    if (!this.#updateShownState(list)) return;
    const nodes = this.#nodesByList.get(list);
    // A folder of the Workspace view disappears if the server does not have its records.
    if (this.view === 'workspace' && !this.#showsSameRoots()) return this.#changeEmitter.fire(undefined);
    for (const node of nodes ?? []) if (!this.#loadingNodes.has(node)) this.#changeEmitter.fire(node);
    // The group of work items in no cycle or module changes when a list of a cycle or module is loaded.
    if (nodes !== undefined && (key.of === 'cycleItems' || key.of === 'moduleItems')) this.#fireGroupWithoutValue(key);
    this.#fireFolders();
    // Any page of any project may contain work items that are assigned to the user.
    const containsItems = projectOfItems(key) !== undefined;
    if (!containsItems && key.of !== 'projects') return;
    const changed = this.#updateSections();
    if (containsItems) this.#fireViews();
    // The row that shows how many work items are loaded changes with each page.
    if (containsItems && !changed.has('assigned')) this.#fireIfShown('assigned');
  }

  /** Whether the view shows the rows at its root that it would show now. */
  #showsSameRoots(): boolean {
    const rows = childrenOf(this.view, undefined, this.data);
    return isSameSequence(this.#nodes.children(undefined).map(nodeId), rows.map(nodeId));
  }

  /** Updates the sections whose rows have changed, and the view if a section appears or disappears. */
  #updateSections(): ReadonlySet<SectionName> {
    if (this.view !== 'myWork' || this.#nodes.isEmpty) return new Set();
    const { isSectionListChanged, changed } = this.#sectionChanges.update(this.data);
    if (isSectionListChanged) this.#changeEmitter.fire(undefined);
    else for (const section of changed) this.#fireIfShown(section);
    return isSectionListChanged ? new Set(SECTIONS) : changed;
  }

  /**
   * Stores the state of the list, and returns whether it differs from the state that the rows show. The tree fires no
   * unneeded change events: after an event, VS Code forgets the rows below the changed node until it has read them
   * again. If the user runs a command from a row's menu before that, the command receives no row.
   */
  #updateShownState(list: PagedList): boolean {
    const [before, now] = [this.#shownStates.get(list), list.state];
    this.#shownStates.set(list, now);
    return (
      before === undefined ||
      !isSameSequence(before.ids, now.ids) ||
      before.next !== now.next ||
      before.total !== now.total ||
      before.status !== now.status ||
      before.fault !== now.fault
    );
  }

  #fireGroupWithoutValue(key: ListKey): void {
    const groupWithoutValue = this.#nodes.nodeById(
      `project ${projectOfItems(key)} > ${key.of === 'cycleItems' ? 'cycle' : 'module'} -`,
    );
    if (groupWithoutValue !== undefined) this.#changeEmitter.fire(groupWithoutValue);
  }

  #fireIfShown(id: string): void {
    const node = this.#nodes.nodeById(id);
    if (node !== undefined) this.#changeEmitter.fire(node);
  }

  /** Updates the saved views that are shown. */
  #fireViews(): void {
    for (const node of this.#viewNodes) this.#fireIfShown(nodeId(node));
  }

  /** The nodes of all saved views; an empty array if this view does not show saved views. */
  get #viewNodes(): readonly SavedViewNode[] {
    if (this.view === 'myWork') return savedViewNodes(this.data);
    const folder = this.#nodes.nodeById('folder savedViews');
    return folder?.kind === 'folder' ? savedViewNodes(this.data, folder) : [];
  }

  /** Updates the folders of projects, and the rows in them, whose content has changed. */
  #fireFolders(): void {
    for (const node of this.#folderChanges.update(this.data, (one) => this.hasNode(one)))
      this.#changeEmitter.fire(node);
  }

  /** Updates the groups of a project: states, labels and types determine their names and order. */
  #onNamesChanged(project: string): void {
    this.data.invalidateRows();
    this.#updateSections();
    if (this.#nodes.isEmpty) return;
    if (this.data.choices.groupBy !== 'none') this.#fireProject(project);
    this.#fireFolders();
    this.#fireViews();
  }

  /** Updates the rows of started work items: the order of the project's states determines their icons. */
  #fireStartedItems(project: string): void {
    for (const [key, item] of this.#shownItems) {
      if (item.project !== project || this.#store.stateOf(item)?.group !== 'started') continue;
      for (const node of this.#nodes.nodesOfRecord(key)) this.#changeEmitter.fire(node);
    }
  }

  /** Updates rows with data of users: initiatives and teamspaces show their lead, members their role. */
  #onUsersChanged(): void {
    if (this.view === 'workspace' && !this.#nodes.isEmpty) this.#changeEmitter.fire(undefined);
  }

  #onRecordsChanged(keys: readonly string[]): void {
    const nodes = keys.flatMap((key) => [...this.#nodes.nodesOfRecord(key)]);
    if (nodes.some((node) => this.#isInOtherGroup(node))) this.#changeEmitter.fire(undefined);
    else for (const node of nodes) this.#changeEmitter.fire(node);
    this.#fireFolders();
    // The dates of a cycle determine the section Current Cycle.
    if (this.view !== 'myWork' || !keys.some((key) => parseRecordKey(key)?.kind === 'cycle')) return;
    this.data.invalidateRows();
    this.#updateSections();
  }

  #isInOtherGroup(node: Node): boolean {
    if (node.kind !== 'initiative' || node.under?.kind !== 'initiativeGroup') return false;
    return node.under.state !== stateOfInitiative(node.id, this.data);
  }

  #onItemsChanged(keys: readonly string[]): void {
    if (this.#nodes.isEmpty) return this.data.invalidateAll();
    const projectsWithMovedItems = new Set<string>();
    const changedNodes: Node[] = [];
    const changedViews = new Set<SavedViewNode>();
    const views = this.#viewNodes;
    for (const key of keys) {
      const address = parseItemKey(key);
      if (address === undefined) continue;
      const currentItem = this.data.item(address);
      const previous = this.#shownItems.get(key);
      if (currentItem === undefined) this.#shownItems.delete(key);
      else if (previous !== undefined || this.#nodes.nodesOfRecord(key).size > 0)
        this.#shownItems.set(key, currentItem);
      this.data.invalidateProject(address.project);
      for (const view of views)
        if (this.#positionInView(previous, view) !== this.#positionInView(currentItem, view)) changedViews.add(view);
      const nodes = this.#nodes.nodesOfRecord(key);
      if (previous !== undefined && this.#positionOf(previous) !== this.#positionOf(currentItem))
        projectsWithMovedItems.add(address.project);
      for (const node of nodes) changedNodes.push(node);
    }
    for (const node of changedNodes) if (!isBelowProject(node, projectsWithMovedItems)) this.#changeEmitter.fire(node);
    for (const project of projectsWithMovedItems) this.#fireProject(project);
    for (const view of changedViews) this.#fireIfShown(nodeId(view));
    this.#fireFolders();
    this.#updateSections();
  }

  #fireProject(project: string): void {
    for (const node of this.#nodes.nodesOfRecord(recordKey({ kind: 'project', within: '', id: project })))
      this.#changeEmitter.fire(node);
  }

  #positionOf(item: ItemRecord | undefined): string {
    if (item === undefined) return '';
    const { choices } = this.data;
    const position = this.data.sorter.positionKeyOf(item, choices);
    return hasOwnLists(choices.groupBy) ? `${position} ${item.module ?? ''}` : position;
  }

  /**
   * Returns a text that identifies the position of a work item in the saved view; '' if the view does not contain it.
   */
  #positionInView(item: ItemRecord | undefined, node: SavedViewNode): string {
    const view = viewOfNode(node, this.data);
    if (item === undefined || view === undefined || !('query' in view)) return '';
    const { sorter } = this.data;
    return sorter.matcherOf(view.query.filter)(item) ? sorter.positionKeyOf(item, view.query) : '';
  }
}

/**
 * Whether one of the node's ancestors is one of these projects. False for a work item directly below a section of My
 * Work.
 */
function isBelowProject({ under }: Node, projects: ReadonlySet<string>): boolean {
  if (under === undefined) return false;
  return (under.kind === 'project' && projects.has(under.project)) || isBelowProject(under, projects);
}

/** Whether `one` is the node itself or below it. Every node is below the root (`node` is undefined). */
function isSameOrBelow(one: Node | undefined, node: Node | undefined): boolean {
  if (node === undefined) return true;
  if (one === undefined) return false;
  const ancestorId = nodeId(node);
  const id = nodeId(one);
  return id === ancestorId || id.startsWith(`${ancestorId} > `);
}

function isSameSequence(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id, index) => id === other[index]);
}
