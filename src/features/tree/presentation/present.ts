// Describes the row of a node: label, description, icon and accessible name. Pure.

import * as l10n from '@vscode/l10n';
import { isNotJoined, projectRestrictionText } from '../../../core/cache/projectRestriction.ts';
import { type GroupCount, groupCountText, itemCountText } from '../../../items/counts.ts';
import { groupingLabel } from '../../../items/grouping/choices.ts';
import { groupingIcon, KIND_ICONS, stateIcon } from '../../../items/icons.ts';
import {
  type GroupNode,
  type Node,
  nodeAddress,
  type ProjectNode,
  type SectionName,
  type SectionNode,
} from '../../../shell/tree/node.ts';
import { findPin, isPinnable } from '../../../shell/tree/pins.ts';
import type { Presentation } from '../../../shell/tree/presentation.ts';
import { hasUnloadedItems, isComputedSection, sectionCount } from '../../../shell/tree/sections.ts';
import type { TreeData } from '../../../shell/tree/treeData.ts';
import { displayName, displayText } from '../../../std/displayName.ts';
import { presentFolderRow } from '../folders/presentFolderRow.ts';
import { isFolderRow } from '../folders/projectFolders.ts';
import { groupName } from '../rows/groups.ts';
import { presentInitiativeGroup } from '../rows/initiativeGroups.ts';
import { canCountGroupWithoutValue, hasOwnLists, listOfGroup } from '../rows/rows.ts';
import { presentSavedView, presentViewGroup } from '../savedViews/presentView.ts';
import { presentItem } from './presentItem.ts';
import { presentListEnd, presentSearchMore, presentSignIn } from './presentListEnd.ts';
import { presentFolder, presentRecord } from './presentRecord.ts';

/** Returns the appearance of a node's row. */
export function presentTreeRow(node: Node, data: TreeData): Presentation {
  const rowWithoutPin = presentNode(node, data);
  return withDisplayTexts(isPinned(node, data) ? withPinned(rowWithoutPin) : rowWithoutPin);
}

/** Returns the same row if its texts need no replacement, as most do: a copy of each row is a third of a key's cost. */
function withDisplayTexts(row: Presentation): Presentation {
  const label = displayText(row.label);
  const description = row.description && displayText(row.description);
  const tooltip = row.tooltip && displayText(row.tooltip, { keepLines: true });
  const accessibleName = displayText(row.accessibleName);
  return label === row.label &&
    description === row.description &&
    tooltip === row.tooltip &&
    accessibleName === row.accessibleName
    ? row
    : {
        ...row,
        label,
        ...(description === undefined ? {} : { description }),
        ...(tooltip === undefined ? {} : { tooltip }),
        accessibleName,
      };
}

function isPinned(node: Node, { ownItems }: TreeData): boolean {
  if (ownItems.pinned.length === 0) return false;
  const address = nodeAddress(node);
  return isPinnable(address) && findPin(address, ownItems) !== undefined;
}

function withPinned(row: Presentation): Presentation {
  return { ...row, context: `${row.context} pinned`, accessibleName: `${row.accessibleName}, ${l10n.t('pinned')}` };
}

function presentNode(node: Node, data: TreeData): Presentation {
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
    case 'savedView':
      return presentSavedView(node, data);
    case 'viewGroup':
      return presentViewGroup(node, data);
    case 'folder':
      return presentFolder(node, data);
    case 'more':
    case 'empty':
    case 'failed':
      return presentListEnd(node, data);
    case 'searchMore':
      return presentSearchMore(node, data);
    case 'signIn':
      return presentSignIn(data);
    default:
      return presentRecord(node, data);
  }
}

/**
 * Returns the name that is stored with a pin, for a row whose record is not loaded; undefined if the record is not
 * pinned.
 */
function storedName(node: Node, { ownItems }: TreeData): string | undefined {
  const address = nodeAddress(node);
  return address === undefined ? undefined : findPin(address, ownItems)?.name;
}

function presentProject(node: ProjectNode, data: TreeData): Presentation {
  const { project: id } = node;
  const project = data.project(id);
  const name = displayName(project?.name ?? storedName(node, data) ?? id);
  const isJoined = !isNotJoined(project);
  const boundText = data.isBound(id) ? l10n.t('set for this folder') : undefined;
  const description = [project?.identifier ?? '', boundText, isJoined ? undefined : l10n.t('not joined')]
    .filter((part) => part !== undefined)
    .join(' · ');
  return {
    label: name,
    description,
    icon: { id: isJoined ? KIND_ICONS.project : 'lock' },
    tooltip: isJoined
      ? project?.description || name
      : [projectRestrictionText(project), l10n.t('Then refresh the project.')].join(' '),
    collapsible: isJoined,
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

function presentGroup(node: GroupNode, data: TreeData): Presentation {
  const { project, by, value } = node;
  const nameOrId = groupName(by, value, project, data);
  const name = displayName(nameOrId === value ? (storedName(node, data) ?? nameOrId) : nameOrId);
  if (isFolderRow(node)) return presentFolderRow(node, name, data);
  const count = groupCount(node, data);
  const icon =
    by === 'state' && value !== null
      ? stateIcon(data.state(project, value), data.knownStates(project))
      : groupingIcon(by);
  const isGroupWithoutValue = value === null && hasOwnLists(by);
  return {
    label: name,
    ...(count === undefined ? {} : { description: groupCountText(count) }),
    icon,
    tooltip: isGroupWithoutValue
      ? by === 'cycle'
        ? l10n.t('Work items that are in none of the cycles above.')
        : l10n.t('Work items that are in none of the modules above.')
      : count === undefined
        ? l10n.t('{0}: not counted yet', name)
        : l10n.t('{0}: {1}', name, groupCountText(count)),
    collapsible: true,
    context: `group ${value === null ? 'none' : by}`,
    accessibleName: [
      name,
      l10n.t('group by {0}', groupingLabel(by)),
      count === undefined ? !isGroupWithoutValue && l10n.t('not counted yet') : itemCountText(count),
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
  if (node.value === null && !canCountGroupWithoutValue(node, data)) return undefined;
  const listing = data.listing(listOfGroup(node));
  return listing.status === 'ready'
    ? { count: data.rowsOf(node).items.length, hasMore: listing.next !== undefined }
    : undefined;
}

const SECTION_APPEARANCES: Readonly<
  Record<SectionName, { readonly label: () => string; readonly icon: string; readonly tooltip: () => string }>
> = {
  current: {
    label: () => l10n.t({ message: 'Current', comment: ['The work item that the user is working on'] }),
    icon: 'target',
    tooltip: () => l10n.t('The work item of the checked-out branch, or that you started work on.'),
  },
  assigned: {
    label: () => l10n.t('Assigned to Me'),
    icon: 'account',
    tooltip: () => l10n.t('Open work items that are assigned to you.'),
  },
  overdue: {
    label: () => l10n.t('Overdue'),
    icon: 'warning',
    tooltip: () => l10n.t('Open work items that are assigned to you and whose due date has passed.'),
  },
  dueSoon: {
    label: () => l10n.t('Due Soon'),
    icon: 'calendar',
    tooltip: () => l10n.t('Open work items that are assigned to you and due within 7 days.'),
  },
  currentCycle: {
    label: () => l10n.t('Current Cycle'),
    icon: KIND_ICONS.cycle,
    tooltip: () => l10n.t('Open work items that are assigned to you, in current cycles.'),
  },
  created: {
    label: () => l10n.t('Created by Me'),
    icon: 'edit',
    tooltip: () => l10n.t('Open work items that you created.'),
  },
  recent: {
    label: () => l10n.t('Recently Viewed'),
    icon: 'history',
    tooltip: () => l10n.t('Work items that you opened or commented on recently.'),
  },
  pinned: {
    label: () => l10n.t('Pinned'),
    icon: 'pinned',
    tooltip: () => l10n.t('Work items, projects, cycles and initiatives that you pinned.'),
  },
};

function presentSection({ section }: SectionNode, data: TreeData): Presentation {
  const { icon, ...sectionTexts } = SECTION_APPEARANCES[section];
  const label = sectionTexts.label();
  const hasMore = isComputedSection(section) && hasUnloadedItems(data);
  const count = { count: sectionCount(section, data), hasMore };
  // Without any loaded work item, the number is unknown.
  const isCountKnown = !hasMore || count.count > 0;
  const countText = section === 'pinned' ? groupCountText(count) : itemCountText(count);
  return {
    label,
    ...(isCountKnown ? { description: groupCountText(count) } : {}),
    icon: { id: icon },
    tooltip: sectionTexts.tooltip(),
    // Assigned to Me has a row that says that it is empty, or that loads more.
    collapsible: count.count > 0 || section === 'assigned',
    context: `section ${section}`,
    accessibleName: [label, l10n.t('section'), isCountKnown && countText].filter(Boolean).join(', '),
  };
}
