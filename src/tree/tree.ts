// The tree of one view: loads what a node needs when it is expanded, and reports which nodes
// changed.

import { keyOf, parseAddress, recordKey } from '../cache/address.ts';
import { isSameList, type ListKey, projectOfItems } from '../cache/lists/listKey.ts';
import type { PagedList } from '../cache/lists/pagedList.ts';
import type { ItemRecord } from '../cache/record.ts';
import type { Store } from '../cache/store.ts';
import type { Disposable } from '../std/disposable.ts';
import { Disposables } from '../std/disposable.ts';
import { Emitter } from '../std/event.ts';
import type { VisibleList } from '../sync/backgroundRefresh.ts';
import { childrenOf, parentOf, requestNeededBy } from './children.ts';
import { stateOfInitiative } from './initiativeGroups.ts';
import { isAssignedAndOpen } from './mine.ts';
import { type Node, nodeId, type ViewName } from './node.ts';
import { NodeRegistry } from './nodeRegistry.ts';
import { isNotJoined } from './notJoined.ts';
import { hasOwnLists } from './rows.ts';
import { type Personal, StoreTreeData } from './storeTreeData.ts';
import { namesIn, visibleLists } from './visibleLists.ts';

export class Tree implements Disposable {
  readonly view: ViewName;
  readonly known: StoreTreeData;
  readonly #store: Store;
  readonly #disposables = new Disposables();
  readonly #changed = new Emitter<Node | undefined>();
  readonly #rows: NodeRegistry;
  /** The nodes whose children come from each list; undefined is the root. */
  readonly #shown = new Map<PagedList, Set<Node | undefined>>();
  /** Nodes whose children are being loaded: no change event is needed for them. */
  readonly #opening = new Set<Node | undefined>();
  /** Each item as it was when its row was last returned or changed. */
  readonly #seen = new Map<string, ItemRecord>();

  /** Fires with a node whose row or children have changed; undefined is the whole view. */
  readonly onDidChange = this.#changed.event;

  constructor(view: ViewName, store: Store, personal: Personal) {
    this.view = view;
    this.#store = store;
    this.known = new StoreTreeData(store, personal);
    this.#rows = new NodeRegistry(this.known);
    this.#disposables.add(store.authentication.onDidChange(() => this.#rows.isEmpty || this.#changed.fire(undefined)));
    this.#disposables.add(store.lists.onDidChange((key) => this.#listingChanged(key)));
    for (const parts of [store.states, store.labels, store.types])
      this.#disposables.add(parts.onDidChange((project) => this.#named(project)));
    this.#disposables.add(store.people.onDidChange(() => this.#peopleNamed()));
    const { workItems, ...others } = store.resources;
    for (const { records } of Object.values(others))
      this.#disposables.add(records.onDidChange((keys) => this.#recordsChanged(keys)));
    this.#disposables.add(workItems.records.onDidChange((keys) => this.#itemsChanged(keys)));
  }

  /** Returns the children of a node. Loads at most one page, and nothing that is already loaded. */
  async open(node: Node | undefined): Promise<Node[]> {
    const list = requestNeededBy(this.view, node, this.known);
    if (list !== undefined) await this.#read(node, list);
    const children = childrenOf(this.view, node, this.known).map((child) => this.keep(child));
    this.turn(node, true);
    this.#rows.handOut(node, children);
    if (children.some(({ kind }) => kind === 'workItem')) this.#note(children);
    return children;
  }

  /** Records that a node was expanded or collapsed. */
  turn(node: Node | undefined, isOpen: boolean): void {
    this.#rows.turn(node, isOpen);
  }

  /** The lists and items that are visible while the view is shown. */
  get visible(): VisibleList[] {
    return visibleLists({ view: this.view, open: this.#rows.open, known: this.known }, this.#store);
  }

  parentOf(node: Node): Node | undefined {
    const parent = parentOf(node, this.known);
    return parent === undefined ? undefined : this.keep(parent);
  }

  /** Returns the first node object with the same id. */
  keep(node: Node): Node {
    return this.#rows.keep(node);
  }

  /** Whether this tree returned this very object. */
  holds(node: Node): boolean {
    return this.#rows.at(nodeId(node)) === node;
  }

  /**
   * Reloads every list that rows come from, or those at and below a node. The old rows stay until the responses arrive.
   * Lists that provide names (states, labels, members…) expire: those that rows depend on are reloaded at once, the
   * others on the next access.
   */
  async refresh(node?: Node): Promise<void> {
    this.#store.expireNames(node !== undefined && 'project' in node ? node.project : undefined);
    const lists = [...this.#shown].filter(([{ key }, nodes]) =>
      [...nodes].some((one) => this.#isToldFrom(one, key) && isBelow(one, node)),
    );
    for (const [list] of lists) {
      const isRead = list.state.status !== 'unread';
      // A project that the user has not joined is requested again only when its own row is refreshed.
      if (isRead && (node !== undefined || !isNotJoined(list.key, this.known))) await list.reload();
    }
    if (this.view === 'myWork') await this.#lookAgain();
    const names = namesIn(
      { view: this.view, open: this.#rows.open.filter((one) => isBelow(one, node)), known: this.known },
      this.#store,
    );
    await Promise.all(names.map(({ parts, owner }) => parts.read(owner)));
  }

  /** The choices have changed: the lists stay, and the rows are computed again. */
  rechoose(): void {
    this.known.rearrange();
    this.#changed.fire(undefined);
  }

  /** The items kept outside of the store, such as pins, have changed. */
  ownChanged(item?: { readonly project: string; readonly id: string }): void {
    this.known.rearrange();
    for (const section of ['recent', 'pinned'] as const) this.#fireIfKept(section);
    if (item !== undefined) for (const node of this.#rows.of(keyOf(item))) this.#changed.fire(node);
  }

  dispose(): void {
    this.#disposables.dispose();
    this.#changed.dispose();
  }

  async #read(node: Node | undefined, key: ListKey): Promise<void> {
    const list = this.#store.list(key);
    const nodes = this.#shown.get(list) ?? new Set();
    this.#shown.set(list, nodes.add(node));
    const { status, asOf } = list.state;
    // The server would reject this request as well: Refresh and Retry still send it.
    if (this.known.rejection !== undefined && status !== 'unread') return;
    // Data from an earlier session is shown at once, and loaded again in the background.
    if (asOf !== undefined) void list.read();
    if (status === 'ready' || isNotJoined(key, this.known)) return;
    this.#opening.add(node);
    try {
      await list.read();
    } finally {
      this.#opening.delete(node);
      this.known.rearrange();
    }
  }

  /** Under earlier choices, the node's children may have come from another list. */
  #isToldFrom(node: Node | undefined, list: ListKey): boolean {
    return isSameList(requestNeededBy(this.view, node, this.known), list);
  }

  /** Assigned to Me shows items of every project list that is loaded. */
  async #lookAgain(): Promise<void> {
    if (this.#rows.at('assigned > look') === undefined) return;
    for (const owner of this.known.listing({ of: 'projects', owner: '' }).ids) {
      const list = this.#store.list({ of: 'items', owner });
      if (list.state.status === 'ready') await list.reload();
    }
  }

  #note(nodes: readonly Node[]): void {
    for (const node of nodes) {
      if (node.kind !== 'workItem') continue;
      const item = this.known.item(node);
      if (item !== undefined) this.#seen.set(keyOf(node), item);
    }
  }

  #listingChanged(key: ListKey): void {
    this.known.rearrange();
    if (this.#rows.isEmpty) return;
    const nodes = this.#shown.get(this.#store.list(key));
    for (const node of nodes ?? []) if (!this.#opening.has(node)) this.#changed.fire(node);
    // Items in a cycle or module are not shown in the group of items without one.
    if (nodes !== undefined && (key.of === 'cycleItems' || key.of === 'moduleItems')) this.#fireRest(key);
    // What is assigned to the user may be on any page of any project.
    if (this.view === 'myWork' && projectOfItems(key) !== undefined) this.#fireIfKept('assigned');
  }

  #fireRest(key: ListKey): void {
    const rest = this.#rows.at(`project ${projectOfItems(key)} > ${key.of === 'cycleItems' ? 'cycle' : 'module'} -`);
    if (rest !== undefined) this.#changed.fire(rest);
  }

  #fireIfKept(id: string): void {
    const node = this.#rows.at(id);
    if (node !== undefined) this.#changed.fire(node);
  }

  /** The states, labels and types of a project name and order its groups. */
  #named(project: string): void {
    this.known.rearrange();
    if (this.known.choices.groupBy !== 'none' && !this.#rows.isEmpty) this.#fireProject(project);
  }

  /** Initiatives and teamspaces show the name of their lead, members their role. */
  #peopleNamed(): void {
    const showsPeople = this.view === 'initiatives' || this.view === 'teamspaces';
    if (showsPeople && !this.#rows.isEmpty) this.#changed.fire(undefined);
  }

  #recordsChanged(keys: readonly string[]): void {
    const nodes = keys.flatMap((key) => [...this.#rows.of(key)]);
    if (nodes.some((node) => this.#hasLeftItsGroup(node))) this.#changed.fire(undefined);
    else for (const node of nodes) this.#changed.fire(node);
  }

  #hasLeftItsGroup(node: Node): boolean {
    if (node.kind !== 'initiative' || node.under?.kind !== 'initiativeGroup') return false;
    return node.under.state !== stateOfInitiative(node.id, this.known);
  }

  #itemsChanged(keys: readonly string[]): void {
    if (this.#rows.isEmpty) return this.known.forget();
    const moved = new Set<string>();
    const repainted: Node[] = [];
    let isMine = false;
    for (const key of keys) {
      const address = parseAddress(key);
      if (address === undefined) continue;
      const after = this.known.item(address);
      const before = this.#seen.get(key);
      if (after === undefined) this.#seen.delete(key);
      else if (before !== undefined || this.#rows.of(key).size > 0) this.#seen.set(key, after);
      this.known.replaced(address.project);
      isMine ||= this.#mineOf(before) !== this.#mineOf(after);
      const nodes = this.#rows.of(key);
      if (before !== undefined && this.#slotOf(before) !== this.#slotOf(after)) moved.add(address.project);
      else repainted.push(...nodes);
    }
    for (const node of repainted) if (!('project' in node) || !moved.has(node.project)) this.#changed.fire(node);
    for (const project of moved) this.#fireProject(project);
    if (this.view === 'myWork' && (isMine || moved.size > 0)) this.#fireIfKept('assigned');
  }

  #fireProject(project: string): void {
    for (const node of this.#rows.of(recordKey({ kind: 'project', within: '', id: project }))) this.#changed.fire(node);
    if (this.view === 'myWork') for (const section of ['recent', 'pinned']) this.#fireIfKept(section);
  }

  #slotOf(item: ItemRecord | undefined): string {
    if (item === undefined) return '';
    const { choices } = this.known;
    const slot = this.known.arranger.slotOf(item, choices);
    return hasOwnLists(choices.groupBy) ? `${slot} ${item.module ?? ''}` : slot;
  }

  #mineOf(item: ItemRecord | undefined): string {
    return item !== undefined && isAssignedAndOpen(item, this.known.mine.me, this.known)
      ? `${item.priority} ${item.target_date}`
      : '';
  }
}

function isBelow(one: Node | undefined, node: Node | undefined): boolean {
  if (node === undefined) return true;
  if (one === undefined) return false;
  const above = nodeId(node);
  const id = nodeId(one);
  return id === above || id.startsWith(`${above} > `);
}
