// Provides valid requests for the rows of customers, initiatives, epics, teamspaces and stickies.
import type { OperationName } from '../../src/contract/operations.ts';
import type { Example, Fields, Params } from './example.ts';
import type { World } from './world.ts';

const named = { body: (world: World) => ({ name: world.name() }) };

/** Adds one record that was created for this request, under the field with its id. */
const adding = (field: string, one: (world: World) => Promise<string>) => ({
  body: async (world: World) => ({ [field]: [await one(world)] }),
});
const labels = adding('label_ids', (world) => world.one('createInitiativeLabel'));
const projects = adding('project_ids', (world) => world.one('createProject'));
const epics = adding('epic_ids', (world) => world.one('createEpic'));
const members = adding('member_ids', (world) => world.someone());

/** A record must be added before it is removed. To remove a record that was not added is no error. */
const removing = (added: typeof labels, add: OperationName, field: string) => ({
  ...added,
  before: (world: World, params: Params, body: Fields | undefined) => world.send(add, params, { body }),
  unknownIds: { [field]: 'unheeded' } as const,
});

export const commercialExamples = {
  createCustomerProperty: {
    body: (world) => {
      const name = world.name();
      return { name, display_name: name, property_type: 'TEXT', settings: { display_format: 'single-line' } };
    },
  },
  updateCustomerProperty: { body: () => ({ is_active: false }) },
  listCustomerProperties: {},
  getCustomerProperty: {},
  deleteCustomerProperty: {},
  listCustomers: {},
  getCustomer: {},
  createCustomer: named,
  updateCustomer: { body: () => ({ email: 'oats@example.com' }) },
  deleteCustomer: {},
  listCustomerRequests: {},
  getCustomerRequest: {},
  createCustomerRequest: { body: () => ({ title: 'Larger boxes', name: 'Larger boxes' }) },
  updateCustomerRequest: {
    body: () => ({ link: 'https://contrail.example/' }),
    unknownIds: { work_item_ids: 'unheeded' },
  },
  deleteCustomerRequest: {},
  listInitiatives: {},
  getInitiative: {},
  createInitiative: named,
  updateInitiative: named,
  deleteInitiative: {},
  listInitiativeLabels: {},
  getInitiativeLabel: {},
  createInitiativeLabel: named,
  updateInitiativeLabel: { body: () => ({ color: '#16a34a' }) },
  deleteInitiativeLabel: {},
  listLabelsOfInitiative: {},
  addLabelsToInitiative: labels,
  removeLabelsFromInitiative: removing(labels, 'addLabelsToInitiative', 'label_ids'),
  listProjectsOfInitiative: {},
  addProjectsToInitiative: projects,
  removeProjectsFromInitiative: removing(projects, 'addProjectsToInitiative', 'project_ids'),
  listEpicsOfInitiative: {},
  addEpicsToInitiative: epics,
  removeEpicsFromInitiative: removing(epics, 'addEpicsToInitiative', 'epic_ids'),
  listEpics: {},
  getEpic: {},
  createEpic: named,
  updateEpic: { body: () => ({ priority: 'urgent' }) },
  deleteEpic: {},
  listTeamspaces: {},
  getTeamspace: {},
  createTeamspace: named,
  updateTeamspace: { body: () => ({ lead: null }) },
  deleteTeamspace: {},
  listTeamspaceMembers: {},
  addTeamspaceMembers: members,
  removeTeamspaceMembers: removing(members, 'addTeamspaceMembers', 'member_ids'),
  listTeamspaceProjects: {},
  addTeamspaceProjects: projects,
  removeTeamspaceProjects: removing(projects, 'addTeamspaceProjects', 'project_ids'),
  listStickies: {},
  getSticky: {},
  createSticky: { body: (world) => ({ name: world.name(), description_html: '<p>Milk</p>' }) },
  updateSticky: { body: () => ({ background_color: 'purple' }) },
  deleteSticky: {},
} as const satisfies Partial<Record<OperationName, Example>>;
