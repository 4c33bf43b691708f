// The part of the feature that is loaded on the first use.
import { createCopyStore } from '../../../copy/copyStore.ts';
import { CopyProject } from './copyProject.ts';
import type { CopyProjectDeps } from './deps.ts';

/** `folder` contains the copies that are not complete. */
export function openCopyProject(
  deps: Omit<CopyProjectDeps, 'copies'>,
  folder: string,
  closing: AbortSignal,
): CopyProject {
  return new CopyProject({ ...deps, copies: createCopyStore(folder, { clock: deps.clock }) }, closing);
}
