// Describes rows restored from an earlier session: their view, and the time they were loaded.
import * as l10n from '@vscode/l10n';
import type { ListKind } from '../../cache/lists/listKey.ts';
import { formatTime } from '../../std/formatTime.ts';
import type { ViewName } from '../node.ts';

const VIEW_OF: Readonly<Record<ListKind, ViewName | undefined>> = {
  projects: 'projects',
  items: 'projects',
  epics: 'projects',
  cycles: 'projects',
  modules: 'projects',
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
};

/** Returns the view that shows lists of this kind; undefined if no tree shows them. */
export function viewOfList(of: ListKind): ViewName | undefined {
  return VIEW_OF[of];
}

/** Times are in milliseconds. */
export function ageText(asOf: number, now: number): string {
  return l10n.t('Shown as of {0}; the server has not responded since.', formatTime(asOf, now));
}
