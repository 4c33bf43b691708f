// Owns the shelves of a workspace: for each kind of record beside the work item, the operations of the table that it is read and changed by.
import type { Client } from '../../client/client.ts';
import type { Input } from '../../contract/operation.ts';
import type { OperationName, Operations } from '../../contract/operations.ts';
import { customer } from '../../contract/resources/customer.ts';
import { customerProperty } from '../../contract/resources/customerProperty.ts';
import { customerRequest } from '../../contract/resources/customerRequest.ts';
import { cycle } from '../../contract/resources/cycle.ts';
import { epic } from '../../contract/resources/epic.ts';
import { initiative, initiativeLabel } from '../../contract/resources/initiative.ts';
import { module_ } from '../../contract/resources/module.ts';
import { project } from '../../contract/resources/project.ts';
import { sticky } from '../../contract/resources/sticky.ts';
import { teamspace } from '../../contract/resources/teamspace.ts';
import type { WorkItem as Epic } from '../../contract/resources/workItem.ts';
import type { Clock } from '../../std/clock.ts';
import type { PagedLists } from '../lists/pagedLists.ts';
import type { NameIndex } from '../names.ts';
import { ResourceStore } from './resourceStore.ts';

type BodyOf<N extends OperationName> = Input<Operations[N]> extends { readonly body: infer B extends object } ? B : never;

/** The body of an epic says `state_id` where its answer says `state`. */
function epicOverlay(changes: BodyOf<'updateEpic'>): Partial<Epic> {
  const { state_id, parent_id, assignee_ids, label_ids, ...same } = changes;
  const named = { ...same, state: state_id, parent: parent_id, assignees: assignee_ids, labels: label_ids };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined)) as Partial<Epic>;
}

export type ResourceStores = ReturnType<typeof createResourceStores>;

export function createResourceStores({ call }: Client, collections: PagedLists, clock: Clock, names: Pick<NameIndex, 'modules'>) {
  return {
    projects: new ResourceStore('project', collections, clock, {
      record: project,
      page: (_, query, options) => call.listProjects({ query }, options),
      get: ({ id }, options) => call.getProject({ project_id: id }, options),
      update: ({ id }, body: BodyOf<'updateProject'>, options) => call.updateProject({ project_id: id, body }, options),
      create: (_, body: BodyOf<'createProject'>, options) => call.createProject({ body }, options),
      remove: ({ id }) => call.deleteProject({ project_id: id }),
    }),
    epics: new ResourceStore('epic', collections, clock, {
      record: epic,
      page: (project_id, query, options) => call.listEpics({ project_id, query }, options),
      get: ({ within, id }, options) => call.getEpic({ project_id: within, epic_id: id }, options),
      update: ({ within, id }, body: BodyOf<'updateEpic'>, options) => call.updateEpic({ project_id: within, epic_id: id, body }, options),
      create: (project_id, body: BodyOf<'createEpic'>, options) => call.createEpic({ project_id, body }, options),
      remove: ({ within, id }) => call.deleteEpic({ project_id: within, epic_id: id }),
      overlay: epicOverlay,
    }),
    cycles: new ResourceStore('cycle', collections, clock, {
      record: cycle,
      page: (project_id, query, options) => call.listCycles({ project_id, query }, options),
      get: ({ within, id }, options) => call.getCycle({ project_id: within, cycle_id: id }, options),
      update: ({ within, id }, body: BodyOf<'updateCycle'>, options) =>
        call.updateCycle({ project_id: within, cycle_id: id, body }, options),
      create: (project_id, body: BodyOf<'createCycle'>, options) =>
        call.createCycle({ project_id, body: { ...body, project_id } }, options),
      remove: ({ within, id }) => call.deleteCycle({ project_id: within, cycle_id: id }),
    }),
    modules: new ResourceStore('module', collections, clock, {
      record: module_,
      page: (project_id, query, options) => call.listModules({ project_id, query }, options),
      get: ({ within, id }, options) => call.getModule({ project_id: within, module_id: id }, options),
      // Open-source servers answer without the id and without the members: see `changedModule`.
      update: async ({ within, id }, body: BodyOf<'updateModule'>, options, expected) => {
        const answer = await call.updateModule({ project_id: within, module_id: id, body }, options);
        return { ...expected, ...answer, id };
      },
      create: async (project_id, body: BodyOf<'createModule'>, options) => {
        const created = await call.createModule({ project_id, body }, options);
        names.modules.add(project_id, created);
        return created;
      },
      remove: ({ within, id }) => call.deleteModule({ project_id: within, module_id: id }),
    }),
    initiatives: new ResourceStore('initiative', collections, clock, {
      record: initiative,
      page: (_, query, options) => call.listInitiatives({ query }, options),
      get: ({ id }, options) => call.getInitiative({ initiative_id: id }, options),
      update: ({ id }, body: BodyOf<'updateInitiative'>, options) => call.updateInitiative({ initiative_id: id, body }, options),
      create: (_, body: BodyOf<'createInitiative'>, options) => call.createInitiative({ body }, options),
      remove: ({ id }) => call.deleteInitiative({ initiative_id: id }),
    }),
    initiativeLabels: new ResourceStore('initiativeLabel', collections, clock, {
      record: initiativeLabel,
      page: (_, query, options) => call.listInitiativeLabels({ query }, options),
      get: ({ id }, options) => call.getInitiativeLabel({ label_id: id }, options),
      update: ({ id }, body: BodyOf<'updateInitiativeLabel'>, options) => call.updateInitiativeLabel({ label_id: id, body }, options),
      create: (_, body: BodyOf<'createInitiativeLabel'>, options) => call.createInitiativeLabel({ body }, options),
      remove: ({ id }) => call.deleteInitiativeLabel({ label_id: id }),
    }),
    teamspaces: new ResourceStore('teamspace', collections, clock, {
      record: teamspace,
      page: (_, query, options) => call.listTeamspaces({ query }, options),
      get: ({ id }, options) => call.getTeamspace({ teamspace_id: id }, options),
      update: ({ id }, body: BodyOf<'updateTeamspace'>, options) => call.updateTeamspace({ teamspace_id: id, body }, options),
      create: (_, body: BodyOf<'createTeamspace'>, options) => call.createTeamspace({ body }, options),
      remove: ({ id }) => call.deleteTeamspace({ teamspace_id: id }),
    }),
    customers: new ResourceStore('customer', collections, clock, {
      record: customer,
      page: (_, query, options) => call.listCustomers({ query }, options),
      get: ({ id }, options) => call.getCustomer({ customer_id: id }, options),
      update: ({ id }, body: BodyOf<'updateCustomer'>, options) => call.updateCustomer({ customer_id: id, body }, options),
      create: (_, body: BodyOf<'createCustomer'>, options) => call.createCustomer({ body }, options),
      remove: ({ id }) => call.deleteCustomer({ customer_id: id }),
    }),
    customerRequests: new ResourceStore('customerRequest', collections, clock, {
      record: customerRequest,
      page: (customer_id, query, options) => call.listCustomerRequests({ customer_id, query }, options),
      get: ({ within, id }, options) => call.getCustomerRequest({ customer_id: within, request_id: id }, options),
      update: ({ within, id }, body: BodyOf<'updateCustomerRequest'>, options) =>
        call.updateCustomerRequest({ customer_id: within, request_id: id, body }, options),
      create: (customer_id, body: BodyOf<'createCustomerRequest'>, options) => call.createCustomerRequest({ customer_id, body }, options),
      remove: ({ within, id }) => call.deleteCustomerRequest({ customer_id: within, request_id: id }),
    }),
    customerProperties: new ResourceStore('customerProperty', collections, clock, {
      record: customerProperty,
      page: (_, query, options) => call.listCustomerProperties({ query }, options),
      get: ({ id }, options) => call.getCustomerProperty({ property_id: id }, options),
      update: ({ id }, body: BodyOf<'updateCustomerProperty'>, options) => call.updateCustomerProperty({ property_id: id, body }, options),
      create: (_, body: BodyOf<'createCustomerProperty'>, options) => call.createCustomerProperty({ body }, options),
      remove: ({ id }) => call.deleteCustomerProperty({ property_id: id }),
    }),
    stickies: new ResourceStore('sticky', collections, clock, {
      record: sticky,
      page: (_, query, options) => call.listStickies({ query }, options),
      get: ({ id }, options) => call.getSticky({ sticky_id: id }, options),
      update: ({ id }, body: BodyOf<'updateSticky'>, options) => call.updateSticky({ sticky_id: id, body }, options),
      create: (_, body: BodyOf<'createSticky'>, options) => call.createSticky({ body }, options),
      remove: ({ id }) => call.deleteSticky({ sticky_id: id }),
    }),
  };
}
