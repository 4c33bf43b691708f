// Provides one valid request for every row of the table.
import type { OperationName } from '../../src/contract/operations.ts';
import { commercialExamples } from './commercialExamples.ts';
import type { Example } from './example.ts';
import { projectExamples } from './projectExamples.ts';

/** The specification's dialect names no field for an unknown state; open-source servers ignore the module. */
const unknownIds = { state: 'unnamed, but by community', module: 'unheeded by community' } as const;

/** A row without an example does not compile. */
export const examples: Readonly<Record<OperationName, Example>> = {
  createProject: {
    body: (world) => ({ name: world.name(), identifier: world.identifier() }),
    after: (world, params, made) =>
      world.send(
        'updateProject',
        { ...params, project_id: world.idOf(made) },
        { body: { module_view: true, cycle_view: true } },
      ),
  },
  updateWorkItem: { body: (world) => ({ name: world.name() }), unknownIds },
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
  getWorkItemByIdentifier: { params: async (world) => ({ identifier: await world.identifierOfItem() }) },
  searchWorkItems: { query: () => ({ search: 'Contract' }), communityAccepts: { without: ['search'] } },
  createWorkItem: { body: (world) => ({ name: world.name() }), unknownIds },
  ...projectExamples,
  ...commercialExamples,
};
