// Stores the node objects that a view shows, so that VS Code gets the same object for each id.

import { type Node, nodeId } from '../../shell/tree/node.ts';
import type { TreeData } from '../../shell/tree/treeData.ts';
import { parentOf } from './children.ts';

export class NodeRegistry {
  readonly #data: TreeData;
  /** The first object created for each node id. VS Code identifies rows by these objects. */
  readonly #nodeById = new Map<string, Node>();
  /** The children of each node that VS Code has read; undefined is the root. */
  readonly #children = new Map<Node | undefined, readonly Node[]>();
  /** The collapsed nodes whose children VS Code has read. */
  readonly #collapsed = new Set<Node>();

  constructor(data: TreeData) {
    this.#data = data;
  }

  nodeById(id: string): Node | undefined {
    return this.#nodeById.get(id);
  }

  /** Returns the registered node object with the same id; registers this node if there is none. */
  register(node: Node): Node {
    const id = nodeId(node);
    const registeredNode = this.#nodeById.get(id);
    if (registeredNode !== undefined) return registeredNode;
    this.#nodeById.set(id, node);
    return node;
  }

  /** Stores the children of a node. Former children that are not below the node any more are removed. */
  setChildren(node: Node | undefined, children: readonly Node[]): void {
    const currentChildren = new Set(children);
    for (const formerChild of this.#children.get(node) ?? [])
      if (!currentChildren.has(formerChild) && this.#parentOf(formerChild) === node) this.#remove(formerChild);
    this.#children.set(node, children);
  }

  /** Returns the children that VS Code has last read; undefined if it has not read them. */
  children(node: Node | undefined): readonly Node[] | undefined {
    return this.#children.get(node);
  }

  /** Must be called when VS Code forgets the children of a node. */
  forgetChildren(node: Node | undefined): void {
    this.#children.delete(node);
  }

  /** Stores whether a node is expanded. */
  setExpanded(node: Node, isExpanded: boolean): void {
    if (isExpanded) this.#collapsed.delete(node);
    else this.#collapsed.add(node);
  }

  isCollapsed(node: Node | undefined): boolean {
    return node !== undefined && this.#collapsed.has(node);
  }

  /** The nodes whose children VS Code has read; undefined is the root. */
  get nodesWithChildren(): readonly (Node | undefined)[] {
    return [...this.#children.keys()];
  }

  /** The expanded nodes whose ancestors are all expanded; undefined is the root. */
  get openNodes(): readonly (Node | undefined)[] {
    return this.nodesWithChildren.filter((node) => this.#isOpen(node));
  }

  #isOpen(node: Node | undefined): boolean {
    return node === undefined || (!this.#collapsed.has(node) && this.#isOpen(this.#parentOf(node)));
  }

  /** Returns the registered parent. The parent of a sub-item that has moved is the new one. */
  #parentOf(node: Node): Node | undefined {
    const parent = parentOf(node, this.#data);
    return parent && (this.#nodeById.get(nodeId(parent)) ?? parent);
  }

  #remove(node: Node): void {
    for (const child of this.#children.get(node) ?? []) this.#remove(child);
    this.#children.delete(node);
    this.#collapsed.delete(node);
    this.#nodeById.delete(nodeId(node));
  }
}
