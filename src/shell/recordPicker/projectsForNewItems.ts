// Lists the projects in which work items can be created.

import * as l10n from '@vscode/l10n';
import type { Project } from '../../contract/resources/project.ts';
import { projectRestriction } from '../../core/cache/projectRestriction.ts';
import type { Store } from '../../core/cache/store/store.ts';
import { choicesOfKind, type RecordChoices } from './recordChoices.ts';

/**
 * Returns the projects except those that are archived or that the user has not joined. If the folder's settings
 * name a project that is left out, a note explains why.
 */
export function projectsForNewItems(store: Store, isBound: (project: Project) => boolean): RecordChoices {
  const projects = choicesOfKind(store, 'project');
  const canCreateIn = (id: string): boolean => {
    const project = store.project(id);
    return project === undefined || projectRestriction(project) === undefined;
  };
  return {
    ...projects,
    texts: { ...projects.texts, none: () => l10n.t('You have not joined any active projects') },
    ids: () => projects.ids().filter(canCreateIn),
    note: () => {
      const boundProject = projects
        .ids()
        .flatMap((id) => store.project(id) ?? [])
        .find(isBound);
      const reason = boundProject === undefined ? undefined : projectRestriction(boundProject);
      if (boundProject === undefined || reason === undefined) return undefined;
      return reason === 'archived'
        ? l10n.t('{0}, the project of this folder, is archived', boundProject.name)
        : l10n.t('You have not joined {0}, the project of this folder', boundProject.name);
    },
  };
}
