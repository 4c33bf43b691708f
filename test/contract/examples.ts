// Provides one valid request for every operation.
import type { OperationName } from '../../src/contract/operations.ts';
import { commercialExamples } from './commercialExamples.ts';
import type { Example, Params } from './example.ts';
import { projectExamples } from './projectExamples.ts';
import { NotTestedError } from './setup.ts';
import { recordsIn, type TestWorkspace } from './testWorkspace.ts';

/**
 * For an unknown state, a server with the `spec` dialect responds with a 400 that names no field. Open-source servers
 * ignore an unknown module.
 */
const unknownIds = { state: 'namedOnlyByCommunity', module: 'ignoredByCommunity' } as const;

/** The API creates no estimate systems, so a project is needed that has one. */
const paramsWithEstimates = async (testWorkspace: TestWorkspace): Promise<Params> => {
  const { body } = await testWorkspace.send('listProjects', {});
  const project = recordsIn(body).find(({ estimate }) => typeof estimate === 'string');
  if (project === undefined) throw new NotTestedError('inapplicable', 'no project has an estimate system');
  return { project_id: String(project['id']), estimate_id: String(project['estimate']) };
};

/** One example for each operation. A missing example is a type error. */
export const examples: Readonly<Record<OperationName, Example>> = {
  createProject: {
    body: (testWorkspace) => ({ name: testWorkspace.name(), identifier: testWorkspace.identifier() }),
    after: (testWorkspace, params, created) =>
      testWorkspace.send(
        'updateProject',
        { ...params, project_id: testWorkspace.idInResponse(created) },
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
  getEstimate: { params: paramsWithEstimates },
  listEstimatePoints: { params: paramsWithEstimates },
  listWorkItems: {},
  getWorkItem: {},
  getWorkItemByIdentifier: {
    params: async (testWorkspace) => ({ identifier: await testWorkspace.identifierOfItem() }),
  },
  searchWorkItems: { query: () => ({ search: 'Contract' }), communityAccepts: { optionalQueryParameters: ['search'] } },
  createWorkItem: { body: (testWorkspace) => ({ name: testWorkspace.name() }), unknownIds },
  ...projectExamples,
  ...commercialExamples,
};
