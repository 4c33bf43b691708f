// Maps states, groupings and kinds of records to codicons and theme colors.

import { filledQuarters } from '../contract/filledQuarters.ts';
import { INITIATIVE_STATES, type InitiativeState } from '../contract/resources/initiative.ts';
import { STATE_GROUPS, type StateGroup } from '../contract/resources/state.ts';
import { STATE_COLORS } from '../contract/stateColors.ts';
import type { RecordKind } from '../core/cache/address.ts';
import type { StateRecord } from '../core/cache/record.ts';
import { FIELD_OF_FILTER, type Grouping, ITEM_FIELDS } from './fields.ts';

/** A codicon id, and the id of a theme color for it. */
export interface TreeIcon {
  readonly id: string;
  readonly color?: string;
}

/**
 * The codicon of each kind of record, in trees and pickers. Rows of records with a state have the state's icon. The
 * codicons `symbol-…` are not used, because VS Code gives each of them its own color.
 */
export const KIND_ICONS: Readonly<Record<RecordKind, string>> = {
  project: 'project',
  workItem: 'circle-large-outline',
  epic: 'layers',
  cycle: 'sync',
  module: 'package',
  state: 'contrail-started-half',
  label: 'tag',
  initiative: 'milestone',
  initiativeLabel: 'tag',
  teamspace: 'organization',
  customer: 'briefcase',
  customerRequest: 'comment-discussion',
  customerProperty: 'settings',
  sticky: 'note',
};

/**
 * The contributed icons of started states, by the number of filled quarters. The ids have no digits, because VS Code
 * removes the class of a codicon with a digit from Markdown.
 */
const STARTED_ICONS = {
  1: 'contrail-started-quarter',
  2: 'contrail-started-half',
  3: 'contrail-started-most',
} as const;

/** The icons of states, in the shapes of Plane: a backlog is a dashed circle. */
const STATE_ICONS: Readonly<Record<StateGroup, TreeIcon>> = {
  backlog: { id: 'issue-draft', color: STATE_COLORS.backlog },
  unstarted: { id: 'circle-large-outline', color: STATE_COLORS.unstarted },
  started: { id: STARTED_ICONS[2], color: STATE_COLORS.started },
  completed: { id: 'pass-filled', color: STATE_COLORS.completed },
  cancelled: { id: 'circle-slash', color: STATE_COLORS.cancelled },
};

/**
 * Returns the icon of a state. `states` are the states of its project in their order. The circle of a started state
 * is filled according to its position among the started states. package.json contributes the icons of these circles.
 */
export function stateIcon(
  state: (Pick<StateRecord, 'group'> & { readonly id?: string }) | undefined,
  states: readonly StateRecord[],
): TreeIcon {
  const group = STATE_GROUPS.find((one) => one === state?.group);
  if (group === undefined) return { id: 'circle-large-outline' };
  return group === 'started'
    ? { ...STATE_ICONS.started, id: STARTED_ICONS[filledQuarters(state?.id, states)] }
    : STATE_ICONS[group];
}

export function groupingIcon(by: Grouping): TreeIcon {
  return { id: ITEM_FIELDS[FIELD_OF_FILTER[by]].groupIcon ?? '' };
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
