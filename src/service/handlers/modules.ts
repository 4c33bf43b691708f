// Owns the answers about a project's modules.
import type { Handlers } from '../handler.ts';
import { NEWEST_FIRST } from '../orders.ts';
import { invalidBody } from '../refusal.ts';
import { projectIn } from './projects.ts';

export const listModules: Handlers['listModules'] = ({ store, workspace, params }) => {
  const project = projectIn(store, workspace, params.project_id);
  if (project.module_view !== true) throw invalidBody('Modules are not enabled for this project');
  return store.list('module', project.id, NEWEST_FIRST);
};
