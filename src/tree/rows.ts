// Owns the rows of work items below a project, a group or a section: what is shown of what has been read, and who
// stands under whom.
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

/** Groups whose items come by lists of their own, because items do not say (surely) that they are in them. */
export function hasOwnLists(by: Grouping | 'none'): by is 'cycle' | 'module' {
  return by === 'cycle' || by === 'module';
}

/** The list that holds the members of a cycle or a module; those of no group are in their project's. */
export function listOfGroup({ project, by, value }: GroupNode): ListKey {
  if (value === null || !hasOwnLists(by)) return { of: 'items', owner: project };
  return { of: by === 'cycle' ? 'cycleItems' : 'moduleItems', owner: `${project}/${value}` };
}

/** Works the rows of a node out anew. */
export function rowsOf(node: Node, known: TreeData, arranger: ItemSorter): ItemRows {
  if (node.kind === 'project') return projectRows(node, known, arranger);
  if (node.kind === 'group') return groupRows(node, known, arranger);
  if (node.kind === 'section' && node.section === 'assigned') {
    const all = [...known.items()];
    return { ...NO_ROWS, items: assignedTo(known.mine.me, all, known), looked: all.length };
  }
  return NO_ROWS;
}

/** The records of a project's ids, in their order. */
export function itemsIn(project: string, ids: readonly string[], known: TreeData): readonly ItemRecord[] {
  return ids.flatMap((id) => known.item({ project, id }) ?? []);
}

function projectRows({ project }: ProjectNode, known: TreeData, arranger: ItemSorter): ItemRows {
  const { groupBy, filter } = known.choices;
  const sorted = known.sorted(project);
  const items = arranger.filter(sorted, filter);
  const isGathered = groupBy !== 'none' && !hasOwnLists(groupBy);
  const groups = isGathered ? orderGroups(groupItems(items, groupBy), groupBy, project, known) : new Map();
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

/** An item that says which module it is in is believed before any list. */
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

/** Items that are in one of the cycles or modules whose lists have been read. */
function takenIn(project: string, by: Grouping, known: TreeData): ReadonlySet<string> {
  const owners = known.listing({ of: by === 'cycle' ? 'cycles' : 'modules', owner: project }).ids;
  const lists = owners.map((id) =>
    known.listing({ of: by === 'cycle' ? 'cycleItems' : 'moduleItems', owner: `${project}/${id}` }),
  );
  return new Set(lists.flatMap(({ ids }) => ids));
}

/**
 * Whether what is in none of the cycles or modules can be counted: without the lists of all of them it would be nearly
 * every item.
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
