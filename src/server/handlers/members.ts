// Owns the answers about members: of the workspace, and of a project with a role in it.
import { randomUUID } from 'node:crypto';
import type { User } from '../../contract/resources/user.ts';
import { STATUS } from '../../contract/status.ts';
import { BY_POSITION } from '../database/orders.ts';
import type { Membership } from '../database/records.ts';
import type { Handlers } from '../handler.ts';
import { invalidField, notAllowed, Refusal, unknownId } from '../refusal.ts';
import { found } from './crud.ts';
import { projectIn } from './projects.ts';

const ADMIN = 20;
const MEMBER = 15;

/** The caller leads the workspace; everybody else is a member. */
export const listWorkspaceMembers: Handlers['listWorkspaceMembers'] = ({ store, workspace }) =>
  store.all('user', workspace.id, BY_POSITION).map((user) => ({ ...user, role: user.id === workspace.caller ? ADMIN : MEMBER }));

/** Each user with the role in this project; open-source servers leave the role out. */
export const listProjectMembers: Handlers['listProjectMembers'] = ({ store, workspace, params, dialect }) => {
  const project = projectIn(store, workspace, params.project_id);
  return store.all('membership', project.id, BY_POSITION).flatMap(({ user, role }): User[] => {
    const member = store.get('user', user);
    if (member === undefined) return [];
    return [dialect === 'spec' ? { ...member, role } : member];
  });
};

export const addProjectMember: Handlers['addProjectMember'] = ({ store, workspace, params, body }) => {
  const project = projectIn(store, workspace, params.project_id).id;
  if (store.within('user', workspace.id, body.member) === undefined) throw invalidField('member', unknownId(body.member));
  const first = store.all('membership', project, BY_POSITION).find((membership) => membership.user === body.member);
  if (first !== undefined) throw new Refusal(STATUS.conflict, { error: 'The user is already a member of the project', id: first.id });
  return shown(project, store.insert('membership', project, { id: randomUUID(), user: body.member, role: body.role ?? MEMBER }));
};

export const updateProjectMember: Handlers['updateProjectMember'] = ({ store, workspace, params, body }) => {
  const project = projectIn(store, workspace, params.project_id).id;
  const membership = found(store, 'membership', project, params.membership_id);
  return shown(project, store.replace('membership', { ...membership, role: body.role }));
};

/** The caller stays: nobody else could let them in again. */
export const removeProjectMember: Handlers['removeProjectMember'] = ({ store, workspace, params }) => {
  const project = projectIn(store, workspace, params.project_id).id;
  const { id, user } = found(store, 'membership', project, params.membership_id);
  if (user === workspace.caller) throw notAllowed('You cannot remove yourself from the project');
  store.remove('membership', id);
};

function shown(project: string, { id, user, role }: Membership) {
  return { id, member: user, role, project };
}
