// Keeps one object for each node that a view received, and which of the nodes are expanded.
import { recordKey } from '../cache/address.ts';
import { parentOf } from './children.ts';
import { type Node, nodeAddress, nodeId } from './node.ts';
import type { TreeData } from './treeData.ts';

const NONE: ReadonlySet<Node> = new Set();

export class NodeRegistry {
  readonly #known: TreeData;
  /** The first node returned for each id. VS Code identifies rows by these objects. */
  readonly #nodes = new Map<string, Node>();
  /** By the id of the parent node; '' is the root. */
  readonly #children = new Map<string, readonly Node[]>();
  /** Ids of the nodes that were collapsed after their children were returned. */
  readonly #closed = new Set<string>();
  readonly #byRecord = new Map<string, Set<Node>>();

  constructor(known: TreeData) {
    this.#known = known;
  }

  /** Whether no children were returned yet. */
  get isEmpty(): boolean {
    return this.#children.size === 0;
  }

  at(id: string): Node | undefined {
    return this.#nodes.get(id);
  }

  /** Returns the rows of a record, by record key. */
  of(key: string): ReadonlySet<Node> {
    return this.#byRecord.get(key) ?? NONE;
  }

  /** Returns the first node object with the same id; registers this one if there is none. */
  keep(node: Node): Node {
    const id = nodeId(node);
    const before = this.#nodes.get(id);
    if (before !== undefined) return before;
    this.#nodes.set(id, node);
    const address = nodeAddress(node);
    if (address !== undefined) {
      const key = recordKey(address);
      const nodes = this.#byRecord.get(key) ?? new Set();
      this.#byRecord.set(key, nodes.add(node));
    }
    return node;
  }

  /** Records the children of a node. Rows that are no longer below the node are dropped: they need no change events. */
  handOut(node: Node | undefined, children: readonly Node[]): void {
    const parent = idOf(node);
    const now = new Set(children);
    for (const gone of this.#children.get(parent) ?? [])
      if (!now.has(gone) && this.#standsUnder(gone, parent)) this.#drop(gone);
    this.#children.set(parent, children);
  }

  /** Records that a node was expanded or collapsed. */
  turn(node: Node | undefined, isOpen: boolean): void {
    if (isOpen) this.#closed.delete(idOf(node));
    else this.#closed.add(idOf(node));
  }

  /** Nodes whose children are visible; undefined is the root. */
  get open(): readonly (Node | undefined)[] {
    return [...this.#children.keys()].flatMap((id) => {
      const node = this.#nodes.get(id);
      return id === '' || this.#isOpen(node) ? [node] : [];
    });
  }

  #isOpen(node: Node | undefined): boolean {
    if (node === undefined || this.#closed.has(nodeId(node))) return false;
    const above = parentOf(node, this.#known);
    return above === undefined || this.#isOpen(this.#nodes.get(nodeId(above)));
  }

  /** A sub-item that moves to another parent keeps its node. */
  #standsUnder(node: Node, parent: string): boolean {
    return idOf(parentOf(node, this.#known)) === parent;
  }

  #drop(node: Node): void {
    const id = nodeId(node);
    for (const child of this.#children.get(id) ?? []) this.#drop(child);
    this.#children.delete(id);
    this.#closed.delete(id);
    this.#nodes.delete(id);
    const address = nodeAddress(node);
    if (address !== undefined) this.#byRecord.get(recordKey(address))?.delete(node);
  }
}

function idOf(node: Node | undefined): string {
  return node === undefined ? '' : nodeId(node);
}
