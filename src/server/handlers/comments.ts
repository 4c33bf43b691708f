// Handles requests for the comments on a work item.
// Changing a comment also updates the `updated_at` of its work item.
import type { WorkItem } from '../../contract/resources/workItem.ts';
import { emptyListQuery } from '../database/database.ts';
import { NEWEST_FIRST, OLDEST_FIRST } from '../database/orders.ts';
import type { Workspace } from '../database/records.ts';
import { crudHandlers, operationHandlers } from './crud.ts';
import { matchesWorkspaceFilter } from './descriptions.ts';
import type { Handlers } from './handlerTypes.ts';
import { requestedOrDeletedItem, touchWorkItem } from './workItems.ts';

interface Filters {
  readonly issue?: string | undefined;
  readonly project?: string | undefined;
  readonly workspace?: string | undefined;
}

/** Whether a filter (specification §4) excludes the work item, project or workspace of the path: the list is empty. */
export function isExcludedByFilters(workspace: Workspace, item: WorkItem, filters: Filters): boolean {
  return (
    (filters.issue ?? item.id) !== item.id ||
    (filters.project ?? item.project) !== item.project ||
    !matchesWorkspaceFilter(workspace, filters.workspace)
  );
}

const comments = crudHandlers({
  kind: 'comment',
  param: 'comment_id',
  owner: (request) => requestedOrDeletedItem(request).id,
  ownerField: 'issue',
  conflictName: 'Work item comment',
  initialFields: ({ caller, params }) => ({ actor: caller.id, project: params.project_id }),
  afterSave: touchWorkItem,
  beforeDelete: touchWorkItem,
});

export const commentHandlers = {
  ...operationHandlers(['Comment', 'Comments'], comments),
  /** Open-source servers return the newest comment first and ignore filters. */
  listComments: (request) => {
    const { store, workspace, query, dialect } = request;
    const item = requestedOrDeletedItem(request);
    if (dialect === 'community') return store.list('comment', item.id, NEWEST_FIRST);
    return isExcludedByFilters(workspace, item, query) ? emptyListQuery : store.list('comment', item.id, OLDEST_FIRST);
  },
} satisfies Partial<Handlers>;
