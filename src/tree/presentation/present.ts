// Describes the row of a node: label, description, icon and accessible name. Pure.

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

/** Returns the appearance of a node's row. `words` formats the fault of a failed request as a sentence. */
export function present(node: Node, data: TreeData, formatFault: (fault: Fault) => string): Presentation {
  const row = presentNode(node, data, formatFault);
  return {
    ...row,
    label: displayText(row.label),
    ...(row.description === undefined ? {} : { description: displayText(row.description) }),
    ...(row.tooltip === undefined ? {} : { tooltip: displayText(row.tooltip, { keepLines: true }) }),
    accessibleName: displayText(row.accessibleName),
  };
}

function presentNode(node: Node, data: TreeData, formatFault: (fault: Fault) => string): Presentation {
  switch (node.kind) {
    case 'project':
      return presentProject(node, data);
    case 'workItem':
      return presentItem(node, data);
    case 'group':
      return presentGroup(node, data);
    case 'initiativeGroup':
      return presentInitiativeGroup(node, data);
    case 'section':
      return presentSection(node, data);
    case 'folder':
      return presentFolder(node);
    case 'more':
    case 'empty':
    case 'failed':
      return presentEnd(node, data, formatFault);
    case 'look':
      return presentSearchMore(data);
    case 'signIn':
      return presentSignIn(data, formatFault);
    default:
      return presentRecord(node, data);
  }
}

function presentProject({ project: id }: ProjectNode, data: TreeData): Presentation {
  const project = data.project(id);
  const name = displayName(project?.name ?? id);
  const isJoined = project === undefined || closedProjectOf(project) !== 'not joined';
  const boundText = data.isBound(id) ? l10n.t('set for this folder') : undefined;
  const description = [project?.identifier ?? '', boundText, isJoined ? undefined : l10n.t('not joined')]
    .filter((part) => part !== undefined)
    .join(' · ');
  return {
    label: name,
    description,
    icon: { id: 'project' },
    tooltip: isJoined
      ? project?.description || name
      : l10n.t("{0}: you have not joined this project, so its work items can't be shown.", name),
    collapsible: true,
    context: 'project',
    accessibleName: [
      name,
      project === undefined ? l10n.t('project') : l10n.t('project {0}', project.identifier),
      boundText,
      !isJoined && l10n.t('not joined'),
    ]
      .filter(Boolean)
      .join(', '),
  };
}

function presentItem(node: ItemNode, data: TreeData): Presentation {
  const { project, id } = node;
  const item = data.item(node);
  const isPinned = data.ownItems.pinned.some((one) => one.id === id && one.project === project);
  const context = isPinned ? 'workItem pinned' : 'workItem';
  if (item === undefined) return presentStoredItem(node, data, context);
  const identifier = identifierOf(data.project(project)?.identifier ?? '?', item.sequence_id);
  const state = item.state === null ? undefined : data.state(project, item.state);
  const priority = priorityName(item.priority);
  const assigneeNames = item.assignees
    .flatMap((one) => data.user(project, one) ?? [])
    .map((user) => displayName(nameOfUser(user)));
  const description = [priority, assigneeNames.join(', ')].filter((part) => part !== '').join(' · ');
  const { below } = node.under === undefined ? { below: undefined } : data.rowsOf(node.under).hierarchy;
  return {
    label: [identifier, priorityMark(item.priority), displayName(item.name)].filter(Boolean).join(' '),
    ...(description === '' ? {} : { description }),
    icon: stateIcon(state?.group ?? undefined),
    collapsible: below?.has(id) === true,
    context,
    accessibleName: [
      `${identifier} ${displayName(item.name)}`,
      l10n.t('work item'),
      state && l10n.t('state {0}', displayName(state.name)),
      priority && l10n.t('priority {0}', priority),
      assigneeNames.length > 0 && l10n.t('assigned to {0}', assigneeNames.join(', ')),
      isPinned && l10n.t('pinned'),
    ]
      .filter(Boolean)
      .join(', '),
  };
}

/** Describes the row of a work item that is not loaded, with the identifier and name stored for it. */
function presentStoredItem({ project, id }: ItemNode, { ownItems: mine }: TreeData, context: string): Presentation {
  const storedItem = [...mine.recents, ...mine.pinned].find((item) => item.id === id && item.project === project);
  const label = storedItem === undefined ? '…' : `${storedItem.identifier} ${displayName(storedItem.name)}`;
  return {
    label,
    icon: stateIcon(undefined),
    collapsible: false,
    context,
    accessibleName: [
      storedItem === undefined ? l10n.t('Unknown') : label,
      l10n.t('work item'),
      l10n.t('not loaded yet'),
    ].join(', '),
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

function presentGroup(node: GroupNode, data: TreeData): Presentation {
  const { project, by, value } = node;
  const name = displayName(groupName(by, value, project, data));
  const count = groupCount(node, data);
  const icon =
    by === 'state' && value !== null ? stateIcon(data.state(project, value)?.group ?? undefined) : GROUP_ICONS[by];
  const isGroupWithoutValue = value === null && hasOwnLists(by);
  return {
    label: name,
    ...(count === undefined ? {} : { description: groupCountText(count) }),
    icon,
    tooltip: isGroupWithoutValue
      ? by === 'cycle'
        ? l10n.t('Work items that are in none of the cycles loaded above.')
        : l10n.t('Work items that are in none of the modules loaded above.')
      : count === undefined
        ? l10n.t('{0}: not loaded yet', name)
        : l10n.t('{0}: {1}', name, groupCountText(count)),
    collapsible: true,
    context: `group ${value === null ? 'none' : by}`,
    accessibleName: [
      name,
      l10n.t('group by {0}', GROUPING_LABELS[by]()),
      count === undefined ? !isGroupWithoutValue && l10n.t('not loaded yet') : itemCountText(count),
    ]
      .filter(Boolean)
      .join(', '),
  };
}

/** Returns the number of work items shown in a group; undefined until it is known. */
function groupCount(node: GroupNode, data: TreeData): GroupCount | undefined {
  if (!hasOwnLists(node.by)) {
    const ids = node.under === undefined ? undefined : data.rowsOf(node.under).groups.get(node.value);
    const { next } = data.listing({ of: 'items', owner: node.project });
    return { count: ids?.length ?? 0, hasMore: next !== undefined };
  }
  if (node.value === null && !isRestKnown(node, data)) return undefined;
  const listing = data.listing(listOfGroup(node));
  return listing.status === 'ready'
    ? { count: data.rowsOf(node).items.length, hasMore: listing.next !== undefined }
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

function presentSection({ section }: SectionNode, { ownItems: mine }: TreeData): Presentation {
  const { icon, ...sectionTexts } = SECTIONS[section];
  const label = sectionTexts.label();
  const count = section === 'assigned' ? undefined : section === 'recent' ? mine.recents.length : mine.pinned.length;
  return {
    label,
    ...(count === undefined ? {} : { description: formatCount(count) }),
    icon: { id: icon },
    tooltip: sectionTexts.tooltip(),
    collapsible: true,
    context: `section ${section}`,
    accessibleName: [label, l10n.t('section'), count !== undefined && itemCountText({ count, hasMore: false })]
      .filter(Boolean)
      .join(', '),
  };
}
