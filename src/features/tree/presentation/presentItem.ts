// Describes the rows of work items and epics.
import * as l10n from '@vscode/l10n';
import { nameOfUser } from '../../../contract/resources/user.ts';
import { identifierOf, workItemCodec } from '../../../contract/resources/workItem.ts';
import type { ItemRecord } from '../../../core/cache/record.ts';
import { dueDay } from '../../../items/fields.ts';
import { isOpen } from '../../../items/filter/matcher.ts';
import { KIND_ICONS, stateIcon } from '../../../items/icons.ts';
import { priorityName } from '../../../items/priorityName.ts';
import { longBranchText, shortBranchText } from '../../../shell/code/branchText.ts';
import { pullRequestText } from '../../../shell/code/pullRequestText.ts';
import type { ItemRowFacts } from '../../../shell/tree/itemRowCache.ts';
import type { ItemNode, Node, RecordNode } from '../../../shell/tree/node.ts';
import type { Presentation } from '../../../shell/tree/presentation.ts';
import type { DueList, RowDecoration } from '../../../shell/tree/rowDecoration.ts';
import { isComputedSection, isOverdue } from '../../../shell/tree/sections.ts';
import type { TreeData } from '../../../shell/tree/treeData.ts';
import { formatCount } from '../../../std/displayLanguage.ts';
import { displayName } from '../../../std/displayName.ts';
import { initialsOf } from '../../../std/formatText.ts';
import { progressTexts } from '../folders/presentFolderRow.ts';
import { isFolderRow } from '../folders/projectFolders.ts';

/** The number of assignees whose initials a row shows. */
const MAX_INITIALS = 2;

/** Whether the row of the work item has rows of sub-items below it. */
export function hasSubItems({ id, under }: ItemNode, data: TreeData): boolean {
  return under !== undefined && data.rowsOf(under).hierarchy.childIdsByParent.has(id);
}

/** Describes the row of a loaded work item, or of a work item of which only identifier and name are stored. */
export function presentItem(node: ItemNode, data: TreeData): Presentation {
  const { project, under } = node;
  const item = data.item(node);
  if (item === undefined) return presentStoredItem(node, data);
  const due = dueDay(item);
  const facts: ItemRowFacts = {
    prefix: data.project(project)?.identifier ?? '?',
    state: item.state === null ? undefined : data.state(project, item.state),
    knownStates: data.knownStates(project),
    dueTexts: due === undefined ? undefined : data.dueTexts(due),
    today: data.today,
    isBelowProject: isBelowProject(under, project),
    dueList: dueListOf(under),
    isBlocked: data.openBlockers(node).length > 0,
    ...data.codeOf(node),
    collapsible: hasSubItems(node, data),
    assignees: shownAssignees(node, item, data).join('\n'),
  };
  return data.itemRows.get(item, facts, () => presentLoadedItem(node, item, facts, data));
}

function presentLoadedItem(node: ItemNode, item: ItemRecord, facts: ItemRowFacts, data: TreeData): Presentation {
  const identifier = identifierOf(facts.prefix, item.sequence_id);
  const name = displayName(item.name);
  const { state } = facts;
  const priority = priorityName(item.priority);
  const assignees = shownAssignees(node, item, data);
  const assigneeNames = assignees.map(displayName).join(', ');
  const due = dueOf(item, data);
  return {
    ...itemTexts({
      isBelowProject: facts.isBelowProject,
      identifier,
      name,
      facts: [
        facts.isBlocked ? blockedWord() : '',
        facts.branch === undefined ? '' : shortBranchText(facts.branch),
        facts.pullRequest === undefined ? '' : l10n.t('PR {0}', pullRequestText(facts.pullRequest)),
        due.near ?? initialsText(assignees),
      ],
    }),
    icon: stateIcon(state, facts.knownStates),
    ...(isOpen(item, data) ? decorationOf(item, due, facts.dueList, facts.isBlocked) : {}),
    collapsible: facts.collapsible,
    context: 'workItem',
    accessibleName: [
      `${identifier} ${name}`,
      l10n.t('work item'),
      state && l10n.t('state {0}', displayName(state.name)),
      priority && l10n.t('priority {0}', priority),
      assigneeNames && l10n.t('assigned to {0}', assigneeNames),
      facts.isBlocked && blockedWord(),
      facts.branch && l10n.t('branch {0}', longBranchText(facts.branch)),
      facts.pullRequest && l10n.t('pull request {0}', pullRequestText(facts.pullRequest)),
      ...due.spoken,
    ]
      .filter(Boolean)
      .join(', '),
  };
}

/**
 * Describes the row of an epic: like that of a work item, with its state and progress in the description and in the
 * tooltip.
 */
export function presentEpic(node: RecordNode, data: TreeData): Presentation {
  const { within: project, id, under } = node;
  const icon = { id: KIND_ICONS.epic };
  const collapsible = isFolderRow(node);
  const context = 'epic';
  const record = data.records.epic(project, id);
  if (record === undefined) {
    const accessibleName = [l10n.t('Unknown'), l10n.t('epic')].join(', ');
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
  const due = dueOf(epic, data);
  const facts = [due.near ?? '', stateName, progress?.short ?? ''];
  return {
    ...itemTexts({ isBelowProject: isBelowProject(under, project), identifier, name, facts }),
    icon,
    tooltip: [fullName, [stateName, priority, due.spoken.join(', ')].filter(Boolean).join(' · '), progress?.long]
      .filter(Boolean)
      .join('\n'),
    ...(isOpen(epic, data) ? decorationOf(epic, due, dueListOf(under)) : {}),
    collapsible,
    context,
    accessibleName: [
      fullName,
      l10n.t('epic'),
      stateName && l10n.t('state {0}', stateName),
      priority && l10n.t('priority {0}', priority),
      progress?.long,
      ...due.spoken,
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
      : itemTexts({
          isBelowProject: isBelowProject(node.under, node.project),
          identifier: rememberedItem.identifier,
          name,
          facts: [],
        })),
    icon: stateIcon(undefined, []),
    collapsible: false,
    context: 'workItem',
    accessibleName: [
      rememberedItem === undefined ? l10n.t('Unknown') : `${rememberedItem.identifier} ${name}`,
      l10n.t('work item'),
      l10n.t('state not known yet'),
    ].join(', '),
  };
}

interface ItemTextsInput {
  readonly isBelowProject: boolean;
  readonly identifier: string;
  readonly name: string;
  /** Further parts of the description; empty parts are left out. */
  readonly facts: readonly string[];
}

/** Returns label and description of a work item or epic. Below its project, the label begins with the number only. */
function itemTexts({
  isBelowProject: isShort,
  identifier,
  name,
  facts,
}: ItemTextsInput): Pick<Presentation, 'label' | 'description'> {
  const prefix = isShort ? identifier.slice(identifier.lastIndexOf('-') + 1) : identifier;
  const description = facts.filter((fact) => fact !== '').join(' · ');
  return { label: `${prefix} ${name}`.trim(), ...(description === '' ? {} : { description }) };
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

/** Returns the names of the assignees that the row shows, as far as they are loaded. */
function shownAssignees({ under }: ItemNode, { project, assignees }: ItemRecord, data: TreeData): readonly string[] {
  const hiddenAssignee = isInOwnSection(under) ? data.ownItems.me : undefined;
  return assignees
    .filter((one) => one !== hiddenAssignee)
    .flatMap((one) => data.user(project, one) ?? [])
    .map(nameOfUser);
}

/** Returns the initials of at most two users, so that a narrow row shows all of them: `AP BK +3`. */
function initialsText(names: readonly string[]): string {
  const initials = names.slice(0, MAX_INITIALS).map((name) => displayName(initialsOf(name)));
  const moreCount = names.length - MAX_INITIALS;
  return [...initials, moreCount > 0 ? l10n.t('+{0}', formatCount(moreCount)) : ''].filter(Boolean).join(' ');
}

/** Returns the word for a work item that another open one blocks. */
function blockedWord(): string {
  return l10n.t({ message: 'blocked', comment: ['A work item that waits for another one'] });
}

/** The due date of a row. */
interface Due {
  /** The text for the description; undefined unless the work item is open and its due date is near or has passed. */
  readonly near: string | undefined;
  readonly badge: string | undefined;
  readonly isOverdue: boolean;
  /** The texts for screen readers. */
  readonly spoken: readonly string[];
}

function dueOf(item: ItemRecord, data: TreeData): Due {
  const day = dueDay(item);
  if (day === undefined) return { near: undefined, badge: undefined, isOverdue: false, spoken: [] };
  const { date, near, badge } = data.dueTexts(day);
  const isLate = isOverdue(item, data);
  return {
    near: isOpen(item, data) ? near : undefined,
    badge,
    isOverdue: isLate,
    spoken: [l10n.t('due {0}', date), ...(isLate ? [l10n.t('overdue')] : [])],
  };
}

/**
 * Marks only urgent, high, blocked and overdue work items and epics, which must be open. In a list of due ones, the mark is the
 * time since or until the due date.
 */
function decorationOf(
  { priority }: ItemRecord,
  due: Due,
  list: DueList | undefined,
  isBlocked = false,
): { readonly decoration?: RowDecoration } {
  if (list !== undefined && due.badge !== undefined) return { decoration: `${list}-${due.badge}` };
  const mark = isBlocked ? 'blocked' : due.isOverdue ? 'overdue' : undefined;
  if (priority === 'urgent' || priority === 'high')
    return { decoration: mark === undefined ? priority : `${priority}+${mark}` };
  return mark === undefined ? {} : { decoration: mark };
}

/** Returns whether the node, or a node that contains it, contains only overdue work items, or those that are due soon. */
function dueListOf(node: Node | undefined): DueList | undefined {
  if (node === undefined) return undefined;
  if (node.kind === 'section')
    return node.section === 'overdue' || node.section === 'dueSoon' ? node.section : undefined;
  return node.kind === 'group' && node.by === 'due' && node.value === 'overdue' ? 'overdue' : dueListOf(node.under);
}
