// Handles requests for the user of the credential, and for the members of the workspace and of projects.
import { randomUUID } from 'node:crypto';
import type { User } from '../../contract/resources/user.ts';
import { STATUS } from '../../contract/status.ts';
import { BY_POSITION } from '../database/orders.ts';
import type { Membership } from '../database/records.ts';
import { HttpError, invalidChange, invalidField, unknownIdMessage } from '../http/httpError.ts';
import { getOrThrow } from './crud.ts';
import type { Handlers } from './handlerTypes.ts';
import { requireProjectId } from './projects.ts';

const ADMIN_ROLE = 20;
const MEMBER_ROLE = 15;

export const memberHandlers = {
  getCurrentUser: ({ caller }) => caller,

  /** The caller has the role of an admin in the workspace; all other users have the role of a member. */
  listWorkspaceMembers: ({ store, workspace }) =>
    store
      .all('user', workspace.id, BY_POSITION)
      .map((user) => ({ ...user, role: user.id === workspace.caller ? ADMIN_ROLE : MEMBER_ROLE })),

  /** Returns the users with their roles in the project. Open-source servers omit the roles. */
  listProjectMembers: (request) => {
    const { store, dialect } = request;
    return store.all('membership', requireProjectId(request), BY_POSITION).flatMap(({ user, role }): User[] => {
      const member = store.get('user', user);
      if (member === undefined) return [];
      return [dialect === 'spec' ? { ...member, role } : member];
    });
  },

  addProjectMember: (request) => {
    const { store, workspace, body } = request;
    const project = requireProjectId(request);
    if (store.getOwned('user', workspace.id, body.member) === undefined)
      throw invalidField('member', unknownIdMessage(body.member));
    const existingMembership = store
      .all('membership', project, BY_POSITION)
      .find((membership) => membership.user === body.member);
    if (existingMembership !== undefined)
      throw new HttpError(STATUS.conflict, {
        error: 'The user is already a member of the project',
        id: existingMembership.id,
      });
    const membership = store.insert('membership', project, {
      id: randomUUID(),
      user: body.member,
      role: body.role ?? MEMBER_ROLE,
    });
    return membershipResponse(project, membership);
  },

  updateProjectMember: (request) => {
    const { store, params, body } = request;
    const project = requireProjectId(request);
    const membership = getOrThrow(store, 'membership', project, params.membership_id);
    return membershipResponse(project, store.replace('membership', { ...membership, role: body.role }));
  },

  /** Rejects the removal of the caller, because no other user could add them again. */
  removeProjectMember: (request) => {
    const { store, workspace, params } = request;
    const { id, user } = getOrThrow(store, 'membership', requireProjectId(request), params.membership_id);
    if (user === workspace.caller) throw invalidChange('You cannot remove yourself from the project');
    store.remove('membership', id);
  },
} satisfies Partial<Handlers>;

function membershipResponse(project: string, { id, user, role }: Membership) {
  return { id, member: user, role, project };
}
