// Finds the sub-items of a work item among the known work items.
import type { ItemAddress } from '../address.ts';
import type { ItemRecord } from '../record.ts';

type Placed = Pick<ItemRecord, 'id' | 'project' | 'parent'>;

/**
 * Returns the ids of the sub-items of a work item, of their sub-items and so on, as far as they are in `items`. A
 * circle of parents is walked once.
 */
export function descendantsOf(items: Iterable<Placed>, { project, id }: ItemAddress): readonly string[] {
  const below = new Map<string, string[]>();
  for (const item of items) {
    if (item.project !== project || item.parent === null) continue;
    const siblings = below.get(item.parent);
    if (siblings === undefined) below.set(item.parent, [item.id]);
    else siblings.push(item.id);
  }
  const found = new Set([id]);
  for (const parent of found) for (const child of below.get(parent) ?? []) found.add(child);
  found.delete(id);
  return [...found];
}
