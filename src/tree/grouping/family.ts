// Owns families: which work item of a list stands under which.
import type { ItemRecord } from '../../cache/record.ts';

/** Who stands under whom, among the items of one list. */
export interface Family {
  /** Items that stand right under the list's owner, in the list's order. */
  readonly roots: readonly string[];
  /**
   * Sub-items by their parent's id, in the reverse of the list's order: oldest first where the list has the newest
   * first.
   */
  readonly below: ReadonlyMap<string, readonly string[]>;
  readonly parents: ReadonlyMap<string, string>;
}

/**
 * A sub-item stands under its parent as soon as the parent is read; until then beside it.
 * Of a circle, which a server may hold, every member stands right under the list's owner.
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

/** Walks up from each, once over every step. */
function inCircles(named: ReadonlyMap<string, string>): ReadonlySet<string> {
  const circling = new Set<string>();
  const walkOf = new Map<string, string>();
  for (const [start, parent] of named) {
    // Under one that stands under nothing nobody goes round.
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
