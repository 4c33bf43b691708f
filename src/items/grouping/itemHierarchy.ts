// Arranges the work items of a list in a hierarchy of parents and sub-items.
import type { ItemRecord } from '../../core/cache/record.ts';

/** The hierarchy of the work items of one list. */
export interface ItemHierarchy {
  /** Ids of the work items at the top level, in the order of the list. */
  readonly roots: readonly string[];
  /** Ids of sub-items by the id of their parent; by default in reverse order of the list: oldest first. */
  readonly childIdsByParent: ReadonlyMap<string, readonly string[]>;
  /** The id of the parent by the id of the sub-item. */
  readonly parentIdByChild: ReadonlyMap<string, string>;
}

/**
 * Arranges work items below their parents. A work item is at the top level if its parent is not in the list, or if the
 * server returned parents that form a loop and the work item is part of it.
 */
export function itemHierarchy(
  items: readonly Pick<ItemRecord, 'id' | 'parent'>[],
  subItemsReversed = true,
): ItemHierarchy {
  // A set of the parents is far smaller than one of all ids.
  const parentIds = new Set<string>();
  for (const { parent } of items) if (parent !== null) parentIds.add(parent);
  const listedIds = new Set<string>();
  if (parentIds.size > 0) for (const { id } of items) if (parentIds.has(id)) listedIds.add(id);
  const parentIdByChild = new Map<string, string>();
  for (const { id, parent } of items) if (parent !== null && listedIds.has(parent)) parentIdByChild.set(id, parent);
  for (const id of idsInLoops(parentIdByChild)) parentIdByChild.delete(id);
  const childIdsByParent = new Map<string, string[]>();
  const roots: string[] = [];
  for (const { id } of items) {
    const parent = parentIdByChild.size === 0 ? undefined : parentIdByChild.get(id);
    const siblings = parent === undefined ? roots : childIdsByParent.get(parent);
    if (siblings !== undefined) siblings.push(id);
    else if (parent !== undefined) childIdsByParent.set(parent, [id]);
  }
  if (subItemsReversed) for (const siblings of childIdsByParent.values()) siblings.reverse();
  return { roots, childIdsByParent, parentIdByChild };
}

/** Returns the ids of the work items whose parents form a loop. Visits each work item at most once. */
function idsInLoops(parentIds: ReadonlyMap<string, string>): ReadonlySet<string> {
  const loopIds = new Set<string>();
  const walkStartById = new Map<string, string>();
  for (const [start, parent] of parentIds) {
    // A work item whose parent has no parent cannot be part of a loop.
    if (!parentIds.has(parent)) continue;
    let currentId: string | undefined = start;
    while (currentId !== undefined && !walkStartById.has(currentId)) {
      walkStartById.set(currentId, start);
      currentId = parentIds.get(currentId);
    }
    if (currentId === undefined || walkStartById.get(currentId) !== start) continue;
    for (
      let loopId: string | undefined = currentId;
      loopId !== undefined && !loopIds.has(loopId);
      loopId = parentIds.get(loopId)
    )
      loopIds.add(loopId);
  }
  return loopIds;
}
