// Decides whether the cache has every work item that the user can read.
import { projectRestriction } from '../projectRestriction.ts';
import type { Store } from './store.ts';

/**
 * Whether the background synchronization has read the work items of all projects that the user has joined and that are
 * not archived. A search on the server can then only add work items that other users have created or renamed since the
 * latest check for changes.
 */
export function hasEveryItem({ sync, resources }: Pick<Store, 'sync' | 'resources'>): boolean {
  const { status, next, ids } = resources.projects.list().state;
  if (!sync.isEnabled || status !== 'ready' || next !== undefined) return false;
  return ids.every((id) => {
    const project = resources.projects.get(id);
    const isAccessible = project !== undefined && projectRestriction(project) === undefined;
    return !isAccessible || sync.get(id)?.status === 'complete';
  });
}
