// Handles requests for teamspaces, their members and their projects.
import type * as z from 'zod';
import type { teamspaceChanges } from '../../../contract/resources/teamspace.ts';
import { dissociateAll } from '../../database/associations.ts';
import { associationHandlers } from '../associations.ts';
import { crudHandlers, operationHandlers, requireWorkspaceId } from '../crud.ts';
import { addPlainText, checkLead } from '../descriptions.ts';
import type { Handlers, TypedRequest } from '../handlerTypes.ts';
import { toProjectResponse } from '../projects.ts';

const teamspaces = crudHandlers({
  kind: 'teamspace',
  param: 'teamspace_id',
  owner: requireWorkspaceId,
  fields: addPlainText,
  check: ({ store, body }: TypedRequest<unknown, z.output<typeof teamspaceChanges>>) => checkLead(store, body.lead),
  // Deleting a teamspace removes its members and projects from the teamspace, but does not delete them.
  beforeDelete: ({ store }, { id }) => dissociateAll(store, id),
});

const teamspaceId = (request: TypedRequest<{ readonly teamspace_id: string }>): string => teamspaces.get(request).id;
const members = associationHandlers({ kind: 'user', owner: teamspaceId, field: 'member_ids' });
const projects = associationHandlers({
  kind: 'project',
  owner: teamspaceId,
  field: 'project_ids',
  toResponse: toProjectResponse,
});

export const teamspaceHandlers = {
  ...operationHandlers(['Teamspace', 'Teamspaces'], teamspaces),

  listTeamspaceMembers: members.list,
  addTeamspaceMembers: members.add,
  removeTeamspaceMembers: members.remove,

  listTeamspaceProjects: projects.list,
  addTeamspaceProjects: projects.add,
  removeTeamspaceProjects: projects.remove,
} satisfies Partial<Handlers>;
