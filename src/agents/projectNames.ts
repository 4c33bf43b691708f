// The names of a project's states, labels, members, cycles and modules, and the ids that they stand for.
import type { ProjectListState, ProjectLists } from '../cache/lists/projectLists.ts';
import type { Store } from '../cache/store.ts';
import { ApiError } from '../client/apiError.ts';
import { nameOfUser, type User } from '../contract/resources/user.ts';
import { type AgentAccess, spareRequest } from './access.ts';
import { findByName, type NamedRecord } from './nameLookup.ts';
import { ToolProblem } from './toolProblem.ts';

/** What the model calls each kind of record. */
export type NameKind = 'state' | 'label' | 'member' | 'cycle' | 'module';

/** The word by which the model says that a field has no value. */
export const NONE = 'none';
/** The word by which the model refers to the user. */
const ME = 'me';

function listOf(store: Store, kind: NameKind): ProjectLists<{ readonly id: string }> {
  const lists: Readonly<Record<NameKind, ProjectLists<never>>> = {
    state: store.states as ProjectLists<never>,
    label: store.labels as ProjectLists<never>,
    member: store.members as ProjectLists<never>,
    cycle: store.cycles as ProjectLists<never>,
    module: store.modules as ProjectLists<never>,
  };
  return lists[kind];
}

/**
 * Resolves with the names of one kind in a project; with none if the project does not have the kind. Requests the list
 * if it is not cached. Rejects with an ApiError if the request fails.
 */
export async function namesIn(access: AgentAccess, kind: NameKind, project: string): Promise<readonly NamedRecord[]> {
  const list = listOf(access.session.store, kind);
  if (!isLoaded(list.of(project))) await spareRequest(access);
  const state = isLoaded(list.of(project)) ? list.of(project) : await list.read(project);
  if (state.status === 'failed') throw new ApiError(state.fault);
  return state.records.map((record) => ({ id: record.id, names: namesOfRecord(kind, record) }));
}

function isLoaded({ status }: ProjectListState<unknown>): boolean {
  return status === 'ready' || status === 'unsupported';
}

function namesOfRecord(kind: NameKind, record: { readonly id: string }): readonly string[] {
  return kind === 'member' ? namesOfPerson(record) : ['name' in record ? String(record.name) : record.id];
}

/** Returns the names by which a person may be called: the display name first. */
export function namesOfPerson(user: User): readonly string[] {
  const { first_name, last_name, email } = user;
  const fullName = [first_name, last_name].filter(Boolean).join(' ');
  return [...new Set([nameOfUser(user), fullName, email ?? ''].filter((one) => one !== ''))];
}

/**
 * Resolves with the id of the record with this name. A name that is not in the cached list is looked up once more on
 * the server.
 * @throws ToolProblem if there is none
 */
export async function idNamed(access: AgentAccess, kind: NameKind, project: string, name: string): Promise<string> {
  if (kind === 'member' && name.toLowerCase() === ME) return access.session.me.id;
  try {
    return findByName(kind, await namesIn(access, kind, project), name).id;
  } catch (error) {
    const list = listOf(access.session.store, kind);
    if (!(error instanceof ToolProblem) || list.isCurrent(project)) throw error;
    await spareRequest(access);
    await list.read(project);
    return findByName(kind, await namesIn(access, kind, project), name).id;
  }
}

/**
 * Resolves with the id of the state with this name, or by default of the first completed state of the project.
 * @throws ToolProblem if there is none
 */
export async function finalState(access: AgentAccess, project: string, name: string | undefined): Promise<string> {
  if (name !== undefined) return idNamed(access, 'state', project, name);
  await namesIn(access, 'state', project);
  const completed = access.session.store.states
    .of(project)
    .records.filter(({ group }) => group === 'completed')
    .toSorted((one, other) => (one.sequence ?? 0) - (other.sequence ?? 0));
  const [first] = completed;
  if (first === undefined) throw new ToolProblem('The project has no completed state. Name the state to set.');
  return first.id;
}
