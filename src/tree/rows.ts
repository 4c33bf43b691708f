// Computes the rows of work items below a project, a group or a section from the loaded items.
import type { ListKey } from '../cache/lists/listKey.ts';
import type { ItemRecord } from '../cache/record.ts';
import type { Family } from './grouping/family.ts';
import { orderGroups } from './grouping/groups.ts';
import { groupItems, type ItemSorter } from './grouping/sortItems.ts';
import type { ItemRows } from './itemRows.ts';
import { assignedTo } from './mine.ts';
import type { Grouping, GroupNode, Node, ProjectNode } from './node.ts';
import type { TreeData } from './treeData.ts';

const NO_FAMILY: Family = { roots: [], below: new Map(), parents: new Map() };
const NO_ROWS: ItemRows = { items: [], looked: 0, family: NO_FAMILY, groups: new Map() };

/**
 * Whether the groups load their items by their own lists: a work item does not contain its cycle, and may lack its
 * module.
 */
export function hasOwnLists(by: Grouping | 'none'): by is 'cycle' | 'module' {
  return by === 'cycle' || by === 'module';
}

/** Returns the list of the members of a cycle or module. For items without one, that is the project's list. */
export function listOfGroup({ project, by, value }: GroupNode): ListKey {
  if (value === null || !hasOwnLists(by)) return { of: 'items', owner: project };
  return { of: by === 'cycle' ? 'cycleItems' : 'moduleItems', owner: `${project}/${value}` };
}

/** Computes the rows of a node, without a cache. */
export function rowsOf(node: Node, known: TreeData, arranger: ItemSorter): ItemRows {
  if (node.kind === 'project') return projectRows(node, known, arranger);
  if (node.kind === 'group') return groupRows(node, known, arranger);
  if (node.kind === 'section' && node.section === 'assigned') {
    const all = [...known.items()];
    return { ...NO_ROWS, items: assignedTo(known.mine.me, all, known), looked: all.length };
  }
  return NO_ROWS;
}

/** Returns the loaded records of a project's ids, in the order of the ids. */
export function itemsIn(project: string, ids: readonly string[], known: TreeData): readonly ItemRecord[] {
  return ids.flatMap((id) => known.item({ project, id }) ?? []);
}

function projectRows({ project }: ProjectNode, known: TreeData, arranger: ItemSorter): ItemRows {
  const { groupBy, filter } = known.choices;
  const sorted = known.sorted(project);
  const items = arranger.filter(sorted, filter);
  const isGrouped = groupBy !== 'none' && !hasOwnLists(groupBy);
  const groups = isGrouped ? orderGroups(groupItems(items, groupBy), groupBy, project, known) : new Map();
  return {
    items,
    looked: sorted.length,
    family: groupBy === 'none' ? arranger.family(items, known.choices) : NO_FAMILY,
    groups,
  };
}

function groupRows(node: GroupNode, known: TreeData, arranger: ItemSorter): ItemRows {
  const { project, by, value } = node;
  if (!hasOwnLists(by)) {
    const all = known.rowsOf(node.under ?? node);
    return within(itemsIn(project, all.groups.get(value) ?? [], known), all.looked, known, arranger);
  }
  const members = membersOf(node, known);
  const sorted = arranger.sort(members, known.choices);
  return within(arranger.filter(sorted, known.choices.filter), members.length, known, arranger);
}

/** If a work item contains its module, that takes precedence over the modules' lists. */
function membersOf({ project, by, value }: GroupNode, known: TreeData): readonly ItemRecord[] {
  const read = itemsIn(project, known.listing({ of: 'items', owner: project }).ids, known);
  const says = (item: ItemRecord): string | null | undefined => (by === 'module' ? item.module : undefined);
  if (value === null) {
    const taken = takenIn(project, by, known);
    return read.filter((item) => says(item) === null || (says(item) === undefined && !taken.has(item.id)));
  }
  const list = known.listing(listOfGroup({ kind: 'group', project, by, value, under: undefined }));
  const listed = itemsIn(project, list.ids, known).filter((item) => says(item) === undefined || says(item) === value);
  const ids = new Set(listed.map(({ id }) => id));
  return [...listed, ...read.filter((item) => says(item) === value && !ids.has(item.id))];
}

/** Ids of the items in the cycles or modules whose lists are loaded. */
function takenIn(project: string, by: Grouping, known: TreeData): ReadonlySet<string> {
  const owners = known.listing({ of: by === 'cycle' ? 'cycles' : 'modules', owner: project }).ids;
  const lists = owners.map((id) =>
    known.listing({ of: by === 'cycle' ? 'cycleItems' : 'moduleItems', owner: `${project}/${id}` }),
  );
  return new Set(lists.flatMap(({ ids }) => ids));
}

/**
 * Whether the items in no cycle or module can be counted. Before the lists of all of them are loaded, the group
 * contains nearly every item.
 */
export function isRestKnown({ project, by }: GroupNode, known: TreeData): boolean {
  if (!hasOwnLists(by)) return true;
  const read = itemsIn(project, known.listing({ of: 'items', owner: project }).ids, known);
  if (by === 'module' && read.every(({ module }) => module !== undefined)) return true;
  const isWhole = (list: ListKey): boolean => {
    const { status, next } = known.listing(list);
    return status === 'ready' && next === undefined;
  };
  const owners: ListKey = { of: by === 'cycle' ? 'cycles' : 'modules', owner: project };
  const groups = known
    .listing(owners)
    .ids.map((value) => listOfGroup({ kind: 'group', project, by, value, under: undefined }));
  return [owners, ...groups].every(isWhole);
}

function within(items: readonly ItemRecord[], looked: number, known: TreeData, arranger: ItemSorter): ItemRows {
  return { items, looked, family: arranger.family(items, known.choices), groups: new Map() };
}
