// Maps states to codicons and theme colors, and priorities to names and marks.
import { constantLabel } from '../../contract/constantLabel.ts';
import { INITIATIVE_STATES, type InitiativeState } from '../../contract/resources/initiative.ts';
import { STATE_GROUPS, type StateGroup } from '../../contract/resources/state.ts';
import { PRIORITIES, type Priority } from '../../contract/resources/workItem.ts';

/** A codicon id, and the id of a theme color for it. */
export interface TreeIcon {
  readonly id: string;
  readonly color?: string;
}

const STATE_ICONS: Readonly<Record<StateGroup, TreeIcon>> = {
  backlog: { id: 'circle-outline', color: 'disabledForeground' },
  unstarted: { id: 'circle-large-outline', color: 'icon.foreground' },
  started: { id: 'color-mode', color: 'charts.yellow' },
  completed: { id: 'pass-filled', color: 'charts.green' },
  cancelled: { id: 'circle-slash', color: 'disabledForeground' },
};

export function stateIcon(group: string | undefined): TreeIcon {
  const stateGroup = STATE_GROUPS.find((one) => one === group);
  return stateGroup === undefined ? { id: 'circle-large-outline' } : STATE_ICONS[stateGroup];
}

/** Returns the name of a priority; '' for `none`. An unknown priority is returned as the server wrote it. */
export function priorityName(priority: string | undefined): string {
  if (priority === undefined || priority === 'none') return '';
  return PRIORITIES.some((one) => one === priority) ? constantLabel(priority) : priority;
}

const PRIORITY_MARKS: Readonly<Record<Priority, string>> = { urgent: '‼', high: '↑', medium: '=', low: '↓', none: '' };

/** Returns a symbol of one character for a priority; '' for `none` and for an unknown priority. */
export function priorityMark(priority: string | undefined): string {
  const priorityValue = PRIORITIES.find((one) => one === priority);
  return priorityValue === undefined ? '' : PRIORITY_MARKS[priorityValue];
}

const INITIATIVE_ICONS: Readonly<Record<InitiativeState, TreeIcon>> = {
  DRAFT: STATE_ICONS.backlog,
  PLANNED: STATE_ICONS.unstarted,
  ACTIVE: STATE_ICONS.started,
  COMPLETED: STATE_ICONS.completed,
  CLOSED: STATE_ICONS.cancelled,
};

export function initiativeIcon(state: string | null | undefined): TreeIcon {
  const initiativeState = INITIATIVE_STATES.find((one) => one === state);
  return initiativeState === undefined ? { id: 'circle-large-outline' } : INITIATIVE_ICONS[initiativeState];
}
