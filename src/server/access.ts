// Checks before an operation whether the records in the path exist and the caller may access them.
// Open-source servers respond to some paths of unknown records with an empty list.
import type { OperationName } from '../contract/operations.ts';
import type { Database } from './database/database.ts';
import { NEWEST_FIRST } from './database/orders.ts';
import type { RecordTypeName, Workspace } from './database/records.ts';
import { type Dialect, responseToUnknownId } from './http/dialect.ts';
import { forbidden, type HttpError, notFound } from './http/httpError.ts';

type Params = Readonly<Record<string, string>>;

/** Path parameters that open-source servers check, outermost first, each with the kind of record whose id it is. */
const CHECKED_PARAMETERS: readonly (readonly [parameter: string, kind: RecordTypeName])[] = [
  ['work_item_id', 'workItem'],
  ['module_id', 'module'],
  ['cycle_id', 'cycle'],
];

/** Operations that respond with an empty list while the project is archived. */
const EMPTY_WHEN_ARCHIVED: ReadonlySet<OperationName> = new Set<OperationName>([
  'listWorkItems',
  'listModuleItems',
  'listCycleItems',
]);

/** Operations that open-source servers perform for a deleted work item as for any other. */
const ACCEPTS_DELETED_ITEMS: ReadonlySet<OperationName> = new Set<OperationName>([
  'listComments',
  'createComment',
  'listLinks',
  'createLink',
  'listRelations',
  'createRelation',
]);

/**
 * Returns `empty` if the response must be an empty list, even if the list has records; otherwise `open`.
 * @throws HttpError 403 for an unknown workspace. In the open-source dialect, also 404 for an unknown project itself, 403
 *   for what is in it or in a project that the caller is not a member of, and 404 for an unknown work item, module or
 *   cycle.
 */
export function checkAccess(
  dialect: Dialect,
  name: OperationName,
  store: Database,
  workspace: Workspace,
  params: Params,
): 'open' | 'empty' {
  const handleUnknownId = (parameter: string, createError: () => HttpError): 'open' | 'empty' => {
    const outcome = responseToUnknownId(dialect, name, parameter);
    if (outcome === 'refused') throw createError();
    return outcome === 'empty' ? 'empty' : 'open';
  };
  const slug = params['workspace_slug'];
  if (slug !== undefined && slug !== workspace.slug) return handleUnknownId('workspace_slug', forbidden);
  const projectId = params['project_id'];
  if (dialect === 'spec' || projectId === undefined) return 'open';
  const project = store.getOwned('project', workspace.id, projectId);
  if (project === undefined) return handleUnknownId('project_id', name === 'getProject' ? notFound : forbidden);
  // A user who is not a member of a public project can read the project itself, but not its records.
  if (name !== 'getProject' && !isMember(store, workspace, projectId)) throw forbidden();
  const isArchived = Boolean(project.archived_at);
  for (const [parameter, kind] of CHECKED_PARAMETERS) {
    const id = params[parameter];
    if (id === undefined) continue;
    if (kind === 'workItem' && ACCEPTS_DELETED_ITEMS.has(name) && isDeleted(store, projectId, id)) continue;
    const isUnknown = (kind === 'workItem' && isArchived) || store.getOwned(kind, projectId, id) === undefined;
    if (isUnknown && handleUnknownId(parameter, notFound) === 'empty') return 'empty';
  }
  return isArchived && EMPTY_WHEN_ARCHIVED.has(name) ? 'empty' : 'open';
}

function isDeleted(store: Database, project: string, id: string): boolean {
  return store.getOwned('deletedWorkItem', project, id) !== undefined;
}

function isMember(store: Database, workspace: Workspace, projectId: string): boolean {
  return store.all('membership', projectId, NEWEST_FIRST).some(({ user }) => user === workspace.caller);
}
