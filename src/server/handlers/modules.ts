// Owns the answers about a project's modules and the work items in them. A work item is in one module at most.

import type { Operations } from '../../contract/operations.ts';
import type { Module } from '../../contract/resources/module.ts';
import { STATUS } from '../../contract/status.ts';
import { blanks } from '../database/blanks.ts';
import { countsOf, inModule, itemCounts } from '../database/itemGroups.ts';
import { NEWEST_FIRST, workItemOrder } from '../database/orders.ts';
import type { Workspace } from '../database/records.ts';
import { type Database, mapListQuery } from '../database/store.ts';
import type { HandlerRequest, Handlers } from '../handler.ts';
import { invalidBody, invalidEntry, invalidField, notFound, Refusal, unknownId } from '../refusal.ts';
import { change, found, make, refuseRepeated } from './crud.ts';
import { projectIn } from './projects.ts';
import { workItemsIn } from './workItems.ts';

type Fields = HandlerRequest<Operations['updateModule']>['body'];
interface Named {
  readonly project_id: string;
  readonly module_id: string;
}

/** Id of a project that has modules at all. */
function moduleProject(store: Database, workspace: Workspace, id: string): string {
  const project = projectIn(store, workspace, id);
  if (project.module_view !== true) throw invalidBody('Modules are not enabled for this project');
  return project.id;
}

function moduleIn(store: Database, workspace: Workspace, params: Named): Module {
  return found(store, 'module', moduleProject(store, workspace, params.project_id), params.module_id);
}

const counted = (store: Database, project: string, module: Module): Module => ({
  ...module,
  ...countsOf(store, project, inModule(module.id)),
});

export const listModules: Handlers['listModules'] = ({ store, workspace, params }) => {
  const project = moduleProject(store, workspace, params.project_id);
  return mapListQuery(store.list('module', project, NEWEST_FIRST), (module) => counted(store, project, module));
};

export const getModule: Handlers['getModule'] = ({ store, workspace, params }) =>
  counted(store, params.project_id, moduleIn(store, workspace, params));

export const createModule: Handlers['createModule'] = (asked) => {
  const { store, workspace, params, body } = asked;
  const project = moduleProject(store, workspace, params.project_id);
  check(store, project, body);
  refuseRepeated(store, 'module', project, 'Module', body);
  const sort_order = 65_535 + store.count('module', project) * 10_000;
  return make(asked, 'module', project, checked({ ...blanks.module, sort_order, project }, body), body);
};

export const updateModule: Handlers['updateModule'] = (asked) => {
  const { store, workspace, params, body } = asked;
  const module = moduleIn(store, workspace, params);
  check(store, params.project_id, body, module.id);
  refuseRepeated(store, 'module', params.project_id, 'Module', body, module.id);
  return change(asked, 'module', checked(module, body), body);
};

/** Its work items stay, in no module. */
export const deleteModule: Handlers['deleteModule'] = ({ store, workspace, params }) => {
  const { id } = moduleIn(store, workspace, params);
  for (const item of store.list('workItem', params.project_id, NEWEST_FIRST, inModule(id)).read(-1, 0)) {
    store.replace('workItem', { ...item, module: null });
  }
  store.remove('module', id);
};

export const listModuleItems: Handlers['listModuleItems'] = ({ store, workspace, params, query }) =>
  store.list('workItem', params.project_id, workItemOrder(query.order_by), inModule(moduleIn(store, workspace, params).id));

/**
 * Adding to a module is no change of the work item: real servers leave its `updated_at` alone. Open-source servers skip ids of nothing
 * (API-FACTS J39).
 */
export const addModuleItems: Handlers['addModuleItems'] = ({ store, workspace, params, body, now, dialect }) => {
  const { id } = moduleIn(store, workspace, params);
  const isThere = (item: string): boolean => store.within('workItem', params.project_id, item) !== undefined;
  const ids = dialect === 'community' ? body.issues.filter(isThere) : body.issues;
  return workItemsIn(store, params.project_id, 'issues', ids).map((item) => {
    store.replace('workItem', { ...item, module: id });
    return itemCounts('module', id, item, now);
  });
};

export const removeModuleItem: Handlers['removeModuleItem'] = ({ store, workspace, params, now }) => {
  const { id } = moduleIn(store, workspace, params);
  const item = found(store, 'workItem', params.project_id, params.work_item_id);
  if (item.module !== id) throw notFound();
  store.replace('workItem', { ...item, module: null, updated_at: now });
};

function check(store: Database, project: string, { name, lead, members }: Fields, self?: string): void {
  const first = store.all('module', project, NEWEST_FIRST).find((module) => module.name === name && module.id !== self);
  if (first !== undefined) {
    const message = 'Module with this name already exists';
    throw new Refusal(STATUS.badRequest, { id: first.id, code: 'MODULE_NAME_ALREADY_EXISTS', error: message, message });
  }
  if (lead && store.get('user', lead) === undefined) throw invalidField('lead', unknownId(lead));
  for (const [index, id] of (members ?? []).entries()) {
    if (store.get('user', id) === undefined) throw invalidEntry('members', index, unknownId(id));
  }
}

/** Gives the module back when its dates will be in order. */
function checked(module: Module, body: Fields): Module {
  const start = body.start_date === undefined ? module['start_date'] : body.start_date;
  const target = body.target_date === undefined ? module['target_date'] : body.target_date;
  if (typeof start !== 'string' || typeof target !== 'string' || start <= target) return module;
  throw invalidField('target_date', 'The target date cannot be before the start date.');
}
