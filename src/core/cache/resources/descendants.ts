// Finds the sub-items of a work item among the loaded work items.
import type { ItemAddress } from '../address.ts';
import type { ItemRecord } from '../record.ts';

type ItemWithParent = Pick<ItemRecord, 'id' | 'project' | 'parent'>;

/**
 * Returns the ids of all work items in `items` that are below a work item: its sub-items, their sub-items and so on. If
 * parents form a loop, each work item of the loop is returned once.
 */
export function descendantsOf(items: Iterable<ItemWithParent>, { project, id }: ItemAddress): readonly string[] {
  const childrenByParent = new Map<string, string[]>();
  for (const item of items) {
    if (item.project !== project || item.parent === null) continue;
    const siblings = childrenByParent.get(item.parent);
    if (siblings === undefined) childrenByParent.set(item.parent, [item.id]);
    else siblings.push(item.id);
  }
  const descendants = new Set([id]);
  for (const parent of descendants) for (const child of childrenByParent.get(parent) ?? []) descendants.add(child);
  descendants.delete(id);
  return [...descendants];
}
