// Owns the answers about work items.
import { randomUUID } from 'node:crypto';
import type { WorkItem } from '../../contract/resources/workItem.ts';
import type { Handlers } from '../handler.ts';
import { NEWEST_FIRST, workItemOrder } from '../orders.ts';
import { blankWorkItem, type Workspace } from '../records.ts';
import { absent, alreadyThere, forbidden } from '../refusal.ts';
import type { Store } from '../store.ts';
import { changed } from '../workItemRules.ts';
import { projectIn } from './projects.ts';

/** The work item of a project, or the 404. */
export function workItemIn(
  store: Store,
  workspace: Workspace,
  params: { readonly project_id: string; readonly work_item_id: string },
): WorkItem {
  const item = store.within('workItem', projectIn(store, workspace, params.project_id).id, params.work_item_id);
  if (item === undefined) throw absent();
  return item;
}

export const listWorkItems: Handlers['listWorkItems'] = ({ store, workspace, params, query }) =>
  store.list('workItem', projectIn(store, workspace, params.project_id).id, workItemOrder(query.order_by));

export const getWorkItem: Handlers['getWorkItem'] = ({ store, workspace, params }) => workItemIn(store, workspace, params);

/** An identifier's last hyphen parts the project from the number. */
export const getWorkItemByIdentifier: Handlers['getWorkItemByIdentifier'] = ({ store, workspace, params }) => {
  const hyphen = params.identifier.lastIndexOf('-');
  const prefix = params.identifier.slice(0, Math.max(hyphen, 0));
  const project = store.all('project', workspace.id, NEWEST_FIRST).find((one) => one.identifier === prefix);
  if (project === undefined) throw forbidden();
  const number = params.identifier.slice(hyphen + 1);
  const item = /^\d{1,15}$/.test(number) ? store.byNumber('workItem', project.id, Number(number)) : undefined;
  if (item === undefined) throw absent();
  return item;
};

export const createWorkItem: Handlers['createWorkItem'] = ({ store, workspace, params, body, caller, now }) => {
  const project = projectIn(store, workspace, params.project_id);
  const { external_source, external_id, ...changes } = body;
  if (external_source !== undefined && external_id !== undefined) {
    const first = store.byExternal('workItem', project.id, external_source, external_id);
    if (first !== undefined) throw alreadyThere('Issue', first.id);
  }
  const states = store.all('state', project.id, NEWEST_FIRST);
  const blank: WorkItem = {
    ...blankWorkItem,
    id: randomUUID(),
    name: body.name,
    project: project.id,
    workspace: workspace.id,
    state: states.find((state) => state.default === true)?.id ?? null,
    external_source: external_source ?? null,
    external_id: external_id ?? null,
    created_by: caller.id,
    created_at: now,
  };
  const item = changed(store, blank, changes, now);
  const number = store.nextNumber(project.id);
  return store.insert('workItem', project.id, { ...item, sequence_id: number, sort_order: 65_535 + number * 10_000 });
};

export const updateWorkItem: Handlers['updateWorkItem'] = ({ store, workspace, params, body, caller, now }) => {
  const item = workItemIn(store, workspace, params);
  return store.replace('workItem', { ...changed(store, item, body, now), updated_by: caller.id });
};
