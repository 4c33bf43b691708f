// Creates the object that copies projects. This module is loaded on the first use.
import { createCopyStore } from '../../copy/copyStore.ts';
import { ProjectCopier } from './copyProject.ts';
import type { CopyProjectDeps } from './deps.ts';

/**
 * Creates the object that plans and runs copies. `folder` contains the copies that are not complete. Running copies are
 * paused when `closing` is aborted.
 */
export function createProjectCopier(
  deps: Omit<CopyProjectDeps, 'copies'>,
  folder: string,
  closing: AbortSignal,
): ProjectCopier {
  return new ProjectCopier({ ...deps, copies: createCopyStore(folder, { clock: deps.clock }) }, closing);
}
