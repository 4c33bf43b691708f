// Handles requests for the members of the workspace, and of a project with their roles.
import { randomUUID } from 'node:crypto';
import type { User } from '../../contract/resources/user.ts';
import { STATUS } from '../../contract/status.ts';
import { BY_POSITION } from '../database/orders.ts';
import type { Membership } from '../database/records.ts';
import type { Handlers } from '../handler.ts';
import { invalidField, notAllowed, Refusal, unknownId } from '../refusal.ts';
import { found } from './crud.ts';
import { projectOwner } from './projects.ts';

const ADMIN = 20;
const MEMBER = 15;

export const memberHandlers = {
  /** The caller is the admin of the workspace; all others are members. */
  listWorkspaceMembers: ({ store, workspace }) =>
    store
      .all('user', workspace.id, BY_POSITION)
      .map((user) => ({ ...user, role: user.id === workspace.caller ? ADMIN : MEMBER })),

  /** Each user with the role in this project; open-source servers omit the role. */
  listProjectMembers: (request) => {
    const { store, dialect } = request;
    return store.all('membership', projectOwner(request), BY_POSITION).flatMap(({ user, role }): User[] => {
      const member = store.get('user', user);
      if (member === undefined) return [];
      return [dialect === 'spec' ? { ...member, role } : member];
    });
  },

  addProjectMember: (request) => {
    const { store, workspace, body } = request;
    const project = projectOwner(request);
    if (store.within('user', workspace.id, body.member) === undefined)
      throw invalidField('member', unknownId(body.member));
    const first = store.all('membership', project, BY_POSITION).find((membership) => membership.user === body.member);
    if (first !== undefined)
      throw new Refusal(STATUS.conflict, { error: 'The user is already a member of the project', id: first.id });
    const membership = store.insert('membership', project, {
      id: randomUUID(),
      user: body.member,
      role: body.role ?? MEMBER,
    });
    return membershipOnWire(project, membership);
  },

  updateProjectMember: (request) => {
    const { store, params, body } = request;
    const project = projectOwner(request);
    const membership = found(store, 'membership', project, params.membership_id);
    return membershipOnWire(project, store.replace('membership', { ...membership, role: body.role }));
  },

  /** The caller cannot be removed: no other user could add them again. */
  removeProjectMember: (request) => {
    const { store, workspace, params } = request;
    const { id, user } = found(store, 'membership', projectOwner(request), params.membership_id);
    if (user === workspace.caller) throw notAllowed('You cannot remove yourself from the project');
    store.remove('membership', id);
  },
} satisfies Partial<Handlers>;

function membershipOnWire(project: string, { id, user, role }: Membership) {
  return { id, member: user, role, project };
}
