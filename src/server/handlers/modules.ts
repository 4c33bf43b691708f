// Handles requests for the modules of a project and their work items.
// A work item belongs to at most one module, or to several on an open-source server.
import type * as z from 'zod';
import type { Module, moduleChanges } from '../../contract/resources/module.ts';
import { STATUS } from '../../contract/status.ts';
import { associate, dissociate, dissociateAll, isAssociated, recordsWithIds } from '../database/associations.ts';
import { countsOf, cycleOrModuleItemRecord, moduleItemsFilter } from '../database/cycleAndModuleItems.ts';
import { type Database, mapListQuery } from '../database/database.ts';
import { NEWEST_FIRST, workItemOrder } from '../database/orders.ts';
import { checkDates } from '../database/workItemRules.ts';
import { HttpError, invalidBody, notFound } from '../http/httpError.ts';
import { crudHandlers, getOrThrow, operationHandlers } from './crud.ts';
import { checkLead } from './descriptions.ts';
import type { Handlers, TypedRequest } from './handlerTypes.ts';
import { type ProjectParams, requestedProject } from './projects.ts';

type ModuleRequest = TypedRequest<ProjectParams, z.output<typeof moduleChanges>>;

const modules = crudHandlers({
  kind: 'module',
  param: 'module_id',
  owner: (request: TypedRequest<ProjectParams>) => {
    const project = requestedProject(request);
    if (project.module_view !== true) throw invalidBody('Modules are not enabled for this project');
    return project.id;
  },
  ownerField: 'project',
  setsSortOrder: true,
  conflictName: 'Module',
  check: (request: ModuleRequest, module) => {
    checkReferences(request, module.id);
    checkDates(module);
  },
  // Deleting a module removes the work items from the module, but does not delete them.
  beforeDelete: ({ store, params }, { id }) => {
    for (const item of store.list('workItem', params.project_id, NEWEST_FIRST, moduleItemsFilter(id)).read(-1, 0)) {
      if (item.module === id) store.replace('workItem', { ...item, module: null });
    }
    dissociateAll(store, id);
  },
});

export const moduleHandlers = {
  ...operationHandlers(['Module', 'Modules'], modules),
  listModules: (request) =>
    mapListQuery(modules.list(request), (module) => withCounts(request.store, request.params.project_id, module)),
  getModule: (request) => withCounts(request.store, request.params.project_id, modules.get(request)),

  listModuleItems: (request) => {
    const { store, params, query } = request;
    return store.list(
      'workItem',
      params.project_id,
      workItemOrder(query.order_by),
      moduleItemsFilter(modules.get(request).id),
    );
  },
  /**
   * Adds work items to a module. Does not change their `updated_at`, as on real servers. Open-source servers ignore
   * unknown ids.
   */
  addModuleItems: (request) => {
    const { store, params, body, now, dialect } = request;
    const { id } = modules.get(request);
    const itemExists = (item: string): boolean => store.getOwned('workItem', params.project_id, item) !== undefined;
    const ids = dialect === 'community' ? body.issues.filter(itemExists) : body.issues;
    return recordsWithIds(store, 'workItem', 'issues', ids, params.project_id).map((item) => {
      if (dialect === 'spec' || !item.module) store.replace('workItem', { ...item, module: id });
      else if (item.module !== id) associate(store, id, 'workItem', 'issues', [item.id]);
      return cycleOrModuleItemRecord('module', id, item, now);
    });
  },
  removeModuleItem: (request) => {
    const { store, params, now } = request;
    const { id } = modules.get(request);
    const item = getOrThrow(store, 'workItem', params.project_id, params.work_item_id);
    if (item.module !== id && !isAssociated(store, id, item.id)) throw notFound();
    dissociate(store, id, [item.id]);
    store.replace('workItem', { ...item, module: item.module === id ? null : item.module, updated_at: now });
  },
} satisfies Partial<Handlers>;

function withCounts(store: Database, project: string, module: Module): Module {
  return { ...module, ...countsOf(store, project, moduleItemsFilter(module.id)) };
}

/** Throws an HttpError 400 if another module has the same name, or if the lead or a member is not a user. */
function checkReferences({ store, params, body }: ModuleRequest, selfId: string): void {
  const { name, lead, members } = body;
  const existingModule = store
    .all('module', params.project_id, NEWEST_FIRST)
    .find((module) => module.name === name && module.id !== selfId);
  if (existingModule !== undefined) {
    const message = 'Module with this name already exists';
    throw new HttpError(STATUS.badRequest, {
      id: existingModule.id,
      code: 'MODULE_NAME_ALREADY_EXISTS',
      error: message,
      message,
    });
  }
  checkLead(store, lead);
  recordsWithIds(store, 'user', 'members', members ?? []);
}
