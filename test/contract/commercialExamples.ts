// Provides valid requests for customers, initiatives, epics, teamspaces and stickies.
import type { OperationName } from '../../src/contract/operations.ts';
import type { Example, Fields, Params } from './example.ts';
import type { TestWorkspace } from './testWorkspace.ts';

const nameOnlyExample = { body: (testWorkspace: TestWorkspace) => ({ name: testWorkspace.name() }) };

/** Returns an example whose body contains the id of a new record in the field `field`. */
const exampleWithNewId = (field: string, createOne: (testWorkspace: TestWorkspace) => Promise<string>) => ({
  body: async (testWorkspace: TestWorkspace) => ({ [field]: [await createOne(testWorkspace)] }),
});
const labelsExample = exampleWithNewId('label_ids', (testWorkspace) =>
  testWorkspace.createRecord('createInitiativeLabel'),
);
const projectsExample = exampleWithNewId('project_ids', (testWorkspace) => testWorkspace.createRecord('createProject'));
const epicsExample = exampleWithNewId('epic_ids', (testWorkspace) => testWorkspace.createRecord('createEpic'));
const membersExample = exampleWithNewId('member_ids', (testWorkspace) => testWorkspace.otherMember());

/** Returns an example that adds the record before removing it. Removing a record that was not added is no error. */
const removalExample = (addition: typeof labelsExample, addOperation: OperationName, field: string) => ({
  ...addition,
  before: (testWorkspace: TestWorkspace, params: Params, body: Fields | undefined) =>
    testWorkspace.send(addOperation, params, { body }),
  unknownIds: { [field]: 'ignored' } as const,
});

export const commercialExamples = {
  createCustomerProperty: {
    body: (testWorkspace) => {
      const name = testWorkspace.name();
      return { name, display_name: name, property_type: 'TEXT', settings: { display_format: 'single-line' } };
    },
  },
  updateCustomerProperty: { body: () => ({ is_active: false }) },
  listCustomerProperties: {},
  getCustomerProperty: {},
  deleteCustomerProperty: {},
  listCustomers: {},
  getCustomer: {},
  createCustomer: nameOnlyExample,
  updateCustomer: { body: () => ({ email: 'oats@example.com' }) },
  deleteCustomer: {},
  listCustomerRequests: {},
  getCustomerRequest: {},
  createCustomerRequest: { body: () => ({ title: 'Larger boxes', name: 'Larger boxes' }) },
  updateCustomerRequest: {
    body: () => ({ link: 'https://contrail.example/' }),
    unknownIds: { work_item_ids: 'ignored' },
  },
  deleteCustomerRequest: {},
  listInitiatives: {},
  getInitiative: {},
  createInitiative: nameOnlyExample,
  updateInitiative: nameOnlyExample,
  deleteInitiative: {},
  listInitiativeLabels: {},
  getInitiativeLabel: {},
  createInitiativeLabel: nameOnlyExample,
  updateInitiativeLabel: { body: () => ({ color: '#16a34a' }) },
  deleteInitiativeLabel: {},
  listLabelsOfInitiative: {},
  addLabelsToInitiative: labelsExample,
  removeLabelsFromInitiative: removalExample(labelsExample, 'addLabelsToInitiative', 'label_ids'),
  listProjectsOfInitiative: {},
  addProjectsToInitiative: projectsExample,
  removeProjectsFromInitiative: removalExample(projectsExample, 'addProjectsToInitiative', 'project_ids'),
  listEpicsOfInitiative: {},
  addEpicsToInitiative: epicsExample,
  removeEpicsFromInitiative: removalExample(epicsExample, 'addEpicsToInitiative', 'epic_ids'),
  listEpics: {},
  getEpic: {},
  createEpic: nameOnlyExample,
  updateEpic: { body: () => ({ priority: 'urgent' }) },
  deleteEpic: {},
  listTeamspaces: {},
  getTeamspace: {},
  createTeamspace: nameOnlyExample,
  updateTeamspace: { body: () => ({ lead: null }) },
  deleteTeamspace: {},
  listTeamspaceMembers: {},
  addTeamspaceMembers: membersExample,
  removeTeamspaceMembers: removalExample(membersExample, 'addTeamspaceMembers', 'member_ids'),
  listTeamspaceProjects: {},
  addTeamspaceProjects: projectsExample,
  removeTeamspaceProjects: removalExample(projectsExample, 'addTeamspaceProjects', 'project_ids'),
  listStickies: {},
  getSticky: {},
  createSticky: { body: (testWorkspace) => ({ name: testWorkspace.name(), description_html: '<p>Milk</p>' }) },
  updateSticky: { body: () => ({ background_color: 'purple' }) },
  deleteSticky: {},
} as const satisfies Partial<Record<OperationName, Example>>;
