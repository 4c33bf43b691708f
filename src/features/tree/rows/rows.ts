// Computes the rows of work items below a node of a tree from the loaded items.

import type { ListKey } from '../../../core/cache/lists/listKey.ts';
import type { ItemRecord } from '../../../core/cache/record.ts';
import type { Grouping } from '../../../items/fields.ts';
import { isFiltering } from '../../../items/filter/filter.ts';
import type { ItemHierarchy } from '../../../items/grouping/itemHierarchy.ts';
import type { ItemSorter } from '../../../items/grouping/sortItems.ts';
import type { ItemRows } from '../../../shell/tree/itemRows.ts';
import type { GroupNode, Node, ProjectNode, RecordNode } from '../../../shell/tree/node.ts';
import { isComputedSection, sectionItems } from '../../../shell/tree/sections.ts';
import type { TreeData } from '../../../shell/tree/treeData.ts';
import { completeAndSortGroups } from './groups.ts';
import { itemsByRow } from './itemsByRow.ts';
import { viewGroupRows, viewRows } from './viewRows.ts';

const NO_HIERARCHY: ItemHierarchy = { roots: [], childIdsByParent: new Map(), parentIdByChild: new Map() };
const NO_ROWS: ItemRows = { items: [], searchedCount: 0, hierarchy: NO_HIERARCHY, groups: new Map() };

/**
 * Whether the server has a separate list for each group. It has one for each cycle, because a work item does not
 * contain its cycle, and one for each module, because on some servers a work item does not contain its module.
 */
export function hasOwnLists(by: Grouping | 'none'): by is 'cycle' | 'module' {
  return by === 'cycle' || by === 'module';
}

/** Returns the list of work items in a cycle or module; for any other group, the list of the project. */
export function listOfGroup({ project, by, value }: GroupNode): ListKey {
  if (value === null || !hasOwnLists(by)) return { of: 'items', owner: project };
  return { of: by === 'cycle' ? 'cycleItems' : 'moduleItems', owner: `${project}/${value}` };
}

/** Whether the project is known to have no work items. False while a filter is set. */
export function isEmptyProject(project: string, data: Pick<TreeData, 'choices' | 'listing'>): boolean {
  const { status, ids, next } = data.listing({ of: 'items', owner: project });
  return status === 'ready' && ids.length === 0 && next === undefined && !isFiltering(data.choices.filter);
}

/** Computes the work items below a node; does not cache the result. */
export function rowsOf(node: Node, data: TreeData, sorter: ItemSorter): ItemRows {
  if (node.kind === 'project') return projectRows(node, data, sorter);
  if (node.kind === 'group') return groupRows(node, data, sorter);
  if (node.kind === 'section' && isComputedSection(node.section)) {
    const allItems = [...data.items()];
    return { ...NO_ROWS, items: sectionItems(node.section, allItems, data), searchedCount: allItems.length };
  }
  if (node.kind === 'folder') return { ...NO_ROWS, groups: itemsByRow(node, data) };
  if (node.kind === 'epic') return epicRows(node, data, sorter);
  if (node.kind === 'savedView') return { ...NO_ROWS, ...viewRows(node, data, sorter) };
  if (node.kind === 'viewGroup') return { ...NO_ROWS, ...viewGroupRows(node, data) };
  return NO_ROWS;
}

/** Returns the loaded work items with these ids, in the order of the ids. */
export function itemsIn(project: string, ids: readonly string[], data: TreeData): readonly ItemRecord[] {
  return ids.flatMap((id) => data.item({ project, id }) ?? []);
}

function projectRows({ project }: ProjectNode, data: TreeData, sorter: ItemSorter): ItemRows {
  const { groupBy, filter } = data.choices;
  const sortedItems = sortedProjectItems(project, data, sorter);
  const items = sorter.filter(sortedItems, filter);
  const isGrouped = groupBy !== 'none' && !hasOwnLists(groupBy);
  const groups = isGrouped ? completeAndSortGroups(sorter.group(items, groupBy), groupBy, project, data) : new Map();
  return {
    items,
    searchedCount: sortedItems.length,
    hierarchy: groupBy === 'none' ? sorter.hierarchyOf(items, data.choices) : NO_HIERARCHY,
    groups,
  };
}

/** Returns the loaded work items of the project, with those that the server has sent for the filter. */
function sortedProjectItems(project: string, data: TreeData, sorter: ItemSorter): readonly ItemRecord[] {
  const loadedItems = data.sortedItems(project);
  const list = data.itemListOf(project, data.requestedFilter);
  if (list.of === 'items') return loadedItems;
  const ids = new Set([...data.listing(list).ids, ...loadedItems.map(({ id }) => id)]);
  return sorter.sort(itemsIn(project, [...ids], data), data.choices);
}

/** Returns the work items whose parent is the epic. Only an epic in a folder of its project has rows below it. */
function epicRows({ within: project, id, under }: RecordNode, data: TreeData, sorter: ItemSorter): ItemRows {
  const ids = under?.kind === 'folder' ? (data.rowsOf(under).groups.get(id) ?? []) : [];
  const sortedItems = sorter.sort(itemsIn(project, ids, data), data.choices);
  return itemRowsOf(sorter.filter(sortedItems, data.choices.filter), ids.length, data, sorter);
}

function groupRows(node: GroupNode, data: TreeData, sorter: ItemSorter): ItemRows {
  const { project, by, value } = node;
  if (!hasOwnLists(by)) {
    const rowsOfProject = data.rowsOf(node.under ?? node);
    return itemRowsOf(
      itemsIn(project, rowsOfProject.groups.get(value) ?? [], data),
      rowsOfProject.searchedCount,
      data,
      sorter,
    );
  }
  const groupItems = itemsOfGroup(node, data);
  const sortedItems = sorter.sort(groupItems, data.choices);
  return itemRowsOf(sorter.filter(sortedItems, data.choices.filter), groupItems.length, data, sorter);
}

/** Returns the loaded work items of a group. The module in a work item takes precedence over the lists of modules. */
function itemsOfGroup({ project, by, value }: GroupNode, data: TreeData): readonly ItemRecord[] {
  const projectItems = itemsIn(project, data.listing({ of: 'items', owner: project }).ids, data);
  const moduleOf = (item: ItemRecord): string | null | undefined => (by === 'module' ? item.module : undefined);
  if (value === null) {
    const idsInGroups = idsInLoadedGroups(project, by, data);
    return projectItems.filter(
      (item) => moduleOf(item) === null || (moduleOf(item) === undefined && !idsInGroups.has(item.id)),
    );
  }
  const list = data.listing(listOfGroup({ kind: 'group', project, by, value, under: undefined }));
  const listItems = itemsIn(project, list.ids, data).filter(
    (item) => moduleOf(item) === undefined || moduleOf(item) === value,
  );
  const listedIds = new Set(listItems.map(({ id }) => id));
  return [...listItems, ...projectItems.filter((item) => moduleOf(item) === value && !listedIds.has(item.id))];
}

/** Returns the ids of the work items in all loaded lists of cycles or modules. */
function idsInLoadedGroups(project: string, by: Grouping, data: TreeData): ReadonlySet<string> {
  const ownerIds = data.listing({ of: by === 'cycle' ? 'cycles' : 'modules', owner: project }).ids;
  const lists = ownerIds.map((id) =>
    data.listing({ of: by === 'cycle' ? 'cycleItems' : 'moduleItems', owner: `${project}/${id}` }),
  );
  return new Set(lists.flatMap(({ ids }) => ids));
}

/**
 * Whether the number of work items in no cycle (or module) is known. Until the lists of all cycles (or modules) are
 * loaded, nearly every work item seems to be in this group.
 */
export function canCountGroupWithoutValue({ project, by }: GroupNode, data: TreeData): boolean {
  if (!hasOwnLists(by)) return true;
  const projectItems = itemsIn(project, data.listing({ of: 'items', owner: project }).ids, data);
  if (by === 'module' && projectItems.every(({ module }) => module !== undefined)) return true;
  const isCompletelyLoaded = (list: ListKey): boolean => {
    const { status, next } = data.listing(list);
    return status === 'ready' && next === undefined;
  };
  const cyclesOrModules: ListKey = { of: by === 'cycle' ? 'cycles' : 'modules', owner: project };
  const itemLists = data
    .listing(cyclesOrModules)
    .ids.map((value) => listOfGroup({ kind: 'group', project, by, value, under: undefined }));
  return [cyclesOrModules, ...itemLists].every(isCompletelyLoaded);
}

function itemRowsOf(items: readonly ItemRecord[], searchedCount: number, data: TreeData, sorter: ItemSorter): ItemRows {
  return { items, searchedCount, hierarchy: sorter.hierarchyOf(items, data.choices), groups: new Map() };
}
