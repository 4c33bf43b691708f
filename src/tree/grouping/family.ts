// Arranges the work items of a list as a hierarchy of parents and sub-items.
import type { ItemRecord } from '../../cache/record.ts';

/** The parents and sub-items among the items of one list. */
export interface Family {
  /** Ids of the items without a parent in the list, in the list's order. */
  readonly roots: readonly string[];
  /** Sub-item ids by parent id, in the reverse of the list's order: oldest first if the list is newest first. */
  readonly below: ReadonlyMap<string, readonly string[]>;
  readonly parents: ReadonlyMap<string, string>;
}

/**
 * A sub-item is below its parent if the parent is loaded, otherwise among the roots. A server may return parents that
 * form a cycle: every member of a cycle is a root.
 */
export function familyOf(items: readonly Pick<ItemRecord, 'id' | 'parent'>[], subItemsReversed = true): Family {
  const listed = new Set<string>();
  for (const { id } of items) listed.add(id);
  const parents = new Map<string, string>();
  for (const { id, parent } of items) if (parent !== null && listed.has(parent)) parents.set(id, parent);
  for (const id of inCircles(parents)) parents.delete(id);
  const below = new Map<string, string[]>();
  const roots: string[] = [];
  for (const { id } of items) {
    const parent = parents.get(id);
    const siblings = parent === undefined ? roots : below.get(parent);
    if (siblings !== undefined) siblings.push(id);
    else if (parent !== undefined) below.set(parent, [id]);
  }
  if (subItemsReversed) for (const siblings of below.values()) siblings.reverse();
  return { roots, below, parents };
}

/** Follows the parents from each item and visits each item at most once. */
function inCircles(named: ReadonlyMap<string, string>): ReadonlySet<string> {
  const circling = new Set<string>();
  const walkOf = new Map<string, string>();
  for (const [start, parent] of named) {
    // An item whose parent has no parent itself cannot be in a cycle.
    if (!named.has(parent)) continue;
    let at: string | undefined = start;
    while (at !== undefined && !walkOf.has(at)) {
      walkOf.set(at, start);
      at = named.get(at);
    }
    if (at === undefined || walkOf.get(at) !== start) continue;
    for (let member: string | undefined = at; member !== undefined && !circling.has(member); member = named.get(member))
      circling.add(member);
  }
  return circling;
}
