// Computes the work items and groups of saved views, which contain the work items of all projects.

import type { ItemRecord } from '../../../core/cache/record.ts';
import type { Grouping } from '../../../items/fields.ts';
import { type Filter, NO_FILTER } from '../../../items/filter/filter.ts';
import type { ItemSorter } from '../../../items/grouping/sortItems.ts';
import { type ItemLoadProgress, itemLoadProgress } from '../../../shell/tree/assignedItems.ts';
import type { ItemRows } from '../../../shell/tree/itemRows.ts';
import type { Node, SavedViewNode, ViewGroupNode } from '../../../shell/tree/node.ts';
import type { SavedView } from '../../../shell/tree/savedView.ts';
import type { TreeData } from '../../../shell/tree/treeData.ts';
import { groupName, groupRank } from './groups.ts';

/** Selects the work items of the section Assigned to Me. */
const ASSIGNED_TO_ME_FILTER: Filter = [
  { field: 'assignee', values: ['me'], isExcluded: false },
  { field: 'is', values: ['open'], isExcluded: false },
];

type ViewRows = Pick<ItemRows, 'items' | 'searchedCount' | 'groups'>;

/** Returns the saved view of a node; undefined after the view was deleted. */
export function viewOfNode(
  { name, origin }: SavedViewNode,
  { savedViews }: Pick<TreeData, 'savedViews'>,
): SavedView | undefined {
  return savedViews.find((view) => view.name === name && view.origin === origin);
}

/** Returns the matching loaded work items of all projects. The ids of a group are in the order of the view. */
export function viewRows(node: SavedViewNode, data: TreeData, sorter: ItemSorter): ViewRows {
  const view = viewOfNode(node, data);
  if (view === undefined || !('query' in view)) return { items: [], searchedCount: 0, groups: new Map() };
  const { filter, groupBy, ...order } = view.query;
  const matches = sorter.matcherOf(filter);
  const matchingItems: ItemRecord[] = [];
  let searchedCount = 0;
  for (const item of data.items()) {
    searchedCount += 1;
    if (matches(item)) matchingItems.push(item);
  }
  const items = sorter.sort(matchingItems, order);
  return { items, searchedCount, groups: groupBy === 'none' ? new Map() : groupByName(items, groupBy, data, sorter) };
}

/** Returns how many of the loaded work items match the filter. */
export function countMatches(filter: Filter, data: Pick<TreeData, 'items'>, sorter: ItemSorter): number {
  const matches = sorter.matcherOf(filter);
  let count = 0;
  for (const item of data.items()) if (matches(item)) count += 1;
  return count;
}

export function viewGroupRows({ under, value }: ViewGroupNode, data: TreeData): ViewRows {
  const { items, searchedCount, groups } = data.rowsOf(under);
  const ids = new Set(groups.get(value));
  return { items: items.filter(({ id }) => ids.has(id)), searchedCount, groups: new Map() };
}

/** Groups by name, because several projects have states and labels with the same names. */
function groupByName(
  items: readonly ItemRecord[],
  by: Grouping,
  data: TreeData,
  sorter: ItemSorter,
): ItemRows['groups'] {
  const groups = new Map<string | null, { readonly ids: string[]; readonly rank: number }>();
  for (const item of items) {
    for (const value of sorter.groupsOf(item, by)) {
      const name = value === null ? null : groupName(by, value, item.project, data);
      const group = groups.get(name) ?? { ids: [], rank: groupRank(by, value, item.project, data) };
      groups.set(name, group);
      if (group.ids.at(-1) !== item.id) group.ids.push(item.id);
    }
  }
  const sortedGroups = [...groups].sort(
    ([name, { rank }], [otherName, other]) => rank - other.rank || (name ?? '').localeCompare(otherName ?? ''),
  );
  return new Map(sortedGroups.map(([name, { ids }]) => [name, ids]));
}

/** Returns the filter of a saved view; for any other node, the filter of the section Assigned to Me. */
export function itemFilterOf(node: Node | undefined, data: Pick<TreeData, 'savedViews'>): Filter {
  if (node?.kind !== 'savedView') return ASSIGNED_TO_ME_FILTER;
  const view = viewOfNode(node, data);
  return view !== undefined && 'query' in view ? view.query.filter : NO_FILTER;
}

/** Returns how many work items are loaded in the projects whose work items the node's view can contain. */
export function itemLoadProgressOf(node: Node | undefined, data: TreeData): ItemLoadProgress {
  const filter = itemFilterOf(node, data);
  const project = (id: string) => data.project(id);
  const listing: TreeData['listing'] = (list) => {
    const state = data.listing(list.of === 'items' ? data.itemListOf(list.owner, filter) : list);
    return list.of === 'projects'
      ? { ...state, ids: state.ids.filter((id) => containsProject(filter, id, data)) }
      : state;
  };
  return itemLoadProgress({ project, listing });
}

function containsProject(filter: Filter, id: string, data: Pick<TreeData, 'project'>): boolean {
  const identifier = data.project(id)?.identifier.toLowerCase();
  return filter.every(
    ({ field, values, isExcluded }) =>
      field !== 'project' || values.some((value) => value.toLowerCase() === identifier) !== isExcluded,
  );
}
