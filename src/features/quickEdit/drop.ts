// Decides what a drop on a tree row changes, or explains why it can't change anything. Pure.

import * as l10n from '@vscode/l10n';
import type { ItemAddress } from '../../core/cache/address.ts';
import {
  type ChangeField,
  type ItemChange,
  isChangeField,
  isListField,
  isSelfOrDescendant,
} from '../../core/cache/changes/itemChange.ts';
import type { ItemRecord } from '../../core/cache/record.ts';
import { FIELD_OF_FILTER, GROUPINGS, type Grouping, ITEM_FIELDS } from '../../items/fields.ts';

/** A dragged row. Only rows of work items and epics can be dragged. */
export interface DraggedNode extends ItemAddress {
  readonly kind: 'workItem' | 'epic';
}

/** A node on which rows can be dropped, reduced to the properties that a drop needs. */
export type DropTarget =
  | { readonly kind: 'project'; readonly project: string }
  | { readonly kind: 'workItem'; readonly project: string; readonly id: string }
  | { readonly kind: 'module' | 'cycle' | 'epic'; readonly project: string; readonly id: string }
  | { readonly kind: 'initiative'; readonly id: string }
  | { readonly kind: 'group'; readonly project: string; readonly by: Grouping; readonly value: string | null }
  /** A group that a drop can't set: its work items have different dates, or the server sets its field. */
  | { readonly kind: 'fixedGroup'; readonly by: Grouping };

export type DropResult =
  | { readonly action: 'change'; readonly items: readonly ItemAddress[]; readonly change: ItemChange }
  /** Adds the epics to the initiative. */
  | { readonly action: 'addEpics'; readonly initiative: string; readonly epics: readonly ItemAddress[] }
  /** Shows a warning that explains why these rows can't be dropped here. */
  | { readonly action: 'refuse'; readonly message: string }
  /** Shows in the status bar why a drop on this row never changes anything. */
  | { readonly action: 'explain'; readonly message: string }
  | { readonly action: 'nothing' };

/** Looks up the loaded records that are needed to decide about a drop. */
export interface DropDeps {
  item(address: ItemAddress): ItemRecord | undefined;
  /** Returns the identifier, for example `PROJ-123`; undefined if the work item or its project is not loaded. */
  identifier(address: ItemAddress): string | undefined;
  project(id: string): { readonly name: string } | undefined;
  /** Whether the loaded records contain the work item as an epic. */
  isEpic(address: ItemAddress): boolean;
}

/** Returns the work items and epics among the selected nodes; other nodes can't be dragged. */
export function parseDragged(nodes: readonly unknown[]): DraggedNode[] {
  return nodes.flatMap((node): DraggedNode[] => {
    const { kind, id } = nodeFields(node);
    const project = projectIdOf(node);
    return (kind === 'workItem' || kind === 'epic') && project !== undefined && typeof id === 'string'
      ? [{ kind, project, id }]
      : [];
  });
}

/** Returns the drop target; undefined for a node on which nothing can be dropped. */
export function parseDropTarget(node: unknown): DropTarget | undefined {
  const { kind, id, by, value } = nodeFields(node);
  const project = projectIdOf(node);
  if (kind === 'initiative' && typeof id === 'string') return { kind, id };
  if (project === undefined) return undefined;
  if (kind === 'project') return { kind, project };
  if (kind === 'group') {
    const grouping = GROUPINGS.find((one) => one === by);
    if (grouping === undefined || (value !== null && typeof value !== 'string')) return undefined;
    return changedField(grouping) === undefined
      ? { kind: 'fixedGroup', by: grouping }
      : { kind, project, by: grouping, value };
  }
  if (typeof id !== 'string') return undefined;
  return kind === 'workItem' || kind === 'module' || kind === 'cycle' || kind === 'epic'
    ? { kind, project, id }
    : undefined;
}

export function resolveDrop(dragged: readonly DraggedNode[], target: DropTarget, deps: DropDeps): DropResult {
  if (dragged.length === 0) return { action: 'nothing' };
  if (target.kind === 'initiative') return dropOnInitiative(dragged, target.id, deps);
  if (target.kind === 'fixedGroup') return { action: 'explain', message: fixedGroupText(target.by) };
  const itemOfOtherProject = dragged.find(({ project }) => project !== target.project);
  if (itemOfOtherProject !== undefined) {
    const projectName = (id: string): string => deps.project(id)?.name ?? l10n.t('another project');
    return rejectDrop(
      l10n.t(
        "{0} is in {1} and can't be moved to {2}. A work item stays in its project.",
        itemLabel(itemOfOtherProject, deps),
        projectName(itemOfOtherProject.project),
        projectName(target.project),
      ),
    );
  }
  const epic = dragged.find(({ kind }) => kind === 'epic');
  if (epic !== undefined)
    return rejectDrop(l10n.t('An epic can only be dropped on an initiative. Open the epic to change its fields.'));
  const items = dragged.map(({ project, id }) => ({ project, id }));
  switch (target.kind) {
    case 'workItem':
    case 'epic':
      return dropOnItem(items, target, deps);
    case 'project':
      return dropOnProject(items, deps);
    case 'group':
      return dropOnGroup(items, target, deps);
    case 'module':
    case 'cycle':
      return { action: 'change', items, change: { field: target.kind, value: target.id } };
    default:
      return target satisfies never;
  }
}

/** The request that adds work items to an initiative accepts only epics (specification §4). */
function dropOnInitiative(dragged: readonly DraggedNode[], initiative: string, deps: DropDeps): DropResult {
  const nonEpic = dragged.find((one) => one.kind !== 'epic' && !deps.isEpic(one));
  if (nonEpic !== undefined)
    return rejectDrop(
      l10n.t('An initiative contains epics, and {0} is a work item. Drop its epic instead.', itemLabel(nonEpic, deps)),
    );
  return { action: 'addEpics', initiative, epics: dragged.map(({ project, id }) => ({ project, id })) };
}

function dropOnItem(items: readonly ItemAddress[], target: ItemAddress, deps: DropDeps): DropResult {
  const movedItems = items.filter(({ id }) => id !== target.id);
  const ancestor = movedItems.find((one) => isSelfOrDescendant(deps, target, one));
  if (ancestor !== undefined) {
    const [targetLabel, ancestorLabel] = [itemLabel(target, deps), itemLabel(ancestor, deps)];
    return rejectDrop(
      l10n.t(
        "{0} is a sub-item of {1}, so it can't become the parent of {1}. Remove {0} from its parent first.",
        targetLabel,
        ancestorLabel,
      ),
    );
  }
  return changeUnlessEmpty(movedItems, { field: 'parent', value: target.id });
}

function dropOnProject(items: readonly ItemAddress[], deps: DropDeps): DropResult {
  return changeUnlessEmpty(
    items.filter((one) => deps.item(one)?.parent),
    { field: 'parent', value: null },
  );
}

function dropOnGroup(
  items: readonly ItemAddress[],
  { by, value }: Extract<DropTarget, { kind: 'group' }>,
  deps: DropDeps,
): DropResult {
  const field = changedField(by);
  if (field === undefined || field === 'modules') return { action: 'nothing' };
  if (isListField(field)) {
    const remove = value === null ? [...new Set(items.flatMap((one) => deps.item(one)?.[field] ?? []))] : [];
    return { action: 'change', items, change: { field, add: value === null ? [] : [value], remove } };
  }
  if (by === 'state' && value === null) return rejectDrop(l10n.t('Every work item needs a state. Drop it on a state.'));
  return { action: 'change', items, change: { field, value: by === 'priority' ? (value ?? 'none') : value } };
}

/** Returns the field that a drop on a group sets; undefined if it can't set the field. */
function changedField(by: Grouping): ChangeField | undefined {
  const field = FIELD_OF_FILTER[by];
  return isChangeField(field) && ITEM_FIELDS[field].kind !== 'day' ? field : undefined;
}

function changeUnlessEmpty(items: readonly ItemAddress[], change: ItemChange): DropResult {
  return items.length === 0 ? { action: 'nothing' } : { action: 'change', items, change };
}

function itemLabel(address: ItemAddress, deps: DropDeps): string {
  return deps.identifier(address) ?? deps.item(address)?.name ?? l10n.t('This work item');
}

function fixedGroupText(by: Grouping): string {
  return by === 'due'
    ? l10n.t("A drop can't set the due date, because the group contains several dates. Use Change Due Date instead.")
    : l10n.t("The creator of a work item can't be changed.");
}

function rejectDrop(message: string): DropResult {
  return { action: 'refuse', message };
}

function nodeFields(node: unknown): Partial<Record<'kind' | 'id' | 'project' | 'within' | 'by' | 'value', unknown>> {
  return typeof node === 'object' && node !== null ? node : {};
}

function projectIdOf(node: unknown): string | undefined {
  const { project, within } = nodeFields(node);
  const projectId = project ?? within;
  return typeof projectId === 'string' && projectId !== '' ? projectId : undefined;
}
