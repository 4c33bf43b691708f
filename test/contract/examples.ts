// Owns one right request for every row of the table, and the ways it can go wrong.
import type { Operation } from '../../src/contract/operation.ts';
import type { OperationName } from '../../src/contract/operations.ts';
import { sample } from '../support/service.ts';
import { commercialExamples } from './commercialExamples.ts';
import { projectExamples } from './projectExamples.ts';

export interface Example {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: Readonly<Record<string, unknown>>;
  /** A change to be made first: path below the workspace, and body. */
  readonly before?: readonly [path: string, body: Readonly<Record<string, unknown>>];
  /** Path parameter that a made-up id goes into, and the status that comes back. */
  readonly unknown?: readonly [parameter: string, status: 403 | 404];
  /** Field of the body, or of the query, that the operation cannot do without. */
  readonly required?: string;
  /** A body with one field of the wrong type, and that field. */
  readonly wrong?: readonly [body: Readonly<Record<string, unknown>>, field: string];
}

const project_id = sample.project('WEB');
const inProject: Example = { params: { project_id }, unknown: ['project_id', 404] };
const onItem: Example = { params: { project_id, work_item_id: sample.workItem('WEB', 1) }, unknown: ['work_item_id', 404] };

/** A row without an example does not compile. */
export const examples: Readonly<Record<OperationName, Example>> = {
  createProject: {
    body: { name: 'Kite Works', identifier: 'kite' },
    required: 'identifier',
    wrong: [{ name: 5, identifier: 'FIVE' }, 'name'],
  },
  updateWorkItem: { ...onItem, body: { name: 'Renamed' }, wrong: [{ assignees: 'ada' }, 'assignees'] },
  createComment: { ...onItem, body: { comment_html: '<p>Hello</p>' }, wrong: [{ access: 'SECRET' }, 'access'] },
  listComments: onItem,
  getCurrentUser: {},
  listProjects: {},
  getProject: inProject,
  listProjectMembers: inProject,
  listStates: inProject,
  listLabels: inProject,
  listModules: inProject,
  listWorkItemTypes: inProject,
  listWorkItems: inProject,
  getWorkItem: onItem,
  getWorkItemByIdentifier: { params: { identifier: 'WEB-1' }, unknown: ['identifier', 403] },
  searchWorkItems: { query: 'search=board', required: 'search' },
  createWorkItem: { ...inProject, body: { name: 'Brand new' }, required: 'name', wrong: [{ name: 'x', priority: 7 }, 'priority'] },
  ...projectExamples,
  ...commercialExamples,
};

/** The path of a right request, with some parameters changed. */
export function pathOf(row: Operation, example: Example, changes: Readonly<Record<string, string>> = {}): string {
  const params: Record<string, string> = { workspace_slug: 'contrail', ...example.params, ...changes };
  const path = row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
  return example.query === undefined ? path : `${path}?${example.query}`;
}
