// Reads the argument that a menu, a tree or another command passes to a command.
import { type ItemAddress, RECORD_KINDS, type RecordAddress } from '../../core/cache/address.ts';
import { PROJECT_FOLDERS, toNode } from '../tree/node.ts';

/**
 * The second argument of the command that a click on a tree row runs. With this argument, the command opens a preview
 * tab, which the next click on a row reuses.
 */
export const OPEN_IN_PREVIEW_TAB = 'preview';

/** A group of work items in a tree. */
export interface ItemGroup {
  readonly project: string;
  readonly by: string;
  readonly value: string | null;
}

/** Returns the record that the argument refers to, or undefined. */
export function recordOf(target: unknown): RecordAddress | undefined {
  const { kind, within, id, project, folder, owner, by, value } = propertiesOf(target);
  const recordKind = RECORD_KINDS.find((candidate) => candidate === kind);
  if (recordKind !== undefined && typeof within === 'string' && typeof id === 'string')
    return { kind: recordKind, within, id };
  if (kind === 'project' && typeof project === 'string') return { kind: 'project', within: '', id: project };
  if (kind === 'folder' && typeof folder === 'string' && typeof owner === 'string') return ownerOf(folder, owner);
  if (
    kind === 'group' &&
    (by === 'module' || by === 'cycle') &&
    typeof project === 'string' &&
    typeof value === 'string'
  ) {
    return { kind: by, within: project, id: value };
  }
  const isItem = (kind === 'workItem' || kind === undefined) && typeof project === 'string' && typeof id === 'string';
  return isItem ? { kind: 'workItem', within: project, id } : undefined;
}

/** Returns the record that a row stands for, or undefined: the folder of a project's epics does not stand for the project. */
export function recordOfRow(row: unknown): RecordAddress | undefined {
  return propertiesOf(row).kind === 'folder' ? undefined : recordOf(row);
}

/** Returns the work item that the argument refers to, or undefined. */
export function itemOf(target: unknown): ItemAddress | undefined {
  const { project, id } = propertiesOf(target);
  return typeof project === 'string' && typeof id === 'string' ? { project, id } : undefined;
}

/** Returns the id of the relation or link on a work item's page that the argument refers to, or undefined. */
export function rowIdOf(target: unknown): string | undefined {
  const { row } = propertiesOf(target);
  return typeof row === 'string' ? row : undefined;
}

/** Returns the identifier that the link of a mention passes, or undefined. The work item may not be loaded. */
export function targetIdentifier(target: unknown): string | undefined {
  const { identifier, id } = propertiesOf(target);
  return typeof identifier === 'string' && id === undefined ? identifier : undefined;
}

/** Returns the record that contains the folder node, or undefined for a folder at the top level. */
function ownerOf(folder: string, owner: string): RecordAddress | undefined {
  if (owner === '') return undefined;
  if (PROJECT_FOLDERS.some((one) => one === folder)) return { kind: 'project', within: '', id: owner };
  return { kind: folder.startsWith('teamspace') ? 'teamspace' : 'initiative', within: '', id: owner };
}

/** Returns the group of work items that the argument refers to, or undefined. */
export function groupOf(target: unknown): ItemGroup | undefined {
  const { kind, project, by, value } = propertiesOf(target);
  if (kind !== 'group' || typeof project !== 'string' || typeof by !== 'string') return undefined;
  return { project, by, value: typeof value === 'string' ? value : null };
}

/**
 * Returns the project without work items whose row offers to create one, or undefined. `recordOf` does not return it, so
 * that commands for the selected record don't change or delete the project.
 */
export function emptyProjectOf(target: unknown): RecordAddress | undefined {
  const { kind, under } = propertiesOf(target);
  const record = kind === 'empty' ? recordOf(under) : undefined;
  return record?.kind === 'project' ? record : undefined;
}

/** Returns the state of a group of initiatives, or undefined if the argument is not a group with a state. */
export function initiativeStateOf(target: unknown): string | undefined {
  const { kind, state } = propertiesOf(target);
  return kind === 'initiativeGroup' && typeof state === 'string' && state !== '' ? state : undefined;
}

function propertiesOf(target: unknown): Readonly<Record<string, unknown>> {
  return typeof target === 'object' && target !== null ? (target as Readonly<Record<string, unknown>>) : {};
}

/**
 * The argument of key bindings in a tree: the command applies to the row that has the focus. The command runner replaces
 * it with this row, if there is one.
 */
export const ROW_ARGUMENT = 'selection';

/** Whether a command was run on a row of a tree, so that it must not act on the active page instead. */
export function isRowTarget(target: unknown): boolean {
  return target === ROW_ARGUMENT || toNode(target) !== undefined;
}
