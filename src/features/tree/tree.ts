// The tree of one view: loads the children of expanded nodes, and reports which nodes have changed.

import { isSameList, type ListKey } from '../../core/cache/lists/listKey.ts';
import { isNotJoined } from '../../core/cache/projectRestriction.ts';
import type { Store } from '../../core/cache/store/store.ts';
import type { VisibleList } from '../../core/sync/backgroundRefresh.ts';
import { MissingRecordReader } from '../../core/sync/missingRecordReader.ts';
import { type Filter, isFiltering, NO_FILTER } from '../../items/filter/filter.ts';
import { loadFilteredCyclesAndModules } from '../../items/filter/loadCyclesAndModules.ts';
import { type Node, nodeId, ownIdPart, type ViewName } from '../../shell/tree/node.ts';
import { addressOfPin } from '../../shell/tree/pins.ts';
import type { Presentation } from '../../shell/tree/presentation.ts';
import type { Disposable } from '../../std/disposable.ts';
import { DisposableStore } from '../../std/disposable.ts';
import { Emitter } from '../../std/event.ts';
import { childrenOf, listNeededBy, parentOf } from './children.ts';
import { NodeRegistry } from './nodeRegistry.ts';
import { presentTreeRow } from './presentation/present.ts';
import { hasSubItems } from './presentation/presentItem.ts';
import { viewOfNode } from './rows/viewRows.ts';
import { type PersonalSettings, StoreTreeData } from './storeTreeData.ts';
import { nameListsIn, visibleLists } from './visibleLists.ts';

/** The row of Assigned to Me that loads more work items. */
const SEARCH_MORE_ID = nodeId({
  kind: 'searchMore',
  under: { kind: 'section', section: 'assigned', under: undefined },
});

/**
 * After any change, compares what VS Code has read with the current data, and fires only the differences: after an
 * event, VS Code forgets the rows below the node until it has read them again, and a command from a row's menu would
 * receive no row.
 */
export class Tree implements Disposable {
  readonly view: ViewName;
  readonly data: StoreTreeData;
  readonly #store: Store;
  readonly #disposables = new DisposableStore();
  readonly #missingRecords: MissingRecordReader;
  readonly #changeEmitter = new Emitter<Node | undefined>();
  readonly #nodes: NodeRegistry;
  /** The rows that VS Code has last read, each with the version of the data from which it was last computed. */
  readonly #shownRows = new WeakMap<Node, { readonly row: Presentation; dataVersion: number }>();
  /** Changes with everything that rows show except the user's choices. */
  #dataVersion = 0;
  /** The nodes whose children VS Code waits for; undefined is the root. */
  readonly #loadingNodes = new Set<Node | undefined>();
  #isComparisonPending = false;

  /** Fires with the node whose row or children have changed; undefined is the whole view. */
  readonly onDidChange = this.#changeEmitter.event;

  constructor(view: ViewName, store: Store, personal: PersonalSettings) {
    this.view = view;
    this.#store = store;
    this.data = new StoreTreeData(store, personal);
    this.#missingRecords = this.#disposables.add(new MissingRecordReader(store));
    this.#nodes = new NodeRegistry(this.data);
    const { workItems, ...otherResources } = store.resources;
    const update = (): void => this.update();
    const { authentication, code, lists, sync, types, members, workspaceUsers } = store;
    const recordStores = [...Object.values(otherResources), types, members, workspaceUsers];
    for (const { onDidChange } of [authentication, code, lists, sync, ...recordStores.map(({ records }) => records)])
      this.#disposables.add(onDidChange(update));
    this.#disposables.add(
      workItems.records.onDidChange((keys) => {
        this.data.invalidateItems(keys);
        update();
      }),
    );
  }

  /** Returns the children of a node for VS Code, which then shows them. If they are not loaded, requests one page. */
  async loadChildren(parent: Node | undefined): Promise<Node[]> {
    const node = parent && this.register(parent);
    if (node?.kind === 'folder' && node.folder === 'epics') this.data.recordOpenedEpics(node.owner);
    this.#loadingNodes.add(node);
    try {
      await this.load(node);
    } finally {
      this.#loadingNodes.delete(node);
    }
    const children = childrenOf(this.view, node, this.data).map((child) => this.register(child));
    if (node?.kind === 'section' && node.section === 'pinned')
      void this.#missingRecords.read(this.data.ownItems.pinned.map(addressOfPin));
    if (node !== undefined) this.setExpanded(node, true);
    this.#nodes.setChildren(node, children);
    void this.#loadCyclesAndModulesOf(node);
    return children;
  }

  /** Loads the first page of the list that contains the children of a node. */
  async load(node: Node | undefined): Promise<void> {
    if (node?.kind === 'project') await this.data.readQueryNames(node.project, this.data.requestedFilter);
    const list = listNeededBy(this.view, node, this.data);
    if (list === undefined) return;
    await this.#loadList(list);
    const neededList = listNeededBy(this.view, node, this.data);
    // If the response shows that the server does not filter, the rows need a different list, which is loaded here.
    if (neededList !== undefined && !isSameList(neededList, list)) await this.#loadList(neededList);
  }

  /** Returns the current row of a node. */
  rowOf(node: Node): Presentation {
    const shown = this.#shownRows.get(node);
    // The user's choices, such as the filter, decide which sub-items are shown, and nothing else in the row of a work item.
    const isCurrent =
      node.kind === 'workItem' &&
      shown?.dataVersion === this.#dataVersion &&
      shown.row.collapsible === hasSubItems(node, this.data);
    return isCurrent ? shown.row : presentTreeRow(node, this.data);
  }

  /** Returns the row of a node for VS Code, which then shows it. */
  showRow(node: Node): Presentation {
    const row = this.rowOf(node);
    this.#shownRows.set(node, { row, dataVersion: this.#dataVersion });
    return row;
  }

  /** Stores whether a node is expanded. */
  setExpanded(node: Node, isExpanded: boolean): void {
    this.#nodes.setExpanded(node, isExpanded);
    if (isExpanded && node.kind === 'project') this.#store.sync.recordOpened(node.project);
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
    const lists = this.#nodes.nodesWithChildren
      .filter((one) => isSameOrBelow(one, node))
      .flatMap((one) => listNeededBy(this.view, one, this.data) ?? []);
    for (const list of new Set(lists.map((key) => this.#store.list(key))))
      if (list.state.status !== 'notLoaded') await list.reload();
    // Reloads the projects, because the user may have joined this project since the list was loaded.
    if (node?.kind === 'project' && isNotJoined(this.data.project(node.project)))
      await this.#store.list({ of: 'projects', owner: '' }).reload();
    if (this.view === 'myWork') await this.#reloadAllProjects();
    const names = nameListsIn(
      { open: this.#nodes.openNodes.filter((one) => isSameOrBelow(one, node)), data: this.data },
      this.#store,
    );
    await Promise.all(names.map((list) => list.readAll()));
  }

  /** Must be called when the user's choices, and nothing else, have changed. Loads the lists that expanded nodes now need. */
  applyChoices(): void {
    this.#compareAfterTask();
    for (const node of this.#nodes.openNodes) {
      void this.load(node);
      void this.#loadCyclesAndModulesOf(node);
    }
  }

  /** Must be called when anything has changed. The differences of all changes of one task are fired together. */
  update(): void {
    this.#dataVersion += 1;
    this.#compareAfterTask();
  }

  dispose(): void {
    this.#disposables.dispose();
    this.#changeEmitter.dispose();
  }

  #compareAfterTask(): void {
    this.data.invalidateRows();
    if (!this.#isComparisonPending) void this.#fireDifferencesAfterTask();
  }

  async #fireDifferencesAfterTask(): Promise<void> {
    this.#isComparisonPending = true;
    await Promise.resolve();
    this.#isComparisonPending = false;
    this.#fireDifferences(undefined);
  }

  /** Fires the differences of the children of a node and of all nodes below. */
  #fireDifferences(node: Node | undefined): void {
    const shownChildren = this.#nodes.children(node);
    if (shownChildren === undefined || this.#loadingNodes.has(node)) return;
    if (!areSameNodes(shownChildren, childrenOf(this.view, node, this.data))) {
      // VS Code does not read the children of a collapsed node before the user expands the node.
      if (this.#nodes.isCollapsed(node)) this.#nodes.forgetChildren(node);
      this.#changeEmitter.fire(node);
      return;
    }
    for (const child of shownChildren) {
      const shown = this.#shownRows.get(child);
      if (shown === undefined || isSameRow(shown.row, this.rowOf(child))) {
        if (shown !== undefined) shown.dataVersion = this.#dataVersion;
        this.#fireDifferences(child);
      } else this.#changeEmitter.fire(child);
    }
  }

  async #loadList(key: ListKey): Promise<void> {
    const list = this.#store.list(key);
    const { status, asOf } = list.state;
    // While the server rejects the key, a list that failed is requested again only by Refresh and Retry.
    if (this.data.rejection !== undefined && status !== 'notLoaded') return;
    // Data from an earlier session is shown immediately and reloaded in the background.
    if (asOf !== undefined) void list.read();
    if (status !== 'ready') await list.read();
  }

  /** Reads the cycles and modules that the filter of a project or of a saved view names. */
  async #loadCyclesAndModulesOf(node: Node | undefined): Promise<void> {
    if (node === undefined) return;
    const filter = this.#filterOf(node);
    if (!isFiltering(filter)) return;
    const isLoaded = (owner: string): boolean => this.data.listing({ of: 'items', owner }).status === 'ready';
    const projects =
      node.kind === 'project' ? [node.project] : this.data.listing({ of: 'projects', owner: '' }).ids.filter(isLoaded);
    await loadFilteredCyclesAndModules(this.#store, filter, projects);
  }

  /** Returns the filter for which lists are requested. */
  #filterOf(node: Node): Filter {
    if (node.kind === 'project') return this.data.requestedFilter;
    const view = node.kind === 'savedView' ? viewOfNode(node, this.data) : undefined;
    return view !== undefined && 'query' in view ? view.query.filter : NO_FILTER;
  }

  /** Reloads the loaded lists of work items of all projects, because Assigned to Me shows items of all projects. */
  async #reloadAllProjects(): Promise<void> {
    if (this.#nodes.nodeById(SEARCH_MORE_ID) === undefined && !this.#store.sync.isEnabled) return;
    for (const owner of this.data.listing({ of: 'projects', owner: '' }).ids) {
      const list = this.#store.list({ of: 'items', owner });
      if (list.state.status === 'ready') await list.reload();
    }
  }
}

/** Whether `one` is the node itself or below it. Every node is below the root (`node` is undefined). */
function isSameOrBelow(one: Node | undefined, node: Node | undefined): boolean {
  if (node === undefined) return true;
  if (one === undefined) return false;
  const ancestorId = nodeId(node);
  const id = nodeId(one);
  return id === ancestorId || id.startsWith(`${ancestorId} > `);
}

/** Whether the nodes, which have the same parent, are the same in the same order. */
function areSameNodes(some: readonly Node[], others: readonly Node[]): boolean {
  return some.length === others.length && some.every((node, index) => isSameNode(node, others[index] ?? node));
}

/** Most nodes are work items, of which no text is built. */
function isSameNode(one: Node, other: Node): boolean {
  if (one.kind === 'workItem' && other.kind === 'workItem') return one.id === other.id && one.project === other.project;
  return ownIdPart(one) === ownIdPart(other);
}

/** The rows of work items are kept, so most of them are the same object; see `ItemRowCache`. */
function isSameRow(one: Presentation, other: Presentation): boolean {
  return one === other || (one.collapsible === other.collapsible && JSON.stringify(one) === JSON.stringify(other));
}
