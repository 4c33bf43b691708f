// Finds the view that shows a list of an earlier run.
import type { ListKind } from '../../../core/cache/lists/listKey.ts';
import type { ViewName } from '../../../shell/tree/node.ts';

const VIEW_BY_LIST: Readonly<Partial<Record<ListKind, ViewName>>> = {
  projects: 'projects',
  items: 'projects',
  foundItems: 'projects',
  epics: 'projects',
  cycles: 'projects',
  modules: 'projects',
  cycleItems: 'projects',
  moduleItems: 'projects',
  initiatives: 'workspace',
  initiativeLabels: 'workspace',
  initiativeEpics: 'workspace',
  initiativeProjects: 'workspace',
  labelsOfInitiative: 'workspace',
  teamspaces: 'workspace',
  teamspaceMembers: 'workspace',
  teamspaceProjects: 'workspace',
  customers: 'workspace',
  customerRequests: 'workspace',
  customerProperties: 'workspace',
};

/** Returns the view that shows lists of this kind; undefined if no tree shows them. */
export function viewOfList(listKind: ListKind): ViewName | undefined {
  return VIEW_BY_LIST[listKind];
}
