// Handles requests for projects.
import { randomUUID } from 'node:crypto';
import type { Project } from '../../contract/resources/project.ts';
import { STATUS } from '../../contract/status.ts';
import { zoneNamed } from '../../std/dates/zonedDay.ts';
import { type Database, mapListQuery } from '../database/database.ts';
import { insertDefaultStates } from '../database/defaultStates.ts';
import { BY_POSITION, PROJECT_POSITION_GAP, positionAt, projectOrder } from '../database/orders.ts';
import type { Workspace } from '../database/records.ts';
import { HttpError, invalidChange, invalidField, unknownIdMessage } from '../http/httpError.ts';
import { changedRecord, getOrThrow, newRecord } from './crud.ts';
import type { Handlers, RequestContext, TypedRequest } from './handlerTypes.ts';

/** The parameters of a path that names a project. */
export interface ProjectParams {
  readonly project_id: string;
}

/** Returns the project that the path names. @throws HttpError 404 if it does not exist. */
export function requestedProject({ store, workspace, params }: TypedRequest<ProjectParams>): Project {
  return getOrThrow(store, 'project', workspace.id, params.project_id);
}

/** Returns the id of the project that the path names. @throws HttpError 404 if the project does not exist. */
export function requireProjectId(request: TypedRequest<ProjectParams>): string {
  return requestedProject(request).id;
}

/** Returns the project in the form in which it is sent: with counts and the caller's role, which are not stored. */
export function toProjectResponse({ store, workspace }: RequestContext, project: Project): Project {
  const members = store.all('membership', project.id, BY_POSITION);
  const callerMembership = members.find((membership) => membership.user === workspace.caller);
  return {
    ...project,
    total_members: members.length,
    total_cycles: store.count('cycle', project.id),
    total_modules: store.count('module', project.id),
    is_member: callerMembership !== undefined,
    member_role: callerMembership?.role ?? null,
  };
}

function requireZone(name: string): void {
  if (zoneNamed(name) === undefined) throw invalidField('timezone', `"${name}" is not a valid choice.`);
}

export const projectHandlers = {
  listProjects: (request) => {
    const { store, workspace, query } = request;
    return mapListQuery(store.list('project', workspace.id, projectOrder(query.order_by)), (project) =>
      toProjectResponse(request, project),
    );
  },

  getProject: (request) => toProjectResponse(request, requestedProject(request)),

  createProject: (request) => {
    const { store, workspace, body, caller, now } = request;
    const identifier = body.identifier.toUpperCase();
    const otherProjects = requireUniqueProject(store, workspace, body.name, identifier);
    const { name, description = '', timezone = 'UTC', external_source = null, external_id = null } = body;
    requireZone(timezone);
    const sort_order = positionAt(otherProjects.length, PROJECT_POSITION_GAP);
    const fields = { name, identifier, description, timezone, external_source, external_id, sort_order };
    const project = store.insert('project', workspace.id, newRecord(request, 'project', fields));
    insertDefaultStates(store, workspace, project.id, now, () => randomUUID());
    store.insert('membership', project.id, { id: randomUUID(), user: caller.id, role: 20 });
    return toProjectResponse(request, project);
  },

  updateProject: (request) => {
    const { store, workspace, body } = request;
    const project = requestedProject(request);
    if (project.archived_at) throw invalidChange('Archived project cannot be updated');
    if (body.timezone !== undefined) requireZone(body.timezone);
    const identifier = body.identifier?.toUpperCase();
    requireUniqueProject(store, workspace, body.name, identifier, project.id);
    if (body.default_state && store.getOwned('state', project.id, body.default_state) === undefined) {
      throw invalidField('default_state', unknownIdMessage(body.default_state));
    }
    return toProjectResponse(
      request,
      store.replace('project', changedRecord(request, project, { ...body, identifier })),
    );
  },

  deleteProject: (request) => request.store.removeTree('project', requireProjectId(request)),

  /** A request to archive an archived project has no effect. */
  archiveProject: (request) => {
    const project = requestedProject(request);
    request.store.replace('project', { ...project, archived_at: project.archived_at ?? request.now });
  },

  unarchiveProject: (request) => {
    request.store.replace('project', { ...requestedProject(request), archived_at: null });
  },
} satisfies Partial<Handlers>;

/**
 * Returns all projects except the one with `selfId`.
 * @throws HttpError 409 if another project has the same name or identifier.
 */
function requireUniqueProject(
  store: Database,
  workspace: Workspace,
  name?: string,
  identifier?: string,
  selfId?: string,
): Project[] {
  const otherProjects = store.all('project', workspace.id, BY_POSITION).filter((project) => project.id !== selfId);
  if (otherProjects.some((otherProject) => otherProject.name === name)) throw duplicateFieldError('name');
  if (otherProjects.some((otherProject) => otherProject.identifier === identifier))
    throw duplicateFieldError('identifier');
  return otherProjects;
}

/** Returns a 409 whose message is a text and not a list with one text, as on real servers. */
function duplicateFieldError(field: 'name' | 'identifier'): HttpError {
  return new HttpError(STATUS.conflict, { [field]: `The project ${field} is already taken` });
}
