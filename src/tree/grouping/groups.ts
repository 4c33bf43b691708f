// Names and orders the groups of work items.

import * as l10n from '@vscode/l10n';
import type { Grouping } from '../node.ts';
import { priorityName } from '../presentation/symbols.ts';
import type { TreeData } from '../treeData.ts';
import { isFiltering } from './choices.ts';
import { priorityRank } from './sortItems.ts';

type Groups = ReadonlyMap<string | null, readonly string[]>;

/** Returns the groups in the order that users expect; the group without a value is last. */
export function orderGroups(groups: Groups, by: Grouping, project: string, known: TreeData): Groups {
  const all = by === 'state' ? withEmptyStates(groups, project, known) : groups;
  const ranked = [...all].map(([value, ids]) => ({
    value,
    ids,
    rank: rankOf(by, value, project, known),
    name: groupName(by, value, project, known),
  }));
  ranked.sort((one, other) => one.rank - other.rank || one.name.localeCompare(other.name));
  return new Map(ranked.map(({ value, ids }) => [value, ids]));
}

/** Without a filter, states without items are groups too, so that items can be dropped on them. */
function withEmptyStates(groups: Groups, project: string, known: TreeData): Groups {
  const states = isFiltering(known.choices.filter) ? [] : known.statesOf(project).filter(({ id }) => !groups.has(id));
  return new Map([...groups, ...states.map(({ id }) => [id, []] as const)]);
}

const GROUP_RANKS: readonly (string | null | undefined)[] = [
  'backlog',
  'unstarted',
  'started',
  'completed',
  'cancelled',
];

function rankOf(by: Grouping, value: string | null, project: string, known: TreeData): number {
  if (value === null) return Number.POSITIVE_INFINITY;
  if (by === 'priority') return priorityRank(value);
  if (by !== 'state') return value === known.mine.me ? -1 : 0;
  const all = known.statesOf(project).findIndex(({ id }) => id === value);
  const group = GROUP_RANKS.indexOf(known.state(project, value)?.group);
  return (group === -1 ? GROUP_RANKS.length : group) * 1000 + Math.max(0, all);
}

/** Returns the name of a group; its id if the name is not loaded. */
export function groupName(by: Grouping, value: string | null, project: string, known: TreeData): string {
  if (value === null) return NONE_TEXTS[by]();
  switch (by) {
    case 'state':
      return known.state(project, value)?.name ?? value;
    case 'priority':
      return priorityName(value);
    case 'assignee':
      return known.personName(project, value);
    case 'label':
      return known.label(project, value)?.name ?? value;
    case 'type':
      return known.type(project, value)?.name ?? l10n.t('Unknown type');
    case 'module':
      return known.records.module(project, value)?.name ?? value;
    case 'cycle':
      return known.records.cycle(project, value)?.name ?? value;
    default:
      return by satisfies never;
  }
}

const NONE_TEXTS: Readonly<Record<Grouping, () => string>> = {
  state: () => l10n.t('No state'),
  priority: () => l10n.t('No priority'),
  assignee: () => l10n.t('Unassigned'),
  label: () => l10n.t('No label'),
  module: () => l10n.t('In no module'),
  cycle: () => l10n.t('In no cycle'),
  type: () => l10n.t('No type'),
};
