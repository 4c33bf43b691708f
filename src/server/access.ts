// Checks before an operation whether the caller has access to what the path names.
// Some lists are empty instead.
import type { OperationName } from '../contract/operations.ts';
import { NEWEST_FIRST } from './database/orders.ts';
import type { RecordTypeName, Workspace } from './database/records.ts';
import type { Database } from './database/store.ts';
import { type Dialect, forUnknown } from './dialect.ts';
import { forbidden, notFound, type Refusal } from './refusal.ts';

type Params = Readonly<Record<string, string>>;

/** Path parameters that open-source servers check, outermost first, with the kind of record that each names. */
const PARENTS: readonly (readonly [parameter: string, kind: RecordTypeName])[] = [
  ['work_item_id', 'workItem'],
  ['module_id', 'module'],
  ['cycle_id', 'cycle'],
];

/** Lists that are empty while their project is archived (API-FACTS J36). */
const EMPTY_WHEN_ARCHIVED: ReadonlySet<OperationName> = new Set<OperationName>([
  'listWorkItems',
  'listModuleItems',
  'listCycleItems',
]);

/**
 * Returns `empty` if the answer is an empty list whatever the operation would find, else `open`.
 * @throws Refusal 403 for an unknown workspace and, from open-source servers, for a project that is unknown or that the
 *   caller is not a member of; 404 from open-source servers for an unknown work item, module or cycle.
 */
export function access(
  dialect: Dialect,
  name: OperationName,
  store: Database,
  workspace: Workspace,
  params: Params,
): 'open' | 'empty' {
  const missing = (parameter: string, refusal: () => Refusal): 'open' | 'empty' => {
    const answer = forUnknown(dialect, name, parameter);
    if (answer === 'refused') throw refusal();
    return answer === 'empty' ? 'empty' : 'open';
  };
  const slug = params['workspace_slug'];
  if (slug !== undefined && slug !== workspace.slug) return missing('workspace_slug', forbidden);
  const project = params['project_id'];
  if (dialect === 'spec' || project === undefined) return 'open';
  const found = store.within('project', workspace.id, project);
  if (found === undefined) return missing('project_id', forbidden);
  // A user who is not a member of a public project can read the project itself, but nothing in it.
  if (name !== 'getProject' && !isMember(store, workspace, project)) throw forbidden();
  const isArchived = Boolean(found.archived_at);
  for (const [parameter, kind] of PARENTS) {
    const id = params[parameter];
    if (id === undefined) continue;
    const isGone = (kind === 'workItem' && isArchived) || store.within(kind, project, id) === undefined;
    if (isGone && missing(parameter, notFound) === 'empty') return 'empty';
  }
  return isArchived && EMPTY_WHEN_ARCHIVED.has(name) ? 'empty' : 'open';
}

function isMember(store: Database, workspace: Workspace, project: string): boolean {
  return store.all('membership', project, NEWEST_FIRST).some(({ user }) => user === workspace.caller);
}
