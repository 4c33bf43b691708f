// Describes the rows of work items and epics.
import * as l10n from '@vscode/l10n';
import type { ItemRecord } from '../../cache/record.ts';
import { nameOfUser } from '../../contract/resources/user.ts';
import { identifierOf, workItemCodec } from '../../contract/resources/workItem.ts';
import { displayName } from '../../std/displayName.ts';
import { isOpen } from '../filter/matcher.ts';
import { progressTexts } from '../folders/presentFolderRow.ts';
import { isFolderRow } from '../folders/projectFolders.ts';
import { isComputedSection, isOverdue } from '../myWork/sections.ts';
import type { ItemNode, Node, RecordNode } from '../node.ts';
import type { TreeData } from '../treeData.ts';
import type { Presentation, RowDecoration } from './presentation.ts';
import { isKnownPriority, KIND_ICONS, priorityName, stateIcon } from './symbols.ts';

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
  const { childIdsByParent } =
    node.under === undefined ? { childIdsByParent: undefined } : data.rowsOf(node.under).hierarchy;
  return {
    ...itemTexts({ under: node.under, project, identifier, name, facts: [unknownPriority(item), assignees] }, data),
    icon: stateIcon(state, data.knownStates(project)),
    ...decorationOf(item, data),
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

/** Describes the row of an epic: like that of a work item, with its state and progress in the description. */
export function presentEpic(node: RecordNode, data: TreeData): Presentation {
  const { within: project, id, under } = node;
  const icon = { id: KIND_ICONS.epic };
  const collapsible = isFolderRow(node);
  const context = 'epic';
  const record = data.records.epic(project, id);
  if (record === undefined) {
    const accessibleName = [l10n.t('Unknown'), l10n.t('epic'), l10n.t('not loaded yet')].join(', ');
    return { label: '…', icon, tooltip: '…', collapsible, context, accessibleName };
  }
  const epic = workItemCodec.normalize(record);
  // The list of an initiative can contain epics of projects that are not loaded.
  const prefix = data.project(project)?.identifier;
  const identifier = prefix === undefined ? '' : identifierOf(prefix, epic.sequence_id);
  const name = displayName(epic.name);
  const fullName = `${identifier} ${name}`.trim();
  const stateName = displayName((epic.state === null ? undefined : data.state(project, epic.state)?.name) ?? '');
  const priority = priorityName(epic.priority);
  const progress = isFolderRow(node) ? progressTexts(node, data) : undefined;
  const facts = [stateName, unknownPriority(epic), progress?.short ?? ''];
  return {
    ...itemTexts({ under, project, identifier, name, facts }, data),
    icon,
    tooltip: fullName,
    ...decorationOf(epic, data),
    collapsible,
    context,
    accessibleName: [
      fullName,
      l10n.t('epic'),
      stateName && l10n.t('state {0}', stateName),
      priority && l10n.t('priority {0}', priority),
      progress?.long,
      isOverdue(epic, data) && l10n.t('overdue'),
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
      : itemTexts({ ...node, identifier: rememberedItem.identifier, name, facts: [] }, data)),
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

interface ItemTextsInput extends Pick<ItemNode, 'project' | 'under'> {
  readonly identifier: string;
  readonly name: string;
  /** Further parts of the description; empty parts are left out. */
  readonly facts: readonly string[];
}

/**
 * Returns label and description of a work item or epic. The label starts with the name, unless the user has chosen the
 * identifier as prefix or the name is empty.
 */
function itemTexts(
  { under, project, identifier, name, facts }: ItemTextsInput,
  { identifierStyle }: Pick<TreeData, 'identifierStyle'>,
): Pick<Presentation, 'label' | 'description'> {
  const prefix = isBelowProject(under, project) ? identifier.replace(/^.*-/, '') : identifier;
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

/**
 * Returns a priority that Contrail does not know, for the description; '' for a known one: `decorationOf` marks high
 * priorities, and low ones are not shown.
 */
function unknownPriority({ priority }: ItemRecord): string {
  return isKnownPriority(priority) ? '' : priorityName(priority);
}

/** Marks only open work items and epics that are urgent, of high priority, or overdue. */
function decorationOf(item: ItemRecord, data: TreeData): { readonly decoration?: RowDecoration } {
  if (!isOpen(item, data)) return {};
  const overdue = isOverdue(item, data);
  const { priority } = item;
  if (priority === 'urgent' || priority === 'high') return { decoration: overdue ? `${priority}+overdue` : priority };
  return overdue ? { decoration: 'overdue' } : {};
}
