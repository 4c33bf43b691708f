// Owns the answers about a project's members.
import type { Handlers } from '../handler.ts';
import { BY_POSITION } from '../orders.ts';
import { projectIn } from './projects.ts';

/** Each user with the role in this project. */
export const listProjectMembers: Handlers['listProjectMembers'] = ({ store, workspace, params }) => {
  const project = projectIn(store, workspace, params.project_id);
  return store.all('membership', project.id, BY_POSITION).flatMap(({ user, role }) => {
    const member = store.get('user', user);
    return member === undefined ? [] : [{ ...member, role }];
  });
};
