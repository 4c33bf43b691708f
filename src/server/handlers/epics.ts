// Owns the answers about epics: work items of a kind of their own, numbered in their project's series.

import { randomUUID } from 'node:crypto';
import type { Operations } from '../../contract/operations.ts';
import type { WorkItem, WorkItemChanges } from '../../contract/resources/workItem.ts';
import { recordsOf } from '../database/associations.ts';
import { blanks } from '../database/blanks.ts';
import { workItemOrder } from '../database/orders.ts';
import type { Workspace } from '../database/records.ts';
import type { Database } from '../database/store.ts';
import { changed, defaultState } from '../database/workItemRules.ts';
import type { HandlerRequest, Handlers } from '../handler.ts';
import { invalidEntry, invalidField, notFound, unknownId } from '../refusal.ts';
import { projectIn } from './projects.ts';

type Fields = HandlerRequest<Operations['updateEpic']>['body'];

function epicIn(store: Database, workspace: Workspace, params: { readonly project_id: string; readonly epic_id: string }): WorkItem {
  const epic = store.within('epic', projectIn(store, workspace, params.project_id).id, params.epic_id);
  if (epic === undefined) throw notFound();
  return epic;
}

/** The body as a work item's changes. What the project does not have is refused under the body's own keys, which are not the answer's. */
function renamed(store: Database, project: string, body: Fields): WorkItemChanges {
  const { state_id: state, parent_id: parent, assignee_ids: assignees, label_ids: labels, ...rest } = body;
  if (state !== undefined && store.within('state', project, state) === undefined) throw invalidField('state_id', unknownId(state));
  if (parent && store.within('workItem', project, parent) === undefined) throw invalidField('parent_id', unknownId(parent));
  recordsOf(store, 'user', 'assignee_ids', assignees ?? []);
  for (const [index, id] of (labels ?? []).entries()) {
    if (store.within('label', project, id) === undefined) throw invalidEntry('label_ids', index, unknownId(id));
  }
  return { ...rest, state, parent, assignees, labels };
}

export const listEpics: Handlers['listEpics'] = ({ store, workspace, params, query }) =>
  store.list('epic', projectIn(store, workspace, params.project_id).id, workItemOrder(query['order_by']));

export const getEpic: Handlers['getEpic'] = ({ store, workspace, params }) => epicIn(store, workspace, params);

export const createEpic: Handlers['createEpic'] = ({ store, workspace, params, body, caller, now }) => {
  const project = projectIn(store, workspace, params.project_id);
  const blank: WorkItem = {
    ...blanks.workItem,
    id: randomUUID(),
    project: project.id,
    workspace: workspace.id,
    state: defaultState(store, project.id),
    created_by: caller.id,
    created_at: now,
  };
  const epic = changed(store, blank, renamed(store, project.id, body), now);
  const number = store.nextNumber(project.id);
  return store.insert('epic', project.id, { ...epic, sequence_id: number, sort_order: 65_535 + number * 10_000 });
};

export const updateEpic: Handlers['updateEpic'] = ({ store, workspace, params, body, caller, now }) => {
  const epic = epicIn(store, workspace, params);
  const changes = renamed(store, params.project_id, body);
  return store.replace('epic', { ...changed(store, epic, changes, now), updated_by: caller.id });
};

/** Initiatives lose it. */
export const deleteEpic: Handlers['deleteEpic'] = ({ store, workspace, params }) => {
  store.remove('epic', epicIn(store, workspace, params).id);
};
