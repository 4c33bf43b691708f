// The command that copies a project to another account.
// Everything else is loaded on the first use, because most windows never copy a project.

import { signedIn } from '../../shell/commands/command.ts';
import { COMMANDS } from '../../shell/commands/contributions.ts';
import { folderNames } from '../../std/files/atomicFile.ts';
import type { ProjectCopier } from './copyProject.ts';
import type { CopyProjectDeps } from './deps.ts';

export interface CopyProjectFeatureDeps extends Omit<CopyProjectDeps, 'copies'> {
  /** The folder of the copies that are not complete. */
  readonly folder: string;
}

export function createCopyProject({ folder, ...deps }: CopyProjectFeatureDeps) {
  const closeController = new AbortController();
  const load = async (): Promise<ProjectCopier> => {
    const { createProjectCopier } = await import('./open.ts');
    return createProjectCopier(deps, folder, closeController.signal);
  };
  let loading: Promise<ProjectCopier> | undefined;
  const loadOnce = (): Promise<ProjectCopier> => {
    loading ??= load();
    return loading;
  };
  return {
    commands: {
      [COMMANDS.copyProject]: signedIn(async (target) => (await loadOnce()).start(target)),
    },
    /** Asks what to do with each copy of an earlier run that is not complete. */
    offerUnfinished: async (): Promise<void> => {
      if ((await folderNames(folder)).length > 0) await (await loadOnce()).runs.offerUnfinished();
    },
    dispose: () => closeController.abort(),
  };
}
