// Owns what a folder's settings may say: the slug of a workspace and a project of it. Never a server, so nothing can be
// sent anywhere because of them.
import { isSlug } from './webAddress.ts';

export interface FolderBinding {
  readonly workspace: string | undefined;
  /** Identifier, in capitals, or id. */
  readonly project: string | undefined;
}

const LONGEST = 80;
const PROJECT = /^(?:[\p{L}\p{N}_]{1,12}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/iu;

/** What is of another form counts as not said: the values come from a file that anybody may have written. */
export function readBinding({
  workspace,
  project,
}: {
  readonly workspace: unknown;
  readonly project: unknown;
}): FolderBinding {
  return {
    workspace:
      typeof workspace === 'string' && workspace.length <= LONGEST && isSlug(workspace) ? workspace : undefined,
    project: typeof project === 'string' && PROJECT.test(project) ? project.toUpperCase() : undefined,
  };
}

/** Whether the folder names another workspace than this one. */
export function bindsAnother(binding: FolderBinding, workspace: string): boolean {
  return binding.workspace !== undefined && binding.workspace.toLowerCase() !== workspace.toLowerCase();
}

/**
 * Whether this project of this workspace is the one that the folder names. Without a workspace the project is one of
 * whichever is signed in to.
 */
export function isBound(
  binding: FolderBinding,
  workspace: string,
  project: { readonly id: string; readonly identifier: string },
): boolean {
  if (binding.project === undefined || bindsAnother(binding, workspace)) return false;
  return [project.id, project.identifier].some((one) => one.toUpperCase() === binding.project);
}
