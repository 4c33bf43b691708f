// Owns symbols: the codicon and theme colour that stand for a state's group, and the word for a priority.
import { INITIATIVE_STATES, type InitiativeState } from '../../contract/resources/initiative.ts';
import { STATE_GROUPS, type StateGroup } from '../../contract/resources/state.ts';
import { PRIORITIES, type Priority } from '../../contract/resources/workItem.ts';

/** A codicon, and the id of a theme colour for it. */
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

const PRIORITY_NAMES: Readonly<Record<Priority, string>> = {
  urgent: 'Urgent',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  none: '',
};

export function stateIcon(group: string | undefined): TreeIcon {
  const known = STATE_GROUPS.find((one) => one === group);
  return known === undefined ? { id: 'circle-large-outline' } : STATE_ICONS[known];
}

/** Empty for none; a priority unknown here is shown as the server wrote it. */
export function priorityName(priority: string | undefined): string {
  const known = PRIORITIES.find((one) => one === priority);
  return known === undefined ? (priority ?? '') : PRIORITY_NAMES[known];
}

const PRIORITY_MARKS: Readonly<Record<Priority, string>> = { urgent: '‼', high: '↑', medium: '=', low: '↓', none: '' };

/** One sign that is read at a glance where a word would be cut off; empty for none. */
export function priorityMark(priority: string | undefined): string {
  const known = PRIORITIES.find((one) => one === priority);
  return known === undefined ? '' : PRIORITY_MARKS[known];
}

const INITIATIVE_ICONS: Readonly<Record<InitiativeState, TreeIcon>> = {
  DRAFT: STATE_ICONS.backlog,
  PLANNED: STATE_ICONS.unstarted,
  ACTIVE: STATE_ICONS.started,
  COMPLETED: STATE_ICONS.completed,
  CLOSED: STATE_ICONS.cancelled,
};

export function initiativeIcon(state: string | null | undefined): TreeIcon {
  const known = INITIATIVE_STATES.find((one) => one === state);
  return known === undefined ? { id: 'circle-large-outline' } : INITIATIVE_ICONS[known];
}
