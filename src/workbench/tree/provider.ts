// Owns the Projects view: turns nodes into rows, and tells VS Code exactly which of them changed.
import * as vscode from 'vscode';
import { childrenOf, itemNodeIn, neededBy, parentOf } from '../../outline/children.ts';
import { idOfNode, type Node, type Place } from '../../outline/node.ts';
import { present } from '../../outline/present.ts';
import { tooltipOf } from '../../outline/tooltip.ts';
import type { Session, Sessions } from '../../session/session.ts';
import type { Disposable } from '../../std/disposable.ts';
import { Disposables } from '../../std/disposable.ts';
import { parseAddress } from '../../store/address.ts';
import type { Store } from '../../store/store.ts';
import { faultWords } from '../faultWords.ts';

export class ProjectTree implements vscode.TreeDataProvider<Node>, Disposable {
  readonly #sessions: Sessions;
  readonly #changed = new vscode.EventEmitter<Node | undefined>();
  readonly #subscriptions = new Disposables();
  #sessionSubscriptions = new Disposables();
  /** The node last handed out under each id: VS Code knows rows by these objects. */
  readonly #nodes = new Map<string, Node>();
  /** Lists whose rows are being handed out already: their changes need no repainting. */
  readonly #handingOut = new Set<string>();
  readonly #parents = new Map<string, string | null>();

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(sessions: Sessions) {
    this.#sessions = sessions;
    this.#subscriptions.add(sessions.onDidChange((session) => this.#follow(session)));
    this.#listen(sessions.current);
  }

  async getChildren(node?: Node): Promise<Node[]> {
    await this.#sessions.restore();
    const store = this.#sessions.current?.store;
    if (store === undefined) return [];
    const place = neededBy(node);
    if (place !== undefined) await this.#read(store, place);
    return childrenOf(node, store).map((child) => this.#keep(child));
  }

  getTreeItem(node: Node): vscode.TreeItem {
    const store = this.#sessions.current?.store;
    const item = new vscode.TreeItem('');
    item.id = idOfNode(node);
    if (store === undefined) return item;
    const { label, description, icon, tooltip, collapsible, context, spoken } = present(node, store, faultWords);
    item.label = label;
    if (description !== undefined) item.description = description;
    if (tooltip !== undefined) item.tooltip = tooltip;
    if (icon !== undefined)
      item.iconPath = new vscode.ThemeIcon(icon.id, icon.color === undefined ? undefined : new vscode.ThemeColor(icon.color));
    item.collapsibleState = collapsible ? vscode.TreeItemCollapsibleState.Collapsed : vscode.TreeItemCollapsibleState.None;
    item.contextValue = context;
    item.accessibilityInformation = { label: spoken };
    const command = commandOf(node);
    if (command !== undefined) item.command = { ...command, arguments: [node] };
    return item;
  }

  resolveTreeItem(item: vscode.TreeItem, node: Node): vscode.TreeItem {
    const store = this.#sessions.current?.store;
    if (store !== undefined && node.kind === 'workItem') {
      item.tooltip = new vscode.MarkdownString(tooltipOf(node, store.identifier(node) ?? '', store));
    }
    return item;
  }

  getParent(node: Node): Node | undefined {
    const store = this.#sessions.current?.store;
    const parent = store === undefined ? undefined : parentOf(node, store);
    return parent === undefined ? undefined : this.#keep(parent);
  }

  /** The row of the record that stands at this place of a list. */
  rowAt(place: Place, index: number): Node | undefined {
    const store = this.#sessions.current?.store;
    const id = (place.kind === 'root' ? store?.projects() : store?.itemsOf(place.project))?.ids[index];
    if (store === undefined || id === undefined) return undefined;
    return this.#keep(place.kind === 'root' ? { kind: 'project', project: id } : itemNodeIn(place.project, id, store));
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#sessionSubscriptions.dispose();
    this.#changed.dispose();
  }

  async #read(store: Store, place: Place): Promise<void> {
    const key = listOf(store, place);
    if (this.#handingOut.has(key)) return place.kind === 'root' ? store.readProjects() : store.readItems(place.project);
    this.#handingOut.add(key);
    try {
      await (place.kind === 'root' ? store.readProjects() : store.readItems(place.project));
    } finally {
      this.#handingOut.delete(key);
    }
  }

  #keep(node: Node): Node {
    const id = idOfNode(node);
    const before = this.#nodes.get(id);
    if (before !== undefined && JSON.stringify(before) === JSON.stringify(node)) return before;
    this.#nodes.set(id, node);
    return node;
  }

  #follow(session: Session | undefined): void {
    this.#nodes.clear();
    this.#parents.clear();
    this.#listen(session);
    this.#changed.fire(undefined);
  }

  #listen(session: Session | undefined): void {
    this.#sessionSubscriptions.dispose();
    this.#sessionSubscriptions = new Disposables();
    if (session === undefined) return;
    const { store } = session;
    this.#sessionSubscriptions.add(store.onDidChangeListing((key) => this.#listingChanged(store, key)));
    this.#sessionSubscriptions.add(store.items.onDidChange((keys) => this.#itemsChanged(store, keys)));
  }

  #listingChanged(store: Store, key: string): void {
    if (this.#handingOut.has(key)) return;
    if (key === store.projectsKey) {
      this.#changed.fire(undefined);
      return;
    }
    const project = [...this.#nodes.values()].find((node) => node.kind === 'project' && store.itemsKey(node.project) === key);
    if (project !== undefined) this.#changed.fire(project);
  }

  #itemsChanged(store: Store, keys: readonly string[]): void {
    const moved = new Set<string>();
    for (const key of keys) {
      const node = this.#nodes.get(`item ${key}`);
      const address = parseAddress(key);
      const parent = address === undefined ? null : (store.item(address)?.parent ?? null);
      const before = this.#parents.get(key);
      this.#parents.set(key, parent);
      if (node === undefined || address === undefined) continue;
      if (before !== undefined && before !== parent) moved.add(address.project);
      else this.#changed.fire(node);
    }
    for (const project of moved) {
      const node = this.#nodes.get(`project ${project}`);
      if (node !== undefined) this.#changed.fire(node);
    }
  }
}

function listOf(store: Store, place: Place): string {
  return place.kind === 'root' ? store.projectsKey : store.itemsKey(place.project);
}

function commandOf(node: Node): { readonly command: string; readonly title: string } | undefined {
  if (node.kind === 'workItem') return { command: 'contrail.openWorkItem', title: 'Open' };
  if (node.kind === 'more') return { command: 'contrail.loadMore', title: 'Load More' };
  if (node.kind === 'failed')
    return node.fault.kind === 'unsigned'
      ? { command: 'contrail.signIn', title: 'Sign In' }
      : { command: 'contrail.retry', title: 'Retry' };
  return undefined;
}
