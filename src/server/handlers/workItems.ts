// Owns the answers about work items.

import { randomUUID } from 'node:crypto';
import type { WorkItem, WorkItemChanges } from '../../contract/resources/workItem.ts';
import { storedHtml } from '../../contract/storedHtml.ts';
import { rememberChanges, rememberCreation } from '../database/activities.ts';
import { blanks } from '../database/blanks.ts';
import { NEWEST_FIRST, workItemOrder } from '../database/orders.ts';
import type { Workspace } from '../database/records.ts';
import type { Database } from '../database/store.ts';
import { changed, defaultState } from '../database/workItemRules.ts';
import type { Dialect } from '../dialect.ts';
import type { Handlers } from '../handler.ts';
import { conflict, forbidden, invalidEntry, invalidField, notFound, unknownId } from '../refusal.ts';
import { projectIn } from './projects.ts';

/** The work item of a project, or the 404. */
export function workItemIn(
  store: Database,
  workspace: Workspace,
  params: { readonly project_id: string; readonly work_item_id: string },
): WorkItem {
  const item = store.within('workItem', projectIn(store, workspace, params.project_id).id, params.work_item_id);
  if (item === undefined) throw notFound();
  return item;
}

/** Work items of one project by their ids, each once; refuses an id of nothing, naming its place in the body's field. */
export function workItemsIn(store: Database, project: string, field: string, ids: readonly string[]): WorkItem[] {
  return [...new Set(ids)].map((id) => {
    const item = store.within('workItem', project, id);
    if (item === undefined) throw invalidEntry(field, ids.indexOf(id), unknownId(id));
    return item;
  });
}

/** Dates a change that is not of the item's own fields. */
export function touched(store: Database, item: WorkItem, now: string): void {
  store.replace('workItem', { ...item, updated_at: now });
}

/**
 * A change as open-source servers read it: `module` is ignored, an estimate is the id of an estimate point, HTML is sanitized, and a state
 * that is nowhere is refused in other words than one of another project (API-FACTS J41).
 */
function heard<C extends WorkItemChanges>(dialect: Dialect, store: Database, changes: C): C {
  if (dialect === 'spec') return changes;
  const { state, description_html: html } = changes;
  if (state && store.get('state', state) === undefined) throw invalidField('state', unknownId(state));
  const estimate = changes.estimate_point;
  if (typeof estimate === 'string' && estimate.length === 1) throw invalidField('estimate_point', `“${estimate}” is not a valid UUID.`);
  const { module: _, ...rest } = changes;
  return (html === undefined ? rest : { ...rest, description_html: storedHtml(html) }) as C;
}

export const listWorkItems: Handlers['listWorkItems'] = ({ store, workspace, params, query }) =>
  store.list('workItem', projectIn(store, workspace, params.project_id).id, workItemOrder(query.order_by));

export const getWorkItem: Handlers['getWorkItem'] = ({ store, workspace, params }) => workItemIn(store, workspace, params);

/** An identifier's last hyphen parts the project from the number. */
export const getWorkItemByIdentifier: Handlers['getWorkItemByIdentifier'] = ({ store, workspace, params, dialect }) => {
  const hyphen = params.identifier.lastIndexOf('-');
  const prefix = params.identifier.slice(0, Math.max(hyphen, 0));
  const project = store.all('project', workspace.id, NEWEST_FIRST).find((one) => one.identifier === prefix);
  if (project === undefined) throw forbidden();
  if (dialect === 'community' && project.archived_at) throw notFound();
  const number = params.identifier.slice(hyphen + 1);
  const item = /^\d{1,15}$/.test(number) ? store.byNumber('workItem', project.id, Number(number)) : undefined;
  if (item === undefined) throw notFound();
  return item;
};

export const createWorkItem: Handlers['createWorkItem'] = ({ store, workspace, params, body, caller, now, dialect }) => {
  const project = projectIn(store, workspace, params.project_id);
  const { external_source, external_id, ...changes } = heard(dialect, store, body);
  if (external_source !== undefined && external_id !== undefined) {
    const first = store.byExternal('workItem', project.id, external_source, external_id);
    if (first !== undefined) throw conflict('Issue', first.id);
  }
  const blank: WorkItem = {
    ...blanks.workItem,
    id: randomUUID(),
    name: body.name,
    project: project.id,
    workspace: workspace.id,
    state: defaultState(store, project.id),
    external_source: external_source ?? null,
    external_id: external_id ?? null,
    created_by: caller.id,
    created_at: now,
  };
  const item = changed(store, blank, changes, now);
  const number = store.nextNumber(project.id);
  const made = store.insert('workItem', project.id, { ...item, sequence_id: number, sort_order: 65_535 + number * 10_000 });
  rememberCreation(store, made, { actor: caller.id, now });
  return made;
};

export const updateWorkItem: Handlers['updateWorkItem'] = ({ store, workspace, params, body, caller, now, dialect }) => {
  const before = workItemIn(store, workspace, params);
  const after = store.replace('workItem', { ...changed(store, before, heard(dialect, store, body), now), updated_by: caller.id });
  rememberChanges(store, before, after, { actor: caller.id, now });
  return after;
};

/** Its descendants are deleted too, as by real servers, where a worker does it some time after the answer (API-FACTS J35). */
export const deleteWorkItem: Handlers['deleteWorkItem'] = ({ store, workspace, params }) => {
  const { id } = workItemIn(store, workspace, params);
  for (const item of subtree(store, params.project_id, id)) store.removeTree('workItem', item);
};

/** Ids of a work item and of everything below it; a circle of parents is walked once. */
function subtree(store: Database, project: string, id: string): ReadonlySet<string> {
  const ids = new Set([id]);
  for (const parent of ids) {
    const below = { condition: "body ->> '$.parent' = ?", values: [parent] };
    for (const child of store.list('workItem', project, NEWEST_FIRST, below).read(-1, 0)) ids.add(child.id);
  }
  return ids;
}
