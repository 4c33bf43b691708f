// Returns the nodes of saved views and of their groups.
import type { ListKey } from '../../../core/cache/lists/listKey.ts';
import type { FolderNode, Node, SavedViewNode, ViewGroupNode } from '../../../shell/tree/node.ts';
import type { TreeData } from '../../../shell/tree/treeData.ts';
import { itemLoadProgressOf } from '../rows/viewRows.ts';

/** The nodes of all saved views: at the root of My Work, or in their folder in Projects. */
export function savedViewNodes({ savedViews }: Pick<TreeData, 'savedViews'>, under?: FolderNode): SavedViewNode[] {
  return savedViews.map(({ name, origin }) => ({ kind: 'savedView', name, origin, under }));
}

/**
 * Returns the groups or work items of a view. Until all work items are loaded, the last row shows how many are loaded.
 * If all are loaded and none matches, the only row says so.
 */
export function childrenOfView(node: SavedViewNode, data: TreeData): Node[] {
  const { items, groups } = data.rowsOf(node);
  const rows: Node[] =
    groups.size > 0
      ? [...groups.keys()].map((value) => ({ kind: 'viewGroup', value, under: node }))
      : items.map(({ project, id }) => ({ kind: 'workItem', project, id, under: node }));
  const projects: ListKey = { of: 'projects', owner: '' };
  const { status } = data.listing(projects);
  if (status === 'failed') return [...rows, { kind: 'failed', list: projects, under: node }];
  const isIncomplete = status === 'ready' && itemLoadProgressOf(node, data).incompleteProjects.length > 0;
  if (isIncomplete) return [...rows, { kind: 'searchMore', under: node }];
  return rows.length > 0 ? rows : [{ kind: 'empty', list: { of: 'items', owner: '' }, under: node }];
}

export function childrenOfViewGroup(node: ViewGroupNode, data: TreeData): Node[] {
  return data.rowsOf(node).items.map(({ project, id }) => ({ kind: 'workItem', project, id, under: node }));
}
