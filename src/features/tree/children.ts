// Returns the children and the parent of each tree node from the loaded data.

import { isUnreachable, isUnsupported } from '../../client/apiError.ts';
import type { RecordAddress } from '../../core/cache/address.ts';
import type { ListKey, ListKind } from '../../core/cache/lists/listKey.ts';
import { isListUnsupported, type PagedListState } from '../../core/cache/lists/pagedList.ts';
import { isNotJoined } from '../../core/cache/projectRestriction.ts';
import type { ItemRows } from '../../shell/tree/itemRows.ts';
import {
  type FolderName,
  type FolderNode,
  type GroupNode,
  type Node,
  type RecordNode,
  type RecordNodeKind,
  SECTIONS,
  SECTIONS_ABOVE_VIEWS,
  type SectionName,
  type SectionNode,
  type ViewName,
  WORKSPACE_FOLDERS,
  type WorkspaceFolder,
} from '../../shell/tree/node.ts';
import { pinNode } from '../../shell/tree/pins.ts';
import {
  hasUnloadedItems,
  isComputedSection,
  sectionNode,
  shownSections,
  storedRecords,
} from '../../shell/tree/sections.ts';
import type { TreeData } from '../../shell/tree/treeData.ts';
import { folderRows, foldersOf, isFolderRow, isProjectFolder, projectFolderNode } from './folders/projectFolders.ts';
import { initiativeGroups, initiativesIn, stateOfInitiative } from './rows/initiativeGroups.ts';
import { hasOwnLists, isEmptyProject, listOfGroup } from './rows/rows.ts';
import { childrenOfView, childrenOfViewGroup, savedViewNodes } from './savedViews/viewNodes.ts';

type ParentNode = Node | undefined;

/** The folders below each record of a kind, in their order. */
const FOLDERS_BY_KIND: Readonly<Partial<Record<RecordNodeKind, readonly FolderName[]>>> = {
  initiative: ['initiativeEpics', 'initiativeProjects', 'labelsOfInitiative'],
  teamspace: ['teamspaceMembers', 'teamspaceProjects'],
};
/** The kind of node for the records of each list. `recordNodes` creates the nodes of projects and epics without it. */
const NODE_KIND_BY_LIST: Readonly<Partial<Record<ListKind, RecordNodeKind>>> = {
  initiatives: 'initiative',
  initiativeLabels: 'initiativeLabel',
  labelsOfInitiative: 'initiativeLabel',
  teamspaces: 'teamspace',
  teamspaceMembers: 'teamspaceMember',
  customers: 'customer',
  customerRequests: 'customerRequest',
  customerProperties: 'customerProperty',
};
/** The lists whose records have the id of the list's owner as `within`. */
const LISTS_WITH_OWNER_AS_WITHIN: readonly ListKind[] = ['teamspaceMembers', 'customerRequests'];
/** The kind of the records in each folder of the Workspace view. */
const WORKSPACE_KINDS = { initiatives: 'initiative', teamspaces: 'teamspace', customers: 'customer' } as const;
/** The folder that is the last row of a folder of the Workspace view. */
const LAST_FOLDERS: Readonly<Partial<Record<WorkspaceFolder, FolderName>>> = {
  initiatives: 'initiativeLabels',
  customers: 'customerProperties',
};

type FilteredListData = Pick<TreeData, 'choices' | 'requestedFilter' | 'itemListOf'>;

/** Returns the list whose first page must be loaded before the node can show children; undefined if there is none. */
export function listNeededBy(
  view: ViewName,
  node: ParentNode,
  data: FilteredListData & Pick<TreeData, 'project'>,
): ListKey | undefined {
  if (node === undefined) return view === 'projects' ? { of: view, owner: '' } : undefined;
  switch (node.kind) {
    case 'project':
      return isNotJoined(data.project(node.project)) ? undefined : listOfProjectRows(node.project, data);
    case 'group':
      return hasOwnLists(node.by) ? listOfGroup(node) : undefined;
    case 'folder':
      return node.folder === 'savedViews' ? undefined : { of: node.folder, owner: node.owner };
    case 'epic':
      return isFolderRow(node) ? { of: 'items', owner: node.within } : undefined;
    case 'section':
      return node.section === 'assigned' ? { of: 'projects', owner: '' } : undefined;
    case 'savedView':
      return { of: 'projects', owner: '' };
    case 'customer':
      return { of: 'customerRequests', owner: node.id };
    default:
      return undefined;
  }
}

export function childrenOf(view: ViewName, node: ParentNode, data: TreeData): Node[] {
  if (node === undefined) return [...signInNodes(data), ...rootNodes(view, data)];
  switch (node.kind) {
    case 'project':
      return childrenOfProject(node.project, node, data);
    case 'group':
      return childrenOfGroup(node, data);
    case 'workItem':
      return (hierarchyOf(node, data)?.childIdsByParent.get(node.id) ?? []).map((id) => ({ ...node, id }));
    case 'section':
      return childrenOfSection(node, data);
    case 'savedView':
      return childrenOfView(node, data);
    case 'viewGroup':
      return childrenOfViewGroup(node, data);
    case 'initiativeGroup':
      return initiativesIn(node, data).map((id) => ({ kind: 'initiative', within: '', id, under: node }));
    case 'epic':
      return childrenOfEpic(node, data);
    case 'folder':
    case 'customer': {
      if (node.kind === 'folder' && node.folder === 'savedViews') return savedViewNodes(data, node);
      if (node.kind === 'folder' && isWorkspaceFolder(node.folder))
        return childrenOfWorkspaceFolder(node.folder, node, data);
      const list = listNeededBy(view, node, data);
      return list === undefined ? [] : recordNodes(list, node, data);
    }
    case 'initiative':
    case 'teamspace':
      return (FOLDERS_BY_KIND[node.kind] ?? []).map((folder) => ({
        kind: 'folder',
        folder,
        owner: node.id,
        under: node,
      }));
    default:
      return [];
  }
}

/** Returns the parent of a node; undefined for a node at the root. */
export function parentOf(node: Node, data: TreeData): Node | undefined {
  if (node.kind !== 'workItem') return node.under;
  const parent = hierarchyOf(node, data)?.parentIdByChild.get(node.id);
  return parent === undefined ? node.under : { ...node, id: parent };
}

/**
 * Returns the view that shows a record, and the record's node in that view; undefined for a kind of record that no view
 * shows. The lists that contain the record and the records of its parent nodes must be loaded.
 */
export function viewAndNodeOf(
  address: RecordAddress,
  data: TreeData,
): { readonly view: ViewName; readonly node: Node } | undefined {
  const { kind, within, id } = address;
  const root = undefined;
  switch (kind) {
    case 'project':
      return { view: 'projects', node: { kind, project: id, under: root } };
    case 'workItem':
      return { view: 'projects', node: itemNode(within, id, data) };
    case 'cycle':
    case 'module': {
      const project: Node = { kind: 'project', project: within, under: root };
      const isGroupedByKind = data.choices.groupBy === kind;
      return {
        view: 'projects',
        node: isGroupedByKind
          ? { kind: 'group', project: within, by: kind, value: id, under: project }
          : (folderRowOf(address, data) ?? project),
      };
    }
    case 'epic': {
      const node = folderRowOf(address, data);
      return node === undefined ? undefined : { view: 'projects', node };
    }
    case 'initiative': {
      const folder = folderNode('initiatives');
      const under: Node =
        data.choices.initiativesBy === 'state'
          ? { kind: 'initiativeGroup', state: stateOfInitiative(id, data), under: folder }
          : folder;
      return { view: 'workspace', node: { kind, within, id, under } };
    }
    case 'teamspace':
      return { view: 'workspace', node: { kind, within, id, under: folderNode('teamspaces') } };
    case 'customer':
      return { view: 'workspace', node: { kind, within, id, under: folderNode('customers') } };
    case 'customerRequest': {
      const under: Node = { kind: 'customer', within: '', id: within, under: folderNode('customers') };
      return { view: 'workspace', node: { kind, within, id, under } };
    }
    case 'initiativeLabel':
    case 'customerProperty': {
      const [folder, parent] =
        kind === 'initiativeLabel'
          ? (['initiativeLabels', 'initiatives'] as const)
          : (['customerProperties', 'customers'] as const);
      return { view: 'workspace', node: { kind, within, id, under: folderNode(folder, folderNode(parent)) } };
    }
    default:
      return undefined;
  }
}

/**
 * Returns the node of a work item: in the first of its groups if the project is grouped; the node of the project if the
 * work item is not shown.
 */
function itemNode(project: string, id: string, data: TreeData): Node {
  const owner: Node = { kind: 'project', project, under: undefined };
  const { groupBy } = data.choices;
  if (hasOwnLists(groupBy)) {
    const group = groupOfItem(project, id, groupBy, data);
    return group === undefined ? owner : { kind: 'workItem', project, id, under: group };
  }
  const { items, groups } = data.rowsOf(owner);
  if (groupBy === 'none')
    return items.some((item) => item.id === id) ? { kind: 'workItem', project, id, under: owner } : owner;
  const value = [...groups].find(([, ids]) => ids.includes(id))?.[0];
  const under: Node = { kind: 'group', project, by: groupBy, value: value ?? null, under: owner };
  return value === undefined ? owner : { kind: 'workItem', project, id, under };
}

/**
 * Returns the group of the cycle or module whose loaded list contains the work item. If no loaded list contains the
 * work item, returns the group of the item's module (or the group without one), unless the list of that group is
 * loaded.
 */
function groupOfItem(project: string, id: string, by: 'cycle' | 'module', data: TreeData): GroupNode | undefined {
  const under: Node = { kind: 'project', project, under: undefined };
  const ownerIds = data.listing({ of: by === 'cycle' ? 'cycles' : 'modules', owner: project }).ids;
  const groups = [...ownerIds, null].map((value): GroupNode => ({ kind: 'group', project, by, value, under }));
  const loadedGroup = groups.find((group) => data.rowsOf(group).items.some((item) => item.id === id));
  if (loadedGroup !== undefined) return loadedGroup;
  const moduleId = by === 'module' ? (data.item({ project, id })?.module ?? null) : null;
  const likelyGroup = groups.find(({ value }) => value === moduleId);
  return likelyGroup !== undefined && data.listing(listOfGroup(likelyGroup)).status === 'notLoaded'
    ? likelyGroup
    : undefined;
}

/** Returns the row of a cycle, module or epic in its folder; undefined if the folder does not show it. */
function folderRowOf({ kind, within: project, id }: RecordAddress, data: TreeData): Node | undefined {
  const folder = foldersOf(project, data).find((one) => one === `${kind}s`);
  if (folder === undefined) return undefined;
  const { status, ids } = data.listing({ of: folder, owner: project });
  if (status === 'ready' && !ids.includes(id)) return undefined;
  const under = projectFolderNode(folder, project);
  return folder === 'epics'
    ? { kind: 'epic', within: project, id, under }
    : { kind: 'group', project, by: folder === 'cycles' ? 'cycle' : 'module', value: id, under };
}

/** Returns the sign-in row. It is the first row of a view, because the end of a long list may not be visible. */
function signInNodes({ rejection }: TreeData): Node[] {
  return rejection === undefined ? [] : [{ kind: 'signIn', under: undefined }];
}

function rootNodes(view: ViewName, data: TreeData): Node[] {
  if (view === 'myWork') return myWorkNodes(data);
  if (view === 'workspace')
    return WORKSPACE_FOLDERS.filter((folder) => isFolderShown(folder, data)).map((folder) => folderNode(folder));
  const rows = boundProjectFirst(recordNodes({ of: 'projects', owner: '' }, undefined, data), data);
  // Without projects, the view stays empty, so that VS Code shows the view's welcome text.
  return rows.length > 0 && data.savedViews.length > 0 ? [folderNode('savedViews'), ...rows] : rows;
}

/** Whether the server and the plan of the workspace may have the records of the folder. */
export function isFolderShown(folder: WorkspaceFolder, data: Pick<TreeData, 'listing' | 'maySupport'>): boolean {
  const { status, fault } = data.listing({ of: folder, owner: '' });
  const isRefused = status === 'failed' && fault !== undefined && isUnsupported(fault);
  return !isRefused && data.maySupport(WORKSPACE_KINDS[folder]);
}

function isWorkspaceFolder(folder: FolderName): folder is WorkspaceFolder {
  return WORKSPACE_FOLDERS.some((one) => one === folder);
}

function childrenOfWorkspaceFolder(folder: WorkspaceFolder, node: FolderNode, data: TreeData): Node[] {
  const list: ListKey = { of: folder, owner: '' };
  const listing = data.listing(list);
  const isGrouped = folder === 'initiatives' && data.choices.initiativesBy === 'state';
  const rows = isGrouped
    ? withEndRow(list, node, listing, initiativeGroups(node, data))
    : recordNodes(list, node, data);
  const lastFolder = LAST_FOLDERS[folder];
  return lastFolder === undefined || listing.status !== 'ready' ? rows : [...rows, folderNode(lastFolder, node)];
}

/** Returns the sections of My Work with the saved views among them. */
function myWorkNodes(data: TreeData): Node[] {
  const sections = shownSections(SECTIONS, data);
  const isAboveViews = (section: SectionName): boolean => SECTIONS_ABOVE_VIEWS.some((one) => one === section);
  return [
    ...sections.filter(isAboveViews).map(sectionNode),
    ...savedViewNodes(data),
    ...sections.filter((section) => !isAboveViews(section)).map(sectionNode),
  ];
}

/** Moves the project bound to the open folder to the front. */
function boundProjectFirst(rows: readonly Node[], data: TreeData): Node[] {
  const isBound = (node: Node): boolean => node.kind === 'project' && data.isBound(node.project);
  return [...rows.filter(isBound), ...rows.filter((node) => !isBound(node))];
}

function folderNode(folder: FolderName, under?: Node): FolderNode {
  return { kind: 'folder', folder, owner: '', under };
}

function recordNodes(list: ListKey, under: ParentNode, data: TreeData): Node[] {
  const listing = data.listing(list);
  const kind = NODE_KIND_BY_LIST[list.of];
  if (under?.kind === 'folder' && isProjectFolder(under.folder))
    return withEndRow(list, under, listing, folderRows({ ...under, folder: under.folder }, data));
  const rows = listing.ids.flatMap((id): Node[] => {
    if (kind !== undefined)
      return [{ kind, within: LISTS_WITH_OWNER_AS_WITHIN.includes(list.of) ? list.owner : '', id, under }];
    if (list.of === 'initiativeEpics')
      return [{ kind: 'epic', within: data.addressOf(list, id)?.within ?? '', id, under }];
    return data.project(id)?.archived_at ? [] : [{ kind: 'project', project: id, under }];
  });
  return withEndRow(list, under, listing, rows);
}

function listOfProjectRows(project: string, data: FilteredListData): ListKey {
  const { groupBy } = data.choices;
  if (hasOwnLists(groupBy)) return { of: groupBy === 'cycle' ? 'cycles' : 'modules', owner: project };
  return data.itemListOf(project, data.requestedFilter);
}

function childrenOfProject(project: string, under: Node, data: TreeData): Node[] {
  const rows = groupOrItemNodes(project, under, data);
  // A project has folders only at the root of the Projects view, not below another record, for example an initiative.
  return under.under === undefined
    ? [...foldersOf(project, data).map((folder) => projectFolderNode(folder, project)), ...rows]
    : rows;
}

function childrenOfEpic(node: RecordNode, data: TreeData): Node[] {
  if (!isFolderRow(node)) return [];
  const list: ListKey = { of: 'items', owner: node.within };
  return withEndRow(list, node, data.listing(list), itemNodes(node.within, data.rowsOf(node), node));
}

function groupOrItemNodes(project: string, under: Node, data: TreeData): Node[] {
  const { groupBy } = data.choices;
  const list = listOfProjectRows(project, data);
  const listing = data.listing(list);
  const group = (value: string | null): Node[] =>
    groupBy === 'none' ? [] : [{ kind: 'group', project, by: groupBy, value, under }];
  if (hasOwnLists(groupBy)) {
    // The server rejects the request for the list of cycles or modules if they are disabled in the project.
    const groupNodes = isListUnsupported(listing)
      ? []
      : withEndRow(list, under, listing, listing.ids.flatMap(group), false);
    return listing.status === 'ready' || isListUnsupported(listing) ? [...groupNodes, ...group(null)] : groupNodes;
  }
  // An empty project has only the row that creates a work item, and no empty groups of states.
  if (isEmptyProject(project, data)) return withEndRow(list, under, listing, []);
  const rows = data.rowsOf(under);
  const nodes = groupBy === 'none' ? itemNodes(project, rows, under) : [...rows.groups.keys()].flatMap(group);
  return withEndRow(list, under, listing, nodes);
}

function childrenOfGroup(node: GroupNode, data: TreeData): Node[] {
  const rows = itemNodes(node.project, data.rowsOf(node), node);
  if (hasOwnLists(node.by)) {
    const list = listOfGroup(node);
    return withEndRow(list, node, data.listing(list), rows);
  }
  return rows.length > 0 ? rows : [{ kind: 'empty', list: { of: 'items', owner: node.project }, under: node }];
}

function itemNodes(project: string, { hierarchy }: ItemRows, under: Node): Node[] {
  return hierarchy.roots.map((id) => ({ kind: 'workItem', project, id, under }));
}

function hierarchyOf(node: Extract<Node, { kind: 'workItem' }>, data: TreeData): ItemRows['hierarchy'] | undefined {
  return node.under === undefined ? undefined : data.rowsOf(node.under).hierarchy;
}

function childrenOfSection(node: SectionNode, data: TreeData): Node[] {
  const list: ListKey = { of: 'projects', owner: '' };
  if (!isComputedSection(node.section))
    return storedRecords(node.section, data.ownItems).map((one) => pinNode(one, node));
  const rows = data.rowsOf(node).items.map(({ project, id }): Node => ({ kind: 'workItem', project, id, under: node }));
  if (node.section !== 'assigned') return rows;
  const projects = data.listing(list);
  if (projects.status === 'failed') return [...rows, { kind: 'failed', list, under: node }];
  if (projects.status !== 'ready') return rows;
  // The row that loads more work items is needed unless the work items of every project are loaded in the background.
  const isNeeded = projects.ids.some((id) => !data.isReadInBackground(id));
  if (isNeeded) return [...rows, { kind: 'searchMore', under: node }];
  const isEmpty = rows.length === 0 && !hasUnloadedItems(data);
  return isEmpty ? [{ kind: 'empty', list: { of: 'items', owner: '' }, under: node }] : rows;
}

function withEndRow(
  list: ListKey,
  under: ParentNode,
  listing: PagedListState,
  rows: Node[],
  showsEmptyRow = true,
): Node[] {
  if (listing.status === 'failed') return [{ kind: 'failed', list, under }];
  if (listing.status !== 'ready') return [];
  const endNodes: Node[] = [];
  // The message of the view says that the server can't be reached. A row here would move the rows below.
  const isToldByView = isUnreachable(listing.fault) && listing.next === undefined && rows.length > 0;
  if (listing.fault !== undefined && !isToldByView) endNodes.push({ kind: 'failed', list, under });
  else if (listing.next !== undefined) endNodes.push({ kind: 'more', list, under });
  // If the Projects view has no rows, VS Code shows the view's welcome text, so no `empty` row is needed.
  const isWelcomeShown = list.of === 'projects' && under === undefined;
  const isEmpty =
    rows.length === 0 && showsEmptyRow && !isWelcomeShown && (endNodes.length === 0 || list.of === 'items');
  return [...rows, ...(isEmpty ? [{ kind: 'empty', list, under } as const] : []), ...endNodes];
}
