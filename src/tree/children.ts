// Returns the children and the parent of each tree node from the loaded data.
import type { RecordAddress } from '../cache/address.ts';
import type { ListKey, ListKind } from '../cache/lists/listKey.ts';
import type { PagedListState } from '../cache/lists/pagedList.ts';
import { isUnsupportedInProject } from '../client/apiError.ts';
import { initiativeGroupOf, initiativeGroups, initiativesIn, stateOfInitiative } from './initiativeGroups.ts';
import type { ItemRows } from './itemRows.ts';
import {
  type FolderName,
  type GroupNode,
  type Node,
  type RecordNodeKind,
  SECTIONS,
  type SectionNode,
  type ViewName,
} from './node.ts';
import { hasOwnLists, listOfGroup } from './rows.ts';
import type { TreeData } from './treeData.ts';

type Under = Node | undefined;

/** The folders of a record, in order. */
const FOLDERS_OF: Readonly<Partial<Record<RecordNodeKind, readonly FolderName[]>>> = {
  initiative: ['initiativeEpics', 'initiativeProjects', 'labelsOfInitiative'],
  teamspace: ['teamspaceMembers', 'teamspaceProjects'],
};
/** The kind of each list's rows. Projects and epics are missing: `recordsOf` creates their rows. */
const ROW_KINDS: Readonly<Partial<Record<ListKind, RecordNodeKind>>> = {
  initiatives: 'initiative',
  initiativeLabels: 'initiativeLabel',
  labelsOfInitiative: 'initiativeLabel',
  teamspaces: 'teamspace',
  teamspaceMembers: 'teamspaceMember',
  customers: 'customer',
  customerRequests: 'customerRequest',
  customerProperties: 'customerProperty',
};
/** Lists whose records have an owner: `within` of their nodes is the owner's id. */
const WITHIN_OWNER: readonly ListKind[] = ['teamspaceMembers', 'customerRequests'];
const ROOT_FOLDERS: Readonly<Partial<Record<ViewName, FolderName>>> = {
  initiatives: 'initiativeLabels',
  customers: 'customerProperties',
};

/** Returns the list whose first page must be loaded before the node can show children; undefined if none is needed. */
export function requestNeededBy(view: ViewName, node: Under, known: Pick<TreeData, 'choices'>): ListKey | undefined {
  if (node === undefined) return view === 'myWork' ? undefined : { of: view, owner: '' };
  switch (node.kind) {
    case 'project':
      return { of: listOfProject(known), owner: node.project };
    case 'group':
      return hasOwnLists(node.by) ? listOfGroup(node) : undefined;
    case 'folder':
      return { of: node.folder, owner: node.owner };
    case 'section':
      return node.section === 'assigned' ? { of: 'projects', owner: '' } : undefined;
    case 'customer':
      return { of: 'customerRequests', owner: node.id };
    default:
      return undefined;
  }
}

export function childrenOf(view: ViewName, node: Under, known: TreeData): Node[] {
  if (node === undefined) return [...signInRow(known), ...rootOf(view, known)];
  switch (node.kind) {
    case 'project':
      return childrenOfProject(node.project, node, known);
    case 'group':
      return childrenOfGroup(node, known);
    case 'workItem':
      return (familyAround(node, known)?.below.get(node.id) ?? []).map((id) => ({ ...node, id }));
    case 'section':
      return childrenOfSection(node, known);
    case 'initiativeGroup':
      return initiativesIn(node, known).map((id) => ({ kind: 'initiative', within: '', id, under: node }));
    case 'folder':
    case 'customer': {
      const list = requestNeededBy(view, node, known);
      return list === undefined ? [] : recordsOf(list, node, known);
    }
    case 'initiative':
    case 'teamspace':
      return (FOLDERS_OF[node.kind] ?? []).map((folder) => ({ kind: 'folder', folder, owner: node.id, under: node }));
    default:
      return [];
  }
}

/** Returns the parent node; undefined at the root. */
export function parentOf(node: Node, known: TreeData): Node | undefined {
  if (node.kind !== 'workItem') return node.under;
  const parent = familyAround(node, known)?.parents.get(node.id);
  return parent === undefined ? node.under : { ...node, id: parent };
}

/**
 * Returns the row of a record and the view that shows it; undefined for a kind that no view shows. The lists that lead
 * to the record must already be loaded.
 */
export function treeItemOf(
  address: RecordAddress,
  known: TreeData,
): { readonly view: ViewName; readonly node: Node } | undefined {
  const { kind, within, id } = address;
  const root = undefined;
  switch (kind) {
    case 'project':
      return { view: 'projects', node: { kind, project: id, under: root } };
    case 'workItem':
      return { view: 'projects', node: itemRow(within, id, known) };
    case 'cycle':
    case 'module': {
      const project: Node = { kind: 'project', project: within, under: root };
      const isShown = known.choices.groupBy === kind;
      return {
        view: 'projects',
        node: isShown ? { kind: 'group', project: within, by: kind, value: id, under: project } : project,
      };
    }
    case 'initiative': {
      const under = known.choices.initiativesBy === 'state' ? initiativeGroupOf(stateOfInitiative(id, known)) : root;
      return { view: 'initiatives', node: { kind, within, id, under } };
    }
    case 'teamspace':
      return { view: 'teamspaces', node: { kind, within, id, under: root } };
    case 'customer':
      return { view: 'customers', node: { kind, within, id, under: root } };
    case 'customerRequest':
      return {
        view: 'customers',
        node: { kind, within, id, under: { kind: 'customer', within: '', id: within, under: root } },
      };
    case 'initiativeLabel':
      return { view: 'initiatives', node: { kind, within, id, under: rootFolder('initiativeLabels') } };
    case 'customerProperty':
      return { view: 'customers', node: { kind, within, id, under: rootFolder('customerProperties') } };
    default:
      return undefined;
  }
}

/**
 * The row of a work item, in the first of its groups if the project is grouped; the project's row if the item is not
 * shown.
 */
function itemRow(project: string, id: string, known: TreeData): Node {
  const owner: Node = { kind: 'project', project, under: undefined };
  const { groupBy } = known.choices;
  if (hasOwnLists(groupBy)) {
    const group = groupAround(project, id, groupBy, known);
    return group === undefined ? owner : { kind: 'workItem', project, id, under: group };
  }
  const { items, groups } = known.rowsOf(owner);
  if (groupBy === 'none')
    return items.some((item) => item.id === id) ? { kind: 'workItem', project, id, under: owner } : owner;
  const value = [...groups].find(([, ids]) => ids.includes(id))?.[0];
  const under: Node = { kind: 'group', project, by: groupBy, value: value ?? null, under: owner };
  return value === undefined ? owner : { kind: 'workItem', project, id, under };
}

/**
 * The cycle or module that contains the item according to the loaded lists. If none does, the most likely group,
 * provided that its list is not loaded yet.
 */
function groupAround(project: string, id: string, by: 'cycle' | 'module', known: TreeData): GroupNode | undefined {
  const under: Node = { kind: 'project', project, under: undefined };
  const owners = known.listing({ of: by === 'cycle' ? 'cycles' : 'modules', owner: project }).ids;
  const groups = [...owners, null].map((value): GroupNode => ({ kind: 'group', project, by, value, under }));
  const holding = groups.find((group) => known.rowsOf(group).items.some((item) => item.id === id));
  if (holding !== undefined) return holding;
  const moduleId = by === 'module' ? (known.item({ project, id })?.module ?? null) : null;
  const likely = groups.find(({ value }) => value === moduleId);
  return likely !== undefined && known.listing(listOfGroup(likely)).status === 'unread' ? likely : undefined;
}

/** First in the view, because the end of a long list may be scrolled out of sight. */
function signInRow({ rejection }: TreeData): Node[] {
  return rejection === undefined ? [] : [{ kind: 'signIn', under: undefined }];
}

function rootOf(view: ViewName, known: TreeData): Node[] {
  if (view === 'myWork') return SECTIONS.map((section) => ({ kind: 'section', section, under: undefined }));
  const list: ListKey = { of: view, owner: '' };
  const isGrouped = view === 'initiatives' && known.choices.initiativesBy === 'state';
  const rows = isGrouped
    ? withEnd(list, undefined, known.listing(list), initiativeGroups(known))
    : boundFirst(recordsOf(list, undefined, known), known);
  const folder = ROOT_FOLDERS[view];
  return folder === undefined || known.listing(list).status !== 'ready' ? rows : [...rows, rootFolder(folder)];
}

/** Moves the project bound to the open folder to the front. */
function boundFirst(rows: readonly Node[], known: TreeData): Node[] {
  const isBound = (node: Node): boolean => node.kind === 'project' && known.isBound(node.project);
  return [...rows.filter(isBound), ...rows.filter((node) => !isBound(node))];
}

function rootFolder(folder: FolderName): Node {
  return { kind: 'folder', folder, owner: '', under: undefined };
}

function recordsOf(list: ListKey, under: Under, known: TreeData): Node[] {
  const listing = known.listing(list);
  const kind = ROW_KINDS[list.of];
  const rows = listing.ids.flatMap((id): Node[] => {
    if (kind !== undefined) return [{ kind, within: WITHIN_OWNER.includes(list.of) ? list.owner : '', id, under }];
    if (list.of === 'initiativeEpics')
      return [{ kind: 'epic', within: known.placeOf(list, id)?.within ?? '', id, under }];
    return known.project(id)?.archived_at ? [] : [{ kind: 'project', project: id, under }];
  });
  return withEnd(list, under, listing, rows);
}

function listOfProject({ choices: { groupBy } }: Pick<TreeData, 'choices'>): ListKind {
  if (groupBy === 'cycle') return 'cycles';
  return groupBy === 'module' ? 'modules' : 'items';
}

function childrenOfProject(project: string, under: Node, known: TreeData): Node[] {
  const { groupBy } = known.choices;
  const list: ListKey = { of: listOfProject(known), owner: project };
  const listing = known.listing(list);
  const group = (value: string | null): Node[] =>
    groupBy === 'none' ? [] : [{ kind: 'group', project, by: groupBy, value, under }];
  if (hasOwnLists(groupBy)) {
    // If cycles or modules are disabled in a project, the server rejects the request for their list.
    const listed = isSwitchedOff(listing) ? [] : withEnd(list, under, listing, listing.ids.flatMap(group), false);
    return listing.status === 'ready' || isSwitchedOff(listing) ? [...listed, ...group(null)] : listed;
  }
  const rows = known.rowsOf(under);
  const nodes = groupBy === 'none' ? itemNodes(project, rows, under) : [...rows.groups.keys()].flatMap(group);
  return withEnd(list, under, listing, nodes);
}

function isSwitchedOff({ status, fault }: PagedListState): boolean {
  return status === 'failed' && fault !== undefined && isUnsupportedInProject(fault);
}

function childrenOfGroup(node: GroupNode, known: TreeData): Node[] {
  const rows = itemNodes(node.project, known.rowsOf(node), node);
  if (hasOwnLists(node.by)) {
    const list = listOfGroup(node);
    return withEnd(list, node, known.listing(list), rows);
  }
  return rows.length > 0 ? rows : [{ kind: 'empty', list: { of: 'items', owner: node.project }, under: node }];
}

function itemNodes(project: string, { family }: ItemRows, under: Node): Node[] {
  return family.roots.map((id) => ({ kind: 'workItem', project, id, under }));
}

function familyAround(node: Extract<Node, { kind: 'workItem' }>, known: TreeData): ItemRows['family'] | undefined {
  return node.under === undefined ? undefined : known.rowsOf(node.under).family;
}

function childrenOfSection(node: SectionNode, known: TreeData): Node[] {
  const { mine } = known;
  const list: ListKey = { of: 'projects', owner: '' };
  if (node.section !== 'assigned') {
    const remembered = node.section === 'recent' ? mine.recents : mine.pinned;
    const rows = remembered.map(({ project, id }): Node => ({ kind: 'workItem', project, id, under: node }));
    return rows.length > 0 ? rows : [{ kind: 'empty', list: { of: 'items', owner: '' }, under: node }];
  }
  const rows = known
    .rowsOf(node)
    .items.map(({ project, id }): Node => ({ kind: 'workItem', project, id, under: node }));
  const projects = known.listing(list);
  if (projects.status === 'failed') return [...rows, { kind: 'failed', list, under: node }];
  return projects.status === 'ready' ? [...rows, { kind: 'look', under: node }] : rows;
}

function withEnd(list: ListKey, under: Under, listing: PagedListState, rows: Node[], saysEmpty = true): Node[] {
  if (listing.status === 'failed') return [{ kind: 'failed', list, under }];
  if (listing.status !== 'ready') return [];
  const end: Node[] = [];
  if (listing.fault !== undefined) end.push({ kind: 'failed', list, under });
  else if (listing.next !== undefined) end.push({ kind: 'more', list, under });
  const isEmpty = rows.length === 0 && saysEmpty && (end.length === 0 || list.of === 'items');
  return [...rows, ...(isEmpty ? [{ kind: 'empty', list, under } as const] : []), ...end];
}
