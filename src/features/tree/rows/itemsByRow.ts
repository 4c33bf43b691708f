// Groups the loaded work items of a project by module or by epic.
import type { FolderNode } from '../../../shell/tree/node.ts';
import type { TreeData } from '../../../shell/tree/treeData.ts';

/**
 * Returns the ids of the work items by the id of their module (or of their parent, for the folder of epics). Reads the
 * list of work items once for all rows of the folder.
 */
export function itemsByRow(
  { folder, owner: project }: FolderNode,
  data: Pick<TreeData, 'item' | 'listing'>,
): ReadonlyMap<string | null, readonly string[]> {
  const groups = new Map<string | null, string[]>();
  for (const id of data.listing({ of: 'items', owner: project }).ids) {
    const item = data.item({ project, id });
    const value = folder === 'epics' ? item?.parent : item?.module;
    if (value === null || value === undefined) continue;
    const ids = groups.get(value);
    if (ids === undefined) groups.set(value, [id]);
    else ids.push(id);
  }
  return groups;
}
