// The part of the feature that is loaded on the first use.
import { createCopyStore } from '../../../copy/copyStore.ts';
import { ProjectCopier } from './copyProject.ts';
import type { CopyProjectDeps } from './deps.ts';

/** `folder` contains the copies that are not complete. */
export function createProjectCopier(
  deps: Omit<CopyProjectDeps, 'copies'>,
  folder: string,
  closing: AbortSignal,
): ProjectCopier {
  return new ProjectCopier({ ...deps, copies: createCopyStore(folder, { clock: deps.clock }) }, closing);
}
