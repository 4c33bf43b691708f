// Reads the argument that a menu, a tree or another command passes to a command.
import { type ItemAddress, RECORD_KINDS, type RecordAddress } from '../../cache/address.ts';

/** A group of work items in a tree. */
export interface CommandGroup {
  readonly project: string;
  readonly by: string;
  readonly value: string | null;
}

/** Undefined if the argument is not a record. */
export function recordOf(given: unknown): RecordAddress | undefined {
  const { kind, within, id, project, folder, owner, by, value } = partsOf(given);
  const known = RECORD_KINDS.find((one) => one === kind);
  if (known !== undefined && typeof within === 'string' && typeof id === 'string') return { kind: known, within, id };
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

/** Undefined if the argument is not a work item. */
export function itemOf(given: unknown): ItemAddress | undefined {
  const { project, id } = partsOf(given);
  return typeof project === 'string' && typeof id === 'string' ? { project, id } : undefined;
}

/** Returns the identifier in a mention's link. Its work item may not be loaded. */
export function targetIdentifier(given: unknown): string | undefined {
  const { identifier, id } = partsOf(given);
  return typeof identifier === 'string' && id === undefined ? identifier : undefined;
}

/** Returns the record that a folder of a tree belongs to, or undefined for a folder at the root. */
function ownerOf(folder: string, owner: string): RecordAddress | undefined {
  if (owner === '') return undefined;
  return { kind: folder.startsWith('teamspace') ? 'teamspace' : 'initiative', within: '', id: owner };
}

/** Undefined if the argument is not a group of work items. */
export function groupOf(given: unknown): CommandGroup | undefined {
  const { kind, project, by, value } = partsOf(given);
  if (kind !== 'group' || typeof project !== 'string' || typeof by !== 'string') return undefined;
  return { project, by, value: typeof value === 'string' ? value : null };
}

/** Returns the state of a group of initiatives. Undefined if the argument is not such a group, or has no state. */
export function initiativeStateOf(given: unknown): string | undefined {
  const { kind, state } = partsOf(given);
  return kind === 'initiativeGroup' && typeof state === 'string' && state !== '' ? state : undefined;
}

function partsOf(given: unknown): Readonly<Record<string, unknown>> {
  return typeof given === 'object' && given !== null ? (given as Readonly<Record<string, unknown>>) : {};
}
