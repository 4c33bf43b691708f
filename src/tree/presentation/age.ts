// Finds the view that shows a list of an earlier run.
import type { ListKind } from '../../cache/lists/listKey.ts';
import type { ViewName } from '../node.ts';

const VIEW_BY_LIST: Readonly<Record<ListKind, ViewName | undefined>> = {
  projects: 'projects',
  items: 'projects',
  foundItems: 'projects',
  epics: 'projects',
  cycles: 'projects',
  modules: 'projects',
  states: undefined,
  labels: undefined,
  cycleItems: 'projects',
  moduleItems: 'projects',
  initiatives: 'initiatives',
  initiativeLabels: 'initiatives',
  initiativeEpics: 'initiatives',
  initiativeProjects: 'initiatives',
  labelsOfInitiative: 'initiatives',
  teamspaces: 'teamspaces',
  teamspaceMembers: 'teamspaces',
  teamspaceProjects: 'teamspaces',
  customers: 'customers',
  customerRequests: 'customers',
  customerProperties: 'customers',
  stickies: undefined,
  comments: undefined,
  attachments: undefined,
  activities: undefined,
  links: undefined,
  relations: undefined,
};

/** Returns the view that shows lists of this kind; undefined if no tree shows them. */
export function viewOfList(listKind: ListKind): ViewName | undefined {
  return VIEW_BY_LIST[listKind];
}
