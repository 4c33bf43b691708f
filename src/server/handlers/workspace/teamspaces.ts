// Owns the answers about teamspaces, their members and their projects.

import { randomUUID } from 'node:crypto';
import type { Teamspace } from '../../../contract/resources/teamspace.ts';
import { associate, associatedIds, dissociate, dissociateAll } from '../../database/associations.ts';
import { blanks } from '../../database/blanks.ts';
import { NEWEST_FIRST } from '../../database/orders.ts';
import type { Workspace } from '../../database/records.ts';
import { type Database, mapListQuery } from '../../database/store.ts';
import type { Handlers } from '../../handler.ts';
import { notFound } from '../../refusal.ts';
import { checkLead, described } from '../described.ts';
import { withCounts } from '../projects.ts';

function teamspaceIn(store: Database, workspace: Workspace, id: string): Teamspace {
  const teamspace = store.within('teamspace', workspace.id, id);
  if (teamspace === undefined) throw notFound();
  return teamspace;
}

export const listTeamspaces: Handlers['listTeamspaces'] = ({ store, workspace }) => store.list('teamspace', workspace.id, NEWEST_FIRST);

export const getTeamspace: Handlers['getTeamspace'] = ({ store, workspace, params }) => teamspaceIn(store, workspace, params.teamspace_id);

export const createTeamspace: Handlers['createTeamspace'] = ({ store, workspace, body, caller, now }) => {
  checkLead(store, body.lead);
  return store.insert('teamspace', workspace.id, {
    ...blanks.teamspace,
    ...described(body),
    id: randomUUID(),
    workspace: workspace.id,
    created_by: caller.id,
    created_at: now,
    updated_at: now,
  });
};

export const updateTeamspace: Handlers['updateTeamspace'] = ({ store, workspace, params, body, caller, now }) => {
  const teamspace = teamspaceIn(store, workspace, params.teamspace_id);
  checkLead(store, body.lead);
  return store.replace('teamspace', { ...teamspace, ...described(body), updated_by: caller.id, updated_at: now });
};

/** Its members and projects stay. */
export const deleteTeamspace: Handlers['deleteTeamspace'] = ({ store, workspace, params }) => {
  const { id } = teamspaceIn(store, workspace, params.teamspace_id);
  dissociateAll(store, id);
  store.remove('teamspace', id);
};

export const listTeamspaceMembers: Handlers['listTeamspaceMembers'] = ({ store, workspace, params }) =>
  associatedIds(store, teamspaceIn(store, workspace, params.teamspace_id).id, 'user');

export const addTeamspaceMembers: Handlers['addTeamspaceMembers'] = ({ store, workspace, params, body }) =>
  associate(store, teamspaceIn(store, workspace, params.teamspace_id).id, 'user', 'member_ids', body.member_ids);

export const removeTeamspaceMembers: Handlers['removeTeamspaceMembers'] = ({ store, workspace, params, body }) => {
  dissociate(store, teamspaceIn(store, workspace, params.teamspace_id).id, body.member_ids);
};

export const listTeamspaceProjects: Handlers['listTeamspaceProjects'] = ({ store, workspace, params }) =>
  mapListQuery(associatedIds(store, teamspaceIn(store, workspace, params.teamspace_id).id, 'project'), (project) =>
    withCounts(store, workspace, project),
  );

export const addTeamspaceProjects: Handlers['addTeamspaceProjects'] = ({ store, workspace, params, body }) =>
  associate(store, teamspaceIn(store, workspace, params.teamspace_id).id, 'project', 'project_ids', body.project_ids).map((project) =>
    withCounts(store, workspace, project),
  );

export const removeTeamspaceProjects: Handlers['removeTeamspaceProjects'] = ({ store, workspace, params, body }) => {
  dissociate(store, teamspaceIn(store, workspace, params.teamspace_id).id, body.project_ids);
};
