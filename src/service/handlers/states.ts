// Owns the answers about a project's states.
import type { Handlers } from '../handler.ts';
import { BY_POSITION } from '../orders.ts';
import { projectIn } from './projects.ts';

export const listStates: Handlers['listStates'] = ({ store, workspace, params }) =>
  store.list('state', projectIn(store, workspace, params.project_id).id, BY_POSITION);
