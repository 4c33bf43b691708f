// Handles requests for epics: a separate kind of record, but numbered together with work items.
import type * as z from 'zod';
import type { epicChanges } from '../../contract/resources/epic.ts';
import type { WorkItemChanges } from '../../contract/resources/workItem.ts';
import { recordsWithIds } from '../database/associations.ts';
import type { Database } from '../database/database.ts';
import { positionAt, workItemOrder } from '../database/orders.ts';
import { applyChanges, defaultStateId } from '../database/workItemRules.ts';
import { invalidField, unknownIdMessage } from '../http/httpError.ts';
import { crudHandlers, newRecord, operationHandlers } from './crud.ts';
import type { Handlers } from './handlerTypes.ts';
import { requireProjectId } from './projects.ts';

const epics = crudHandlers({ kind: 'epic', param: 'epic_id', owner: requireProjectId });

/** A deleted epic also disappears from its initiatives, because lists of associated records omit deleted records. */
export const epicHandlers = {
  ...operationHandlers(['Epic', 'Epics'], epics),
  listEpics: (request) =>
    request.store.list('epic', requireProjectId(request), workItemOrder(request.query['order_by'])),
  createEpic: (request) => {
    const { store, body } = request;
    const project = requireProjectId(request);
    const epicWithDefaults = newRecord(request, 'epic', { project, state: defaultStateId(store, project) });
    const epic = applyChanges(store, epicWithDefaults, workItemChangesOf(store, project, body), request);
    const number = store.incrementNumber(project);
    return store.insert('epic', project, { ...epic, sequence_id: number, sort_order: positionAt(number) });
  },
  updateEpic: (request) => {
    const { store, params, body, caller } = request;
    const epic = epics.get(request);
    const changes = workItemChangesOf(store, params.project_id, body);
    return store.replace('epic', { ...applyChanges(store, epic, changes, request), updated_by: caller.id });
  },
} satisfies Partial<Handlers>;

/**
 * Returns the changes of a work item that correspond to the body of an epic, with other keys, for example `state_id`.
 * @throws HttpError 400 for a record that does not exist in the project, under the key of the body.
 */
function workItemChangesOf(store: Database, project: string, body: z.output<typeof epicChanges>): WorkItemChanges {
  const { state_id: state, parent_id: parent, assignee_ids: assignees, label_ids: labels, ...rest } = body;
  if (state !== undefined && store.getOwned('state', project, state) === undefined)
    throw invalidField('state_id', unknownIdMessage(state));
  if (parent && store.getOwned('workItem', project, parent) === undefined)
    throw invalidField('parent_id', unknownIdMessage(parent));
  recordsWithIds(store, 'user', 'assignee_ids', assignees ?? []);
  recordsWithIds(store, 'label', 'label_ids', labels ?? [], project);
  return { ...rest, state, parent, assignees, labels };
}
