// Owns the answers about a project's labels.
import type { Handlers } from '../handler.ts';
import { NEWEST_FIRST } from '../orders.ts';
import { projectIn } from './projects.ts';

export const listLabels: Handlers['listLabels'] = ({ store, workspace, params }) =>
  store.list('label', projectIn(store, workspace, params.project_id).id, NEWEST_FIRST);
