// Provides one valid request for every operation.
import type { OperationName } from '../../src/contract/operations.ts';
import { commercialExamples } from './commercialExamples.ts';
import type { Example } from './example.ts';
import { projectExamples } from './projectExamples.ts';

/** The `spec` dialect names no field for an unknown state. Open-source servers ignore the module. */
const unknownIds = { state: 'namedOnlyByCommunity', module: 'ignoredByCommunity' } as const;

/** One example for each operation; a missing one is a type error. */
export const examples: Readonly<Record<OperationName, Example>> = {
  createProject: {
    body: (testWorkspace) => ({ name: testWorkspace.name(), identifier: testWorkspace.identifier() }),
    after: (testWorkspace, params, created) =>
      testWorkspace.send(
        'updateProject',
        { ...params, project_id: testWorkspace.idOf(created) },
        { body: { module_view: true, cycle_view: true } },
      ),
  },
  updateWorkItem: { body: (testWorkspace) => ({ name: testWorkspace.name() }), unknownIds },
  createComment: { body: () => ({ comment_html: '<p>Hello</p>' }) },
  listComments: {},
  getCurrentUser: {},
  listProjects: {},
  getProject: {},
  listProjectMembers: {},
  listStates: {},
  listLabels: {},
  listModules: {},
  listWorkItemTypes: { mayBeEmpty: true },
  listWorkItems: {},
  getWorkItem: {},
  getWorkItemByIdentifier: {
    params: async (testWorkspace) => ({ identifier: await testWorkspace.identifierOfItem() }),
  },
  searchWorkItems: { query: () => ({ search: 'Contract' }), communityAccepts: { without: ['search'] } },
  createWorkItem: { body: (testWorkspace) => ({ name: testWorkspace.name() }), unknownIds },
  ...projectExamples,
  ...commercialExamples,
};
