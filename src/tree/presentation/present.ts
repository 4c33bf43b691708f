// Describes the row of a node: label, description, icon and accessible name. Pure; the caller
// formats faults.

import * as l10n from '@vscode/l10n';
import { closedProjectOf } from '../../cache/closedProject.ts';
import type { Fault } from '../../client/apiError.ts';
import { nameOfUser } from '../../contract/resources/user.ts';
import { identifierOf } from '../../contract/resources/workItem.ts';
import { formatCount } from '../../std/displayLanguage.ts';
import { displayName, displayText } from '../../std/displayName.ts';
import { GROUPING_LABELS } from '../grouping/choices.ts';
import { groupName } from '../grouping/groups.ts';
import { presentInitiativeGroup } from '../initiativeGroups.ts';
import {
  type Grouping,
  type GroupNode,
  type ItemNode,
  type Node,
  type ProjectNode,
  type SectionName,
  type SectionNode,
} from '../node.ts';
import { hasOwnLists, isRestKnown, listOfGroup } from '../rows.ts';
import type { TreeData } from '../treeData.ts';
import { type GroupCount, groupCountText, itemCountText } from './counts.ts';
import type { Presentation } from './presentation.ts';
import { presentEnd, presentSearchMore, presentSignIn } from './presentEnd.ts';
import { presentFolder, presentRecord } from './presentRecord.ts';
import { priorityMark, priorityName, stateIcon, type TreeIcon } from './symbols.ts';

/** Returns how the row looks. `words` formats a fault as a sentence. */
export function present(node: Node, known: TreeData, words: (fault: Fault) => string): Presentation {
  const row = rowOf(node, known, words);
  return {
    ...row,
    label: displayText(row.label),
    ...(row.description === undefined ? {} : { description: displayText(row.description) }),
    ...(row.tooltip === undefined ? {} : { tooltip: displayText(row.tooltip, { keepLines: true }) }),
    spoken: displayText(row.spoken),
  };
}

function rowOf(node: Node, known: TreeData, words: (fault: Fault) => string): Presentation {
  switch (node.kind) {
    case 'project':
      return presentProject(node, known);
    case 'workItem':
      return presentItem(node, known);
    case 'group':
      return presentGroup(node, known);
    case 'initiativeGroup':
      return presentInitiativeGroup(node, known);
    case 'section':
      return presentSection(node, known);
    case 'folder':
      return presentFolder(node);
    case 'more':
    case 'empty':
    case 'failed':
      return presentEnd(node, known, words);
    case 'look':
      return presentSearchMore(known);
    case 'signIn':
      return presentSignIn(known, words);
    default:
      return presentRecord(node, known);
  }
}

function presentProject({ project: id }: ProjectNode, known: TreeData): Presentation {
  const project = known.project(id);
  const name = displayName(project?.name ?? id);
  const joined = project === undefined || closedProjectOf(project) !== 'not joined';
  const bound = known.isBound(id) ? l10n.t('set for this folder') : undefined;
  const description = [project?.identifier ?? '', bound, joined ? undefined : l10n.t('not joined')]
    .filter((part) => part !== undefined)
    .join(' · ');
  return {
    label: name,
    description,
    icon: { id: 'project' },
    tooltip: joined
      ? project?.description || name
      : l10n.t("{0}: you have not joined this project, so its work items can't be shown.", name),
    collapsible: true,
    context: 'project',
    spoken: [
      name,
      project === undefined ? l10n.t('project') : l10n.t('project {0}', project.identifier),
      bound,
      !joined && l10n.t('not joined'),
    ]
      .filter(Boolean)
      .join(', '),
  };
}

function presentItem(node: ItemNode, known: TreeData): Presentation {
  const { project, id } = node;
  const item = known.item(node);
  const pinned = known.mine.pinned.some((one) => one.id === id && one.project === project);
  const context = pinned ? 'workItem pinned' : 'workItem';
  if (item === undefined) return presentRemembered(node, known, context);
  const identifier = identifierOf(known.project(project)?.identifier ?? '?', item.sequence_id);
  const state = item.state === null ? undefined : known.state(project, item.state);
  const priority = priorityName(item.priority);
  const people = item.assignees
    .flatMap((one) => known.user(project, one) ?? [])
    .map((person) => displayName(nameOfUser(person)));
  const description = [priority, people.join(', ')].filter((part) => part !== '').join(' · ');
  const { below } = node.under === undefined ? { below: undefined } : known.rowsOf(node.under).family;
  return {
    label: [identifier, priorityMark(item.priority), displayName(item.name)].filter(Boolean).join(' '),
    ...(description === '' ? {} : { description }),
    icon: stateIcon(state?.group ?? undefined),
    collapsible: below?.has(id) === true,
    context,
    spoken: [
      `${identifier} ${displayName(item.name)}`,
      l10n.t('work item'),
      state && l10n.t('state {0}', displayName(state.name)),
      priority && l10n.t('priority {0}', priority),
      people.length > 0 && l10n.t('assigned to {0}', people.join(', ')),
      pinned && l10n.t('pinned'),
    ]
      .filter(Boolean)
      .join(', '),
  };
}

/** An item that is not loaded in this session is shown with its last known name. */
function presentRemembered({ project, id }: ItemNode, { mine }: TreeData, context: string): Presentation {
  const one = [...mine.recents, ...mine.pinned].find((each) => each.id === id && each.project === project);
  const label = one === undefined ? '…' : `${one.identifier} ${displayName(one.name)}`;
  return {
    label,
    icon: stateIcon(undefined),
    collapsible: false,
    context,
    spoken: [one === undefined ? l10n.t('Unknown') : label, l10n.t('work item'), l10n.t('not loaded yet')].join(', '),
  };
}

const GROUP_ICONS: Readonly<Record<Grouping, TreeIcon>> = {
  state: { id: 'circle-large-outline' },
  priority: { id: 'flame' },
  assignee: { id: 'account' },
  label: { id: 'tag' },
  module: { id: 'package' },
  cycle: { id: 'sync' },
  type: { id: 'symbol-class' },
};

function presentGroup(node: GroupNode, known: TreeData): Presentation {
  const { project, by, value } = node;
  const name = displayName(groupName(by, value, project, known));
  const count = countIn(node, known);
  const icon =
    by === 'state' && value !== null ? stateIcon(known.state(project, value)?.group ?? undefined) : GROUP_ICONS[by];
  const isRest = value === null && hasOwnLists(by);
  return {
    label: name,
    ...(count === undefined ? {} : { description: groupCountText(count) }),
    icon,
    tooltip: isRest
      ? by === 'cycle'
        ? l10n.t('Work items that are in none of the cycles loaded above.')
        : l10n.t('Work items that are in none of the modules loaded above.')
      : count === undefined
        ? l10n.t('{0}: not loaded yet', name)
        : l10n.t('{0}: {1}', name, groupCountText(count)),
    collapsible: true,
    context: `group ${value === null ? 'none' : by}`,
    spoken: [
      name,
      l10n.t('group by {0}', GROUPING_LABELS[by]()),
      count === undefined ? !isRest && l10n.t('not loaded yet') : itemCountText(count),
    ]
      .filter(Boolean)
      .join(', '),
  };
}

/** Returns the number of items shown in the group. */
function countIn(node: GroupNode, known: TreeData): GroupCount | undefined {
  if (!hasOwnLists(node.by)) {
    const ids = node.under === undefined ? undefined : known.rowsOf(node.under).groups.get(node.value);
    const { next } = known.listing({ of: 'items', owner: node.project });
    return { count: ids?.length ?? 0, hasMore: next !== undefined };
  }
  if (node.value === null && !isRestKnown(node, known)) return undefined;
  const listing = known.listing(listOfGroup(node));
  return listing.status === 'ready'
    ? { count: known.rowsOf(node).items.length, hasMore: listing.next !== undefined }
    : undefined;
}

const SECTIONS: Readonly<
  Record<SectionName, { readonly label: () => string; readonly icon: string; readonly tooltip: () => string }>
> = {
  assigned: {
    label: () => l10n.t('Assigned to Me'),
    icon: 'account',
    tooltip: () => l10n.t('Loaded work items that are assigned to you and are not completed or canceled.'),
  },
  recent: {
    label: () => l10n.t('Recently Viewed'),
    icon: 'history',
    tooltip: () => l10n.t('Work items that you opened or commented on recently.'),
  },
  pinned: { label: () => l10n.t('Pinned'), icon: 'pinned', tooltip: () => l10n.t('Work items that you pinned.') },
};

function presentSection({ section }: SectionNode, { mine }: TreeData): Presentation {
  const { icon, ...texts } = SECTIONS[section];
  const label = texts.label();
  const count = section === 'assigned' ? undefined : section === 'recent' ? mine.recents.length : mine.pinned.length;
  return {
    label,
    ...(count === undefined ? {} : { description: formatCount(count) }),
    icon: { id: icon },
    tooltip: texts.tooltip(),
    collapsible: true,
    context: `section ${section}`,
    spoken: [label, l10n.t('section'), count !== undefined && itemCountText({ count, hasMore: false })]
      .filter(Boolean)
      .join(', '),
  };
}
