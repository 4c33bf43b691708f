// Handles requests for projects.
import { randomUUID } from 'node:crypto';
import type { Project } from '../../contract/resources/project.ts';
import { STATUS } from '../../contract/status.ts';
import { insertDefaultStates } from '../database/defaultStates.ts';
import { BY_POSITION, PROJECT_GAP, positionAt, projectOrder } from '../database/orders.ts';
import type { Workspace } from '../database/records.ts';
import { type Database, mapListQuery } from '../database/store.ts';
import type { Handlers, RequestAt, RequestContext } from '../handler.ts';
import { invalidField, notAllowed, Refusal, unknownId } from '../refusal.ts';
import { changedRecord, found, newRecord } from './crud.ts';

/** A path that names a project. */
export interface InProject {
  readonly project_id: string;
}

/** Returns the project that the path names. @throws Refusal 404 if there is none. */
export function projectIn({ store, workspace, params }: RequestAt<InProject>): Project {
  return found(store, 'project', workspace.id, params.project_id);
}

/** Returns the owner of records that belong to the project in the path. @throws Refusal 404 if there is none. */
export function projectOwner(request: RequestAt<InProject>): string {
  return projectIn(request).id;
}

/** Returns the project as it is answered, with the counts, which are computed on reading. */
export function showProject({ store, workspace }: RequestContext, project: Project): Project {
  const members = store.all('membership', project.id, BY_POSITION);
  const own = members.find((membership) => membership.user === workspace.caller);
  return {
    ...project,
    total_members: members.length,
    total_cycles: store.count('cycle', project.id),
    total_modules: store.count('module', project.id),
    is_member: own !== undefined,
    member_role: own?.role ?? null,
  };
}

export const projectHandlers = {
  listProjects: (request) => {
    const { store, workspace, query } = request;
    return mapListQuery(store.list('project', workspace.id, projectOrder(query.order_by)), (project) =>
      showProject(request, project),
    );
  },

  getProject: (request) => showProject(request, projectIn(request)),

  createProject: (request) => {
    const { store, workspace, body, caller, now } = request;
    const identifier = body.identifier.toUpperCase();
    const others = refuseTaken(store, workspace, body.name, identifier);
    const { name, description = '' } = body;
    const fields = { name, identifier, description, sort_order: positionAt(others.length, PROJECT_GAP) };
    const project = store.insert('project', workspace.id, newRecord(request, 'project', fields));
    insertDefaultStates(store, workspace, project.id, now, () => randomUUID());
    store.insert('membership', project.id, { id: randomUUID(), user: caller.id, role: 20 });
    return showProject(request, project);
  },

  updateProject: (request) => {
    const { store, workspace, body } = request;
    const project = projectIn(request);
    if (project.archived_at) throw notAllowed('Archived project cannot be updated');
    const identifier = body.identifier?.toUpperCase();
    refuseTaken(store, workspace, body.name, identifier, project.id);
    if (body.default_state && store.within('state', project.id, body.default_state) === undefined) {
      throw invalidField('default_state', unknownId(body.default_state));
    }
    return showProject(request, store.replace('project', changedRecord(request, project, { ...body, identifier })));
  },

  deleteProject: (request) => request.store.removeTree('project', projectOwner(request)),

  /** A second request changes nothing. */
  archiveProject: (request) => {
    const project = projectIn(request);
    request.store.replace('project', { ...project, archived_at: project.archived_at ?? request.now });
  },

  unarchiveProject: (request) => {
    request.store.replace('project', { ...projectIn(request), archived_at: null });
  },
} satisfies Partial<Handlers>;

/** Returns all other projects. @throws Refusal 409 if one of them has the name or the identifier. */
function refuseTaken(
  store: Database,
  workspace: Workspace,
  name?: string,
  identifier?: string,
  self?: string,
): Project[] {
  const others = store.all('project', workspace.id, BY_POSITION).filter((project) => project.id !== self);
  if (others.some((other) => other.name === name)) throw taken('name');
  if (others.some((other) => other.identifier === identifier)) throw taken('identifier');
  return others;
}

/** Real servers answer with the message itself here, not with a list of one message. */
function taken(field: 'name' | 'identifier'): Refusal {
  return new Refusal(STATUS.conflict, { [field]: `The project ${field} is already taken` });
}
