// Owns the answers about a project's work item types.

import { BY_POSITION } from '../database/orders.ts';
import type { Handlers } from '../handler.ts';
import { projectIn } from './projects.ts';

export const listWorkItemTypes: Handlers['listWorkItemTypes'] = ({ store, workspace, params }) =>
  store.all('workItemType', projectIn(store, workspace, params.project_id).id, BY_POSITION);
