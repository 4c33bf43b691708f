// Decides which folders of cycles, modules and epics a project has in the Projects view, and what they contain.

import { type CyclePhase, cycleDays, cyclePhase } from '../../../contract/cycleDays.ts';
import type { MODULE_STATUSES } from '../../../contract/resources/module.ts';
import { isListUnsupported } from '../../../core/cache/lists/pagedList.ts';
import type { ItemRecord } from '../../../core/cache/record.ts';
import {
  type FolderNode,
  type GroupNode,
  type Node,
  PROJECT_FOLDERS,
  type ProjectFolder,
  type RecordNode,
} from '../../../shell/tree/node.ts';
import type { TreeData } from '../../../shell/tree/treeData.ts';
import { itemsIn, listOfGroup } from '../rows/rows.ts';

/** A row of a folder: a cycle or module with its work items, or an epic. */
export type FolderRow = (GroupNode | RecordNode) & { readonly under: FolderNode };

const PHASES: readonly CyclePhase[] = ['current', 'upcoming', 'draft', 'completed'];

/** The order of modules by status: in progress first, completed and canceled last. */
const STATUS_ORDER: readonly string[] = [
  'in-progress',
  'planned',
  'backlog',
  'paused',
  'completed',
  'cancelled',
] satisfies readonly (typeof MODULE_STATUSES)[number][];

export interface ItemProgress {
  readonly completed: number;
  readonly total: number;
}

export function isFolderRow(node: Node): node is FolderRow {
  const { kind, under } = node;
  return (kind === 'group' || kind === 'epic') && under?.kind === 'folder' && isProjectFolder(under.folder);
}

export function isProjectFolder(folder: FolderNode['folder']): folder is ProjectFolder {
  return PROJECT_FOLDERS.some((one) => one === folder);
}

/**
 * Returns the folders of a project: those that the server and the project support, and
 * that are not known to be empty. If work items are grouped by cycle or module, the groups replace the folder of cycles
 * or modules.
 */
export function foldersOf(project: string, data: TreeData): readonly ProjectFolder[] {
  return PROJECT_FOLDERS.filter((folder) => folder !== `${data.choices.groupBy}s` && hasContent(folder, project, data));
}

export function projectFolderNode(folder: ProjectFolder, project: string): FolderNode {
  return { kind: 'folder', folder, owner: project, under: { kind: 'project', project, under: undefined } };
}

function hasContent(folder: ProjectFolder, owner: string, data: TreeData): boolean {
  const project = data.project(owner);
  if (project === undefined || project.is_member === false) return false;
  if (
    folder === 'epics'
      ? !data.maySupport('epic')
      : project[folder === 'cycles' ? 'cycle_view' : 'module_view'] === false
  )
    return false;
  const list = data.listing({ of: folder, owner });
  if (isListUnsupported(list)) return false;
  const { status, ids, next, asOf } = list;
  if (status === 'ready' && (ids.length > 0 || asOf === undefined))
    return ids.length > 0 || next !== undefined || (folder === 'epics' && data.hasOpenedEpics(owner));
  // A project's record contains the number of its cycles and modules, but not of its epics, so the folder of epics is
  // shown until their list is loaded. If the user loads it by expanding the folder, the folder stays.
  return folder === 'epics' || Number(project[`total_${folder}`] ?? 0) > 0 || data.hasRecords(folder, owner);
}

/** Returns the rows of a folder: the current cycle and the modules in progress first; epics in the server's order. */
export function folderRows(under: FolderNode & { readonly folder: ProjectFolder }, data: TreeData): FolderRow[] {
  const { folder, owner: project } = under;
  const { ids } = data.listing({ of: folder, owner: project });
  if (folder === 'epics') return ids.map((id) => ({ kind: 'epic', within: project, id, under }));
  const keyOf = folder === 'cycles' ? cycleKey : moduleKey;
  const by = folder === 'cycles' ? 'cycle' : 'module';
  return ids
    .map((id) => ({ id, key: keyOf(project, id, data) }))
    .sort((one, other) => one.key.rank - other.key.rank || one.key.text.localeCompare(other.key.text))
    .map(({ id }) => ({ kind: 'group', project, by, value: id, under }));
}

interface SortKey {
  readonly rank: number;
  readonly text: string;
}

function cycleKey(project: string, id: string, data: TreeData): SortKey {
  const cycle = data.records.cycle(project, id);
  if (cycle === undefined) return { rank: PHASES.length, text: id };
  const phase = cyclePhase(cycle, data.project(project), data);
  const { start, end } = cycleDays(cycle, data.project(project));
  const text = { current: end, upcoming: start, draft: cycle.name, completed: reversedSortText(end) }[phase];
  return { rank: PHASES.indexOf(phase), text };
}

function moduleKey(project: string, id: string, data: TreeData): SortKey {
  const module = data.records.module(project, id);
  const rank = STATUS_ORDER.indexOf(module?.status ?? '');
  return { rank: rank === -1 ? STATUS_ORDER.length : rank, text: module?.name ?? id };
}

/** Returns a text that sorts in the reverse order of the days. */
function reversedSortText(day: string): string {
  return day.replaceAll(/\d/g, (digit) => String(9 - Number(digit)));
}

/**
 * Returns how many work items of a row are completed: computed from the work items if all of them are loaded, otherwise
 * as the server reports it. Undefined if the row has no work items or their number is unknown.
 */
export function progressOf(row: FolderRow, data: TreeData): ItemProgress | undefined {
  const items = allItemsOfRow(row, data);
  const progress = items === undefined ? progressFromServer(row, data) : progressOfItems(items, data);
  return progress.total > 0 ? progress : undefined;
}

function progressOfItems(items: readonly ItemRecord[], data: TreeData): ItemProgress {
  const completed = items.filter(
    ({ project, state }) => state !== null && data.state(project, state)?.group === 'completed',
  );
  return { completed: completed.length, total: items.length };
}

function progressFromServer(row: FolderRow, { records }: TreeData): ItemProgress {
  if (row.kind !== 'group' || row.value === null) return { completed: 0, total: 0 };
  const record = row.by === 'cycle' ? records.cycle(row.project, row.value) : records.module(row.project, row.value);
  return { completed: Number(record?.['completed_issues'] ?? 0), total: Number(record?.['total_issues'] ?? 0) };
}

/** Returns all work items of a row; undefined if some of them may not be loaded. */
function allItemsOfRow(row: FolderRow, data: TreeData): readonly ItemRecord[] | undefined {
  const project = row.under.owner;
  const list = data.listing(row.kind === 'group' ? listOfGroup(row) : { of: 'items', owner: project });
  if (list.status !== 'ready' || list.next !== undefined) return undefined;
  if (row.kind === 'epic') return itemsIn(project, itemIdsOfRow(row, data), data);
  if (row.kind !== 'group') return undefined;
  if (row.by === 'cycle') return itemsIn(project, list.ids, data);
  // The module in a work item takes precedence over the list of the module.
  const listedItems = itemsIn(project, list.ids, data).filter(
    ({ module }) => module === undefined || module === row.value,
  );
  const listedIds = new Set(listedItems.map(({ id }) => id));
  return [
    ...listedItems,
    ...itemsIn(
      project,
      itemIdsOfRow(row, data).filter((id) => !listedIds.has(id)),
      data,
    ),
  ];
}

/** Returns the ids of the loaded work items of the project whose parent is the epic, or which are in the module. */
function itemIdsOfRow(row: FolderRow, data: TreeData): readonly string[] {
  return data.rowsOf(row.under).groups.get(row.kind === 'group' ? row.value : row.id) ?? [];
}
