// Owns families: which work item of a list stands under which.
import type { ItemRecord } from '../store/record.ts';

/** Who stands under whom, among the items of one project's list. */
export interface Family {
  /** Items that stand right under the project, in the list's order. */
  readonly roots: readonly string[];
  /** Sub-items by their parent's id, oldest first. */
  readonly below: ReadonlyMap<string, readonly string[]>;
  readonly parents: ReadonlyMap<string, string>;
}

/**
 * A sub-item stands under its parent as soon as the parent is read; until then beside it.
 * Of a circle, which a server may hold, every member stands right under the project.
 */
export function familyOf(ids: readonly string[], recordOf: (id: string) => ItemRecord | undefined): Family {
  const named = new Map<string, string>();
  const listed = new Set(ids);
  for (const id of ids) {
    const parent = recordOf(id)?.parent;
    if (parent !== undefined && parent !== null && listed.has(parent)) named.set(id, parent);
  }
  const parents = new Map([...named].filter(([id]) => !isInCircle(id, named)));
  const below = new Map<string, string[]>();
  for (const id of [...ids].reverse()) {
    const parent = parents.get(id);
    if (parent === undefined) continue;
    const siblings = below.get(parent);
    if (siblings === undefined) below.set(parent, [id]);
    else siblings.push(id);
  }
  return { roots: ids.filter((id) => !parents.has(id)), below, parents };
}

function isInCircle(id: string, named: ReadonlyMap<string, string>): boolean {
  const seen = new Set<string>();
  for (let at = named.get(id); at !== undefined && !seen.has(at); at = named.get(at)) {
    if (at === id) return true;
    seen.add(at);
  }
  return false;
}
