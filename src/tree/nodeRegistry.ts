// Stores the node objects that a view shows, so that VS Code gets the same object for each id.
import { recordKey } from '../cache/address.ts';
import { parentOf } from './children.ts';
import { type Node, nodeAddress, nodeId } from './node.ts';
import type { TreeData } from './treeData.ts';

const NO_NODES: ReadonlySet<Node> = new Set();

export class NodeRegistry {
  readonly #data: TreeData;
  /** The first object created for each node id. VS Code identifies rows by these objects. */
  readonly #nodeById = new Map<string, Node>();
  /** Child nodes by the id of the parent node; '' is the root. */
  readonly #childrenByParent = new Map<string, readonly Node[]>();
  /** Ids of the collapsed nodes whose children are loaded. */
  readonly #collapsed = new Set<string>();
  /** Nodes by record key. */
  readonly #nodesByRecord = new Map<string, Set<Node>>();

  constructor(data: TreeData) {
    this.#data = data;
  }

  /** Whether the view has not requested any children yet. */
  get isEmpty(): boolean {
    return this.#childrenByParent.size === 0;
  }

  nodeById(id: string): Node | undefined {
    return this.#nodeById.get(id);
  }

  /** Returns the nodes of a record: one for each position at which the view shows the record. */
  nodesOfRecord(key: string): ReadonlySet<Node> {
    return this.#nodesByRecord.get(key) ?? NO_NODES;
  }

  /** Returns the registered node object with the same id; registers this node if there is none. */
  register(node: Node): Node {
    const id = nodeId(node);
    const registeredNode = this.#nodeById.get(id);
    if (registeredNode !== undefined) return registeredNode;
    this.#nodeById.set(id, node);
    const address = nodeAddress(node);
    if (address !== undefined) {
      const key = recordKey(address);
      const nodes = this.#nodesByRecord.get(key) ?? new Set();
      this.#nodesByRecord.set(key, nodes.add(node));
    }
    return node;
  }

  /** Stores the children of a node. Former children that are not below the node any more are removed. */
  setChildren(node: Node | undefined, children: readonly Node[]): void {
    const parent = nodeIdOrRoot(node);
    const currentChildren = new Set(children);
    for (const formerChild of this.#childrenByParent.get(parent) ?? [])
      if (!currentChildren.has(formerChild) && this.#isChildOf(formerChild, parent)) this.#remove(formerChild);
    this.#childrenByParent.set(parent, children);
  }

  /** Returns the children that were last stored; undefined is the root. */
  children(node: Node | undefined): readonly Node[] {
    return this.#childrenByParent.get(nodeIdOrRoot(node)) ?? [];
  }

  /** Stores whether a node is expanded. */
  setExpanded(node: Node | undefined, isExpanded: boolean): void {
    if (isExpanded) this.#collapsed.delete(nodeIdOrRoot(node));
    else this.#collapsed.add(nodeIdOrRoot(node));
  }

  /** The expanded nodes whose ancestors are all expanded; undefined is the root. */
  get openNodes(): readonly (Node | undefined)[] {
    return [...this.#childrenByParent.keys()].flatMap((id) => {
      const node = this.#nodeById.get(id);
      return id === '' || this.#isExpanded(node) ? [node] : [];
    });
  }

  #isExpanded(node: Node | undefined): boolean {
    if (node === undefined || this.#collapsed.has(nodeId(node))) return false;
    const parent = parentOf(node, this.#data);
    return parent === undefined || this.#isExpanded(this.#nodeById.get(nodeId(parent)));
  }

  /**
   * Whether the node is still a child of this parent. The node of a sub-item that has moved to another parent must not
   * be removed.
   */
  #isChildOf(node: Node, parent: string): boolean {
    return nodeIdOrRoot(parentOf(node, this.#data)) === parent;
  }

  #remove(node: Node): void {
    const id = nodeId(node);
    for (const child of this.#childrenByParent.get(id) ?? []) this.#remove(child);
    this.#childrenByParent.delete(id);
    this.#collapsed.delete(id);
    this.#nodeById.delete(id);
    const address = nodeAddress(node);
    if (address !== undefined) this.#nodesByRecord.get(recordKey(address))?.delete(node);
  }
}

function nodeIdOrRoot(node: Node | undefined): string {
  return node === undefined ? '' : nodeId(node);
}
