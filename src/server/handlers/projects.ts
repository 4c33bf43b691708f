// Owns the answers about projects.

import { randomUUID } from 'node:crypto';
import type { Project } from '../../contract/resources/project.ts';
import { STATUS } from '../../contract/status.ts';
import { blanks } from '../database/blanks.ts';
import { foundStates } from '../database/defaultStates.ts';
import { BY_POSITION, projectOrder } from '../database/orders.ts';
import type { Workspace } from '../database/records.ts';
import { type Database, mapListQuery } from '../database/store.ts';
import type { Handlers } from '../handler.ts';
import { invalidField, notAllowed, notFound, Refusal, unknownId } from '../refusal.ts';
import { change } from './crud.ts';

/** The project, or the 404. */
export function projectIn(store: Database, workspace: Workspace, id: string): Project {
  const project = store.within('project', workspace.id, id);
  if (project === undefined) throw notFound();
  return project;
}

/** With what is counted at the moment of asking. */
export function withCounts(store: Database, workspace: Workspace, project: Project): Project {
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

export const listProjects: Handlers['listProjects'] = ({ store, workspace, query }) =>
  mapListQuery(store.list('project', workspace.id, projectOrder(query.order_by)), (project) => withCounts(store, workspace, project));

export const getProject: Handlers['getProject'] = ({ store, workspace, params }) =>
  withCounts(store, workspace, projectIn(store, workspace, params.project_id));

export const createProject: Handlers['createProject'] = ({ store, workspace, body, caller, now }) => {
  const identifier = body.identifier.toUpperCase();
  const others = refuseTaken(store, workspace, body.name, identifier);
  const project = store.insert('project', workspace.id, {
    ...blanks.project,
    id: randomUUID(),
    name: body.name,
    identifier,
    description: body.description ?? '',
    sort_order: 65535 + others.length * 1000,
    workspace: workspace.id,
    created_by: caller.id,
    created_at: now,
    updated_at: now,
  });
  foundStates(store, workspace, project.id, now, () => randomUUID());
  store.insert('membership', project.id, { id: randomUUID(), user: caller.id, role: 20 });
  return withCounts(store, workspace, project);
};

export const updateProject: Handlers['updateProject'] = (asked) => {
  const { store, workspace, params, body } = asked;
  const project = projectIn(store, workspace, params.project_id);
  if (project.archived_at) throw notAllowed('Archived project cannot be updated');
  const identifier = body.identifier?.toUpperCase();
  refuseTaken(store, workspace, body.name, identifier, project.id);
  if (body.default_state && store.within('state', project.id, body.default_state) === undefined) {
    throw invalidField('default_state', unknownId(body.default_state));
  }
  return withCounts(store, workspace, change(asked, 'project', project, { ...body, identifier }));
};

export const deleteProject: Handlers['deleteProject'] = ({ store, workspace, params }) =>
  store.removeTree('project', projectIn(store, workspace, params.project_id).id);

/** Once more changes nothing. */
export const archiveProject: Handlers['archiveProject'] = ({ store, workspace, params, now }) => {
  const project = projectIn(store, workspace, params.project_id);
  store.replace('project', { ...project, archived_at: project.archived_at ?? now });
};

export const unarchiveProject: Handlers['unarchiveProject'] = ({ store, workspace, params }) => {
  store.replace('project', { ...projectIn(store, workspace, params.project_id), archived_at: null });
};

/** Gives the other projects when none of them has the name or the identifier. */
function refuseTaken(store: Database, workspace: Workspace, name?: string, identifier?: string, self?: string): Project[] {
  const others = store.all('project', workspace.id, BY_POSITION).filter((project) => project.id !== self);
  if (others.some((other) => other.name === name)) throw taken('name');
  if (others.some((other) => other.identifier === identifier)) throw taken('identifier');
  return others;
}

/** Real servers give the message itself here, not a list of one. */
function taken(field: 'name' | 'identifier'): Refusal {
  return new Refusal(STATUS.conflict, { [field]: `The project ${field} is already taken` });
}
