// Reads a folder's settings: the slug of a workspace, and one of its projects.
// They never name a server, so they cannot direct a request anywhere.
import { isSlug } from './webAddress.ts';

export interface FolderBinding {
  readonly workspace: string | undefined;
  /** Identifier in upper case, or id. */
  readonly project: string | undefined;
}

const LONGEST = 80;
const PROJECT = /^(?:[\p{L}\p{N}_]{1,12}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/iu;

/** A value in any other form is ignored: the file that it comes from is untrusted. */
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
 * Whether the folder names this project of this workspace. When it names no workspace, the project belongs to the one
 * that the user is signed in to.
 */
export function isBound(
  binding: FolderBinding,
  workspace: string,
  project: { readonly id: string; readonly identifier: string },
): boolean {
  if (binding.project === undefined || bindsAnother(binding, workspace)) return false;
  return [project.id, project.identifier].some((one) => one.toUpperCase() === binding.project);
}
