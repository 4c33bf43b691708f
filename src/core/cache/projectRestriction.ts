// Determines in which projects the user cannot create work items, and why.
import * as l10n from '@vscode/l10n';
import type { Project } from '../../contract/resources/project.ts';

type ProjectAccess = Pick<Project, 'archived_at' | 'is_member'>;

/**
 * Returns why the user cannot create work items in the project; undefined if they can. In an archived project, the
 * server would create a work item but never return it again. In a project that the user has not joined, the server
 * rejects every request.
 */
export function projectRestriction({ archived_at, is_member }: ProjectAccess): 'archived' | 'not joined' | undefined {
  if (archived_at) return 'archived';
  return is_member === false ? 'not joined' : undefined;
}

/** Whether the user has not joined the project. The server rejects every request for its lists. */
export function isNotJoined(project: ProjectAccess | undefined): boolean {
  return project !== undefined && projectRestriction(project) === 'not joined';
}

/** Returns a message with the reason and the remedy; undefined if the user can create work items in the project. */
export function projectRestrictionText(
  project: (ProjectAccess & Pick<Project, 'name'>) | undefined,
): string | undefined {
  const reason = project === undefined ? undefined : projectRestriction(project);
  if (project === undefined || reason === undefined) return undefined;
  return reason === 'archived'
    ? l10n.t('The project “{0}” is archived. Restore it in Plane first.', project.name)
    : l10n.t('You have not joined the project “{0}”. Join it in Plane, or ask its admin to add you.', project.name);
}
