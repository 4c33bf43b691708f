// Tells which projects take no work items from the user, and why.
import type { Project } from '../contract/resources/project.ts';

type Standing = Pick<Project, 'archived_at' | 'is_member'>;

/**
 * Undefined where work items can be created. In an archived project the server creates one and never shows it again
 * (API-FACTS J36); of a project that the user has not joined it refuses everything.
 */
export function closedProjectOf({ archived_at, is_member }: Standing): 'archived' | 'not joined' | undefined {
  if (archived_at) return 'archived';
  return is_member === false ? 'not joined' : undefined;
}

/** The reason and what to do, in two sentences; undefined where work items can be created. */
export function closedProjectText(project: (Standing & Pick<Project, 'name'>) | undefined): string | undefined {
  const reason = project === undefined ? undefined : closedProjectOf(project);
  if (project === undefined || reason === undefined) return undefined;
  return reason === 'archived'
    ? `The project “${project.name}” is archived, and the server would not show a work item that is created there. Restore the project in Plane first.`
    : `You have not joined the project “${project.name}”. Join it in Plane, or ask its admin to add you.`;
}
