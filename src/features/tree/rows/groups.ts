// Names and orders the groups of work items.

import * as l10n from '@vscode/l10n';
import { FIELD_OF_FILTER, type Grouping, ITEM_FIELDS } from '../../../items/fields.ts';
import { isFiltering } from '../../../items/filter/filter.ts';
import { DUE_GROUPS, type DueGroup } from '../../../items/grouping/dueGroups.ts';
import { priorityRank } from '../../../items/grouping/sortItems.ts';
import { priorityName } from '../../../items/priorityName.ts';
import type { GroupNode } from '../../../shell/tree/node.ts';
import type { TreeData } from '../../../shell/tree/treeData.ts';

type ItemGroups = ReadonlyMap<string | null, readonly string[]>;

/**
 * Adds the states without work items if the groups are states (see `withEmptyStates`), and sorts the groups: states,
 * priorities and due dates by rank; other groups by name, with the group of the signed-in user first. The group without
 * a value is last.
 */
export function completeAndSortGroups(groups: ItemGroups, by: Grouping, project: string, data: TreeData): ItemGroups {
  const allGroups = by === 'state' ? withEmptyStates(groups, project, data) : groups;
  const rankedGroups = [...allGroups].map(([value, ids]) => ({
    value,
    ids,
    rank: groupRank(by, value, project, data),
    name: groupName(by, value, project, data),
  }));
  rankedGroups.sort((one, other) => one.rank - other.rank || one.name.localeCompare(other.name));
  return new Map(rankedGroups.map(({ value, ids }) => [value, ids]));
}

/** Adds groups for states without work items, so that items can be dropped on them, unless a filter is set. */
function withEmptyStates(groups: ItemGroups, project: string, data: TreeData): ItemGroups {
  const emptyStates = isFiltering(data.choices.filter)
    ? []
    : data.loadedStates(project).filter(({ id }) => !groups.has(id));
  return new Map([...groups, ...emptyStates.map(({ id }) => [id, []] as const)]);
}

/** Started states come first, completed and canceled states last. */
const STATE_GROUP_ORDER: readonly (string | null | undefined)[] = [
  'started',
  'unstarted',
  'backlog',
  'completed',
  'cancelled',
];
const DONE_STATE_GROUPS: readonly (string | null | undefined)[] = ['completed', 'cancelled'];

/** Whether the work items in a group by state are open. A state that is not loaded counts as open. */
export function isOpenGroup({ project, value }: GroupNode, data: Pick<TreeData, 'state'>): boolean {
  return value === null || !DONE_STATE_GROUPS.includes(data.state(project, value)?.group);
}

/**
 * Returns the rank of a group among the groups of the same field, lowest first. Groups of equal rank are sorted by
 * name.
 */
export function groupRank(by: Grouping, value: string | null, project: string, data: TreeData): number {
  if (value === null) return Number.POSITIVE_INFINITY;
  if (by === 'priority') return priorityRank(value);
  if (by === 'due') return DUE_GROUPS.findIndex((one) => one === value);
  if (by !== 'state') return value === data.ownItems.me ? -1 : 0;
  const stateIndex = data.loadedStates(project).findIndex(({ id }) => id === value);
  const groupIndex = STATE_GROUP_ORDER.indexOf(data.state(project, value)?.group);
  return (groupIndex === -1 ? STATE_GROUP_ORDER.length : groupIndex) * 1000 + Math.max(0, stateIndex);
}

/** Returns the name of a group; its id if the name is not loaded. */
export function groupName(by: Grouping, value: string | null, project: string, data: TreeData): string {
  const { kind, source, without } = ITEM_FIELDS[FIELD_OF_FILTER[by]];
  if (value === null) return without?.() ?? '';
  if (kind === 'priority') return priorityName(value);
  if (kind === 'day') return DUE_GROUP_NAMES[value as DueGroup]?.() ?? value;
  switch (source) {
    case 'states':
      return data.state(project, value)?.name ?? value;
    case 'members':
      return data.userName(project, value);
    case 'labels':
      return data.label(project, value)?.name ?? value;
    case 'types':
      return data.type(project, value)?.name ?? l10n.t('Unknown type');
    case 'modules':
      return data.records.module(project, value)?.name ?? value;
    case 'cycles':
      return data.records.cycle(project, value)?.name ?? value;
    default:
      return value;
  }
}

const DUE_GROUP_NAMES: Readonly<Record<DueGroup, () => string>> = {
  overdue: () => l10n.t('Overdue'),
  week: () => l10n.t('This week'),
  later: () => l10n.t('Later'),
  earlier: () => l10n.t('Earlier'),
};
