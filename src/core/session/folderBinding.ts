// Parses the settings of a folder: the slug of a workspace, and one of its projects.
// The settings never name a server, so they cannot redirect a request.
import { isSlug } from './server/webAddress.ts';

export interface FolderBinding {
  readonly workspace: string | undefined;
  /** The project's identifier or id, in upper case. */
  readonly project: string | undefined;
}

const MAX_SLUG_LENGTH = 80;
const PROJECT_PATTERN = /^(?:[\p{L}\p{N}_]{1,12}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/iu;

/** Ignores values that are not a slug, an identifier or an id, because the settings of a folder are untrusted. */
export function parseBinding({
  workspace,
  project,
}: {
  readonly workspace: unknown;
  readonly project: unknown;
}): FolderBinding {
  return {
    workspace:
      typeof workspace === 'string' && workspace.length <= MAX_SLUG_LENGTH && isSlug(workspace) ? workspace : undefined,
    project: typeof project === 'string' && PROJECT_PATTERN.test(project) ? project.toUpperCase() : undefined,
  };
}

/** Whether the folder's settings name a different workspace than `workspace`. */
export function bindsOtherWorkspace(binding: FolderBinding, workspace: string): boolean {
  return binding.workspace !== undefined && binding.workspace.toLowerCase() !== workspace.toLowerCase();
}

/**
 * Whether the folder's settings name this project. If they name a project but no workspace, the project is in the
 * workspace that the user is signed in to.
 */
export function isBoundProject(
  binding: FolderBinding,
  workspace: string,
  project: { readonly id: string; readonly identifier: string },
): boolean {
  if (binding.project === undefined || bindsOtherWorkspace(binding, workspace)) return false;
  return [project.id, project.identifier].some((name) => name.toUpperCase() === binding.project);
}
