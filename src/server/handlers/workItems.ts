// Handles requests for work items.

import type { WorkItem, WorkItemChanges } from '../../contract/resources/workItem.ts';
import { toStoredHtml } from '../../contract/storedHtml.ts';
import { definedFields } from '../../std/objects/definedFields.ts';
import { addChangeActivities, addCreationActivity } from '../database/activities.ts';
import type { Database } from '../database/database.ts';
import { NEWEST_FIRST, positionAt, workItemOrder } from '../database/orders.ts';
import { pqlFilter } from '../database/pql.ts';
import { relationRows } from '../database/relationRows.ts';
import { applyChanges, defaultStateId } from '../database/workItemRules.ts';
import type { Dialect } from '../http/dialect.ts';
import { forbidden, invalidField, notFound, unknownIdMessage } from '../http/httpError.ts';
import { getOrThrow, newRecord, rejectRepeatedExternalId } from './crud.ts';
import type { Handlers, TypedRequest } from './handlerTypes.ts';
import { type ProjectParams, requireProjectId } from './projects.ts';

/** Members and admins can be assigned, guests cannot. */
const MIN_ASSIGNABLE_ROLE = 15;

/** The parameters of a path that names a work item. */
export interface WorkItemParams extends ProjectParams {
  readonly work_item_id: string;
}

/** Returns the work item that the path names. @throws HttpError 404 if it does not exist. */
export function requestedWorkItem(request: TypedRequest<WorkItemParams>): WorkItem {
  return getOrThrow(request.store, 'workItem', requireProjectId(request), request.params.work_item_id);
}

/** Returns the id of the work item that the path names. @throws HttpError 404 if the work item does not exist. */
export function requireWorkItemId(request: TypedRequest<WorkItemParams>): string {
  return requestedWorkItem(request).id;
}

/**
 * Returns the work item that the path names. In the open-source dialect, it may be deleted: these servers store comments,
 * links and relations of deleted work items as well.
 * @throws HttpError 404 if the work item does not exist
 */
export function requestedOrDeletedItem(request: TypedRequest<WorkItemParams>): WorkItem {
  return deletedItem(request) ?? requestedWorkItem(request);
}

function deletedItem({ store, params, dialect }: TypedRequest<WorkItemParams>): WorkItem | undefined {
  return dialect === 'community'
    ? store.getOwned('deletedWorkItem', params.project_id, params.work_item_id)
    : undefined;
}

/** Sets the `updated_at` of the work item, for example after a change of one of its comments. */
export function touchWorkItem(request: TypedRequest<WorkItemParams>): void {
  if (deletedItem(request) === undefined)
    request.store.replace('workItem', { ...requestedWorkItem(request), updated_at: request.now });
}

/**
 * Returns the changes as the dialect applies them. In the open-source dialect, `module` is ignored, HTML is sanitized,
 * an estimate of one character is rejected because it is not an id, and the message for a state that does not exist
 * differs from the message for a state of another project.
 */
function adaptToDialect<C extends WorkItemChanges>(dialect: Dialect, store: Database, project: string, changes: C): C {
  if (dialect === 'spec') return changes;
  const { state, description_html: html } = changes;
  if (state && store.get('state', state) === undefined) throw invalidField('state', unknownIdMessage(state));
  const estimate = changes.estimate_point;
  if (typeof estimate === 'string' && estimate.length === 1)
    throw invalidField('estimate_point', `“${estimate}” is not a valid UUID.`);
  const { module: _, ...rest } = changes;
  // Open-source servers leave out guests and users who are not members of the project, without an error.
  const members = store.all('membership', project, NEWEST_FIRST).filter(({ role }) => role >= MIN_ASSIGNABLE_ROLE);
  const assignees = changes.assignees?.filter(
    (id) => members.some(({ user }) => user === id) || store.get('user', id) === undefined,
  );
  return { ...rest, ...definedFields({ description_html: html && toStoredHtml(html), assignees }) } as C;
}

export const workItemHandlers = {
  /** Open-source servers up to version 1.3 ignore `pql`. */
  listWorkItems: (request) => {
    const { store, query, dialect, caller } = request;
    const order = workItemOrder(query.order_by);
    const filter = dialect === 'spec' && query.pql ? pqlFilter(query.pql, caller.id) : undefined;
    return store.list('workItem', requireProjectId(request), order, filter);
  },

  getWorkItem: requestedWorkItem,

  /** The last hyphen of `identifier` separates the project's identifier from the number. */
  getWorkItemByIdentifier: ({ store, workspace, params, dialect }) => {
    const hyphenIndex = params.identifier.lastIndexOf('-');
    const prefix = params.identifier.slice(0, Math.max(hyphenIndex, 0));
    const project = store
      .all('project', workspace.id, NEWEST_FIRST)
      .find((candidate) => candidate.identifier === prefix);
    if (project === undefined) throw forbidden();
    if (dialect === 'community' && project.archived_at) throw notFound();
    const number = params.identifier.slice(hyphenIndex + 1);
    const item = /^\d{1,15}$/.test(number) ? store.findByNumber('workItem', project.id, Number(number)) : undefined;
    if (item === undefined) throw notFound();
    return item;
  },

  createWorkItem: (request) => {
    const { store, body, caller, now, dialect } = request;
    const project = requireProjectId(request);
    const { external_source = null, external_id = null, ...changes } = adaptToDialect(dialect, store, project, body);
    rejectRepeatedExternalId(store, 'workItem', project, 'Issue', body);
    const fields = { name: body.name, project, state: defaultStateId(store, project), external_source, external_id };
    const item = applyChanges(store, newRecord(request, 'workItem', fields), changes, request);
    const number = store.incrementNumber(project);
    const createdItem = store.insert('workItem', project, {
      ...item,
      sequence_id: number,
      sort_order: positionAt(number),
    });
    addCreationActivity(store, createdItem, { actor: caller.id, now });
    return createdItem;
  },

  updateWorkItem: (request) => {
    const { store, params, body, caller, now, dialect } = request;
    const oldItem = requestedWorkItem(request);
    const newItem = store.replace('workItem', {
      ...applyChanges(store, oldItem, adaptToDialect(dialect, store, params.project_id, body), request),
      updated_by: caller.id,
    });
    addChangeActivities(store, oldItem, newItem, { actor: caller.id, now });
    return newItem;
  },

  /** Also deletes the descendants, which real servers delete some time after the response, and the relations. */
  deleteWorkItem: (request) => {
    const { store, params, workspace, dialect } = request;
    for (const id of idsInSubtree(store, params.project_id, requireWorkItemId(request))) {
      const item = store.get('workItem', id);
      store.removeTree('workItem', id);
      for (const relation of relationRows(store, workspace, id)) store.remove('relation', relation.id);
      if (dialect === 'community' && item !== undefined) store.insert('deletedWorkItem', params.project_id, item);
    }
  },
} satisfies Partial<Handlers>;

/** Returns the ids of a work item and all of its descendants. Ends even if the parents form a loop. */
function idsInSubtree(store: Database, project: string, id: string): ReadonlySet<string> {
  const ids = new Set([id]);
  for (const parent of ids) {
    const childFilter = { condition: "body ->> '$.parent' = ?", values: [parent] };
    for (const child of store.list('workItem', project, NEWEST_FIRST, childFilter).read(-1, 0)) ids.add(child.id);
  }
  return ids;
}
