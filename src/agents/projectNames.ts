// Finds the states, labels, members, cycles, modules and estimate points of a project by their names.

import { nameOfUser, type User } from '../contract/resources/user.ts';
import type { RecordLists, StoredRecord } from '../core/cache/resources/recordStore.ts';
import type { Store } from '../core/cache/store/store.ts';
import { findByName, type NamedRecord } from './nameLookup.ts';
import { type ToolContext, waitForAllowance } from './toolContext.ts';
import { ToolError } from './toolError.ts';

/** The kinds of records that the model refers to by name, as the model calls them. */
export type NameKind = 'state' | 'label' | 'member' | 'cycle' | 'module' | 'estimate';

/** The word that the model uses for a field without a value. */
export const NONE = 'none';
/** The word that the model uses for the user. */
const ME = 'me';

function recordListsOf({ resources, members, estimatePoints }: Store, kind: NameKind): RecordLists<StoredRecord> {
  const lists: Readonly<Record<NameKind, RecordLists<StoredRecord>>> = {
    state: resources.states,
    label: resources.labels,
    member: members,
    cycle: resources.cycles,
    module: resources.modules,
    estimate: estimatePoints,
  };
  return lists[kind];
}

/**
 * Resolves with the records of one kind in a project and their names; with an empty list if the project does not
 * support the kind. Requests the list if it was not read in this run. Rejects with an ApiError if the request fails.
 */
export async function readNames(access: ToolContext, kind: NameKind, project: string): Promise<readonly NamedRecord[]> {
  const lists = recordListsOf(access.session.store, kind);
  const maxAge = Number.POSITIVE_INFINITY;
  if (lists.list(project).readAt === undefined) await waitForAllowance(access);
  const records = await lists.readAllOrThrow(project, { maxAge });
  return records.map((record) => ({ id: record.id, names: namesOfRecord(kind, record) }));
}

function namesOfRecord(kind: NameKind, record: { readonly id: string }): readonly string[] {
  if (kind === 'member') return namesOfPerson(record);
  if (kind === 'estimate') return ['value' in record ? String(record.value) : record.id];
  return ['name' in record ? String(record.name) : record.id];
}

/** Returns all names of a user, with the display name first. */
export function namesOfPerson(user: User): readonly string[] {
  const { first_name, last_name, email } = user;
  const fullName = [first_name, last_name].filter(Boolean).join(' ');
  return [...new Set([nameOfUser(user), fullName, email ?? ''].filter((one) => one !== ''))];
}

/**
 * Resolves with the id of the record with this name. If the cached list does not contain the name, the list is
 * requested again.
 * @throws ToolError if no record has the name
 */
export async function findIdByName(
  access: ToolContext,
  kind: NameKind,
  project: string,
  name: string,
): Promise<string> {
  if (kind === 'member' && name.toLowerCase() === ME) return access.session.me.id;
  try {
    return findByName(kind, await readNames(access, kind, project), name).id;
  } catch (error) {
    const list = recordListsOf(access.session.store, kind).list(project);
    if (!(error instanceof ToolError) || list.isCurrent()) throw error;
    await waitForAllowance(access);
    await list.readAll();
    return findByName(kind, await readNames(access, kind, project), name).id;
  }
}

/**
 * Resolves with the id of the state with this name; without a name, with the id of the project's first completed state.
 * @throws ToolError if the project has no state with this name, or no completed state
 */
export async function findCompletedStateId(
  access: ToolContext,
  project: string,
  name: string | undefined,
): Promise<string> {
  if (name !== undefined) return findIdByName(access, 'state', project, name);
  await readNames(access, 'state', project);
  const completedStates = access.session.store.resources.states
    .listed(project)
    .filter(({ group }) => group === 'completed')
    .toSorted((one, other) => (one.sequence ?? 0) - (other.sequence ?? 0));
  const [firstState] = completedStates;
  if (firstState === undefined) throw new ToolError('The project has no completed state. Name the state to set.');
  return firstState.id;
}
