// Owns nodes: what stands in the tree, as data.
import type { Fault } from '../api/fault.ts';

/** Where a list of rows stands: at the root, or under a project. */
export type Place = { readonly kind: 'root' } | { readonly kind: 'project'; readonly project: string };

export type Node =
  | { readonly kind: 'project'; readonly project: string }
  /** `subItems` counts those below it that have been read. */
  | { readonly kind: 'workItem'; readonly project: string; readonly id: string; readonly subItems: number }
  /** The next page of a list. */
  | { readonly kind: 'more'; readonly place: Place; readonly loaded: number; readonly total: number | undefined }
  | { readonly kind: 'empty'; readonly place: Place }
  /** A list, or its next page, that could not be read. */
  | { readonly kind: 'failed'; readonly place: Place; readonly fault: Fault };

/** Stable over refreshes and restarts, and unique in the tree: expansion and selection hang on it. */
export function idOfNode(node: Node): string {
  switch (node.kind) {
    case 'project':
      return `project ${node.project}`;
    case 'workItem':
      return `item ${node.project}/${node.id}`;
    case 'more':
    case 'empty':
    case 'failed':
      return `${node.kind} ${node.place.kind === 'root' ? 'root' : node.place.project}`;
    default:
      return node satisfies never;
  }
}
