// Describes the row of a work item.
import * as l10n from '@vscode/l10n';
import type { ItemRecord } from '../../cache/record.ts';
import { nameOfUser } from '../../contract/resources/user.ts';
import { identifierOf } from '../../contract/resources/workItem.ts';
import { displayName } from '../../std/displayName.ts';
import { isOpen } from '../filter/matcher.ts';
import { isComputedSection, isOverdue } from '../myWork/sections.ts';
import type { ItemNode, Node } from '../node.ts';
import type { TreeData } from '../treeData.ts';
import type { Presentation, RowDecoration } from './presentation.ts';
import { isKnownPriority, priorityName, stateIcon } from './symbols.ts';

/** Describes the row of a loaded work item, or of a work item of which only identifier and name are stored. */
export function presentItem(node: ItemNode, data: TreeData): Presentation {
  const { project, id } = node;
  const item = data.item(node);
  if (item === undefined) return presentStoredItem(node, data);
  const identifier = identifierOf(data.project(project)?.identifier ?? '?', item.sequence_id);
  const name = displayName(item.name);
  const state = item.state === null ? undefined : data.state(project, item.state);
  const priority = priorityName(item.priority);
  const hiddenAssignee = isInOwnSection(node.under) ? data.ownItems.me : undefined;
  const assignees = item.assignees
    .filter((one) => one !== hiddenAssignee)
    .flatMap((one) => data.user(project, one) ?? [])
    .map((user) => displayName(nameOfUser(user)))
    .join(', ');
  // The description contains only a priority that Contrail does not know: high known priorities are shown as a badge,
  // low ones not at all.
  const unknownPriority = isKnownPriority(item.priority) ? '' : priority;
  const decoration = decorationOf(item, data);
  const { childIdsByParent } =
    node.under === undefined ? { childIdsByParent: undefined } : data.rowsOf(node.under).hierarchy;
  return {
    ...itemTexts({ node, identifier, name, facts: [unknownPriority, assignees] }, data),
    icon: stateIcon(state, data.knownStates(project)),
    ...(decoration === undefined ? {} : { decoration }),
    collapsible: childIdsByParent?.has(id) === true,
    context: 'workItem',
    accessibleName: [
      `${identifier} ${name}`,
      l10n.t('work item'),
      state && l10n.t('state {0}', displayName(state.name)),
      priority && l10n.t('priority {0}', priority),
      assignees && l10n.t('assigned to {0}', assignees),
      isOverdue(item, data) && l10n.t('overdue'),
    ]
      .filter(Boolean)
      .join(', '),
  };
}

/** Describes the row of a work item that is not loaded, with the identifier and name stored for it. */
function presentStoredItem(node: ItemNode, data: TreeData): Presentation {
  const { current, recents, pinned } = data.ownItems;
  const rememberedItem = [...(current === undefined ? [] : [current]), ...recents, ...pinned].find(
    ({ id, project }) => id === node.id && project === node.project,
  );
  const name = rememberedItem === undefined ? '' : displayName(rememberedItem.name);
  return {
    ...(rememberedItem === undefined
      ? { label: '…' }
      : itemTexts({ node, identifier: rememberedItem.identifier, name, facts: [] }, data)),
    icon: stateIcon(undefined, []),
    collapsible: false,
    context: 'workItem',
    accessibleName: [
      rememberedItem === undefined ? l10n.t('Unknown') : `${rememberedItem.identifier} ${name}`,
      l10n.t('work item'),
      l10n.t('not loaded yet'),
    ].join(', '),
  };
}

interface ItemTextsInput {
  readonly node: ItemNode;
  readonly identifier: string;
  readonly name: string;
  /** Further parts of the description; empty parts are left out. */
  readonly facts: readonly string[];
}

/**
 * Returns label and description. The label starts with the work item's name, unless the user has chosen the identifier
 * as prefix or the name is empty.
 */
function itemTexts(
  { node, identifier, name, facts }: ItemTextsInput,
  { identifierStyle }: Pick<TreeData, 'identifierStyle'>,
): Pick<Presentation, 'label' | 'description'> {
  const prefix = isBelowProject(node.under, node.project) ? identifier.replace(/^.*-/, '') : identifier;
  const hasPrefix = identifierStyle === 'prefix' || name === '';
  const description = [identifierStyle === 'description' && !hasPrefix ? identifier : '', ...facts].filter(
    (part) => part !== '',
  );
  return {
    label: hasPrefix ? `${prefix} ${name}`.trim() : name,
    ...(description.length === 0 ? {} : { description: description.join(' · ') }),
  };
}

/** Whether the node is in a section of My Work whose work items are all assigned to the user. */
function isInOwnSection(node: Node | undefined): boolean {
  if (node?.kind !== 'section') return node !== undefined && isInOwnSection(node.under);
  return isComputedSection(node.section) && node.section !== 'created';
}

function isBelowProject(node: Node | undefined, project: string): boolean {
  if (node === undefined) return false;
  return (node.kind === 'project' && node.project === project) || isBelowProject(node.under, project);
}

/** Marks only open work items that are urgent, of high priority, or overdue. */
function decorationOf(item: ItemRecord, data: TreeData): RowDecoration | undefined {
  if (!isOpen(item, data)) return undefined;
  const overdue = isOverdue(item, data);
  const { priority } = item;
  if (priority === 'urgent' || priority === 'high') return overdue ? `${priority}+overdue` : priority;
  return overdue ? 'overdue' : undefined;
}
