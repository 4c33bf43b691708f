// Decides what a drop on a tree row does: change work items, add epics to an initiative, or explain
// why it can't. Pure.

import * as l10n from '@vscode/l10n';
import type { ItemAddress } from '../cache/address.ts';
import { type ItemChange, isBelow, type SetField } from '../cache/changes/itemChange.ts';
import type { ItemRecord } from '../cache/record.ts';

/** A dragged row. Other rows cannot be dragged. */
export interface DraggedNodes extends ItemAddress {
  readonly kind: 'workItem' | 'epic';
}

/** A row that accepts a drop, described by the node fields that commands use as well. */
export type DropTarget =
  | { readonly kind: 'project'; readonly project: string }
  | { readonly kind: 'workItem'; readonly project: string; readonly id: string }
  | { readonly kind: 'module' | 'cycle'; readonly project: string; readonly id: string }
  | { readonly kind: 'initiative'; readonly id: string }
  | { readonly kind: 'group'; readonly project: string; readonly by: GroupField; readonly value: string | null };

const GROUP_FIELDS = ['state', 'priority', 'assignee', 'label', 'module', 'cycle', 'type'] as const;
export type GroupField = (typeof GROUP_FIELDS)[number];

export type Drop =
  | { readonly act: 'change'; readonly items: readonly ItemAddress[]; readonly change: ItemChange }
  /** Adds the epics to the initiative. */
  | { readonly act: 'gather'; readonly initiative: string; readonly epics: readonly ItemAddress[] }
  | { readonly act: 'refuse'; readonly sentence: string }
  | { readonly act: 'nothing' };

/** The loaded records that a drop needs. */
export interface DropDeps {
  item(address: ItemAddress): ItemRecord | undefined;
  /** `PROJ-123`; undefined if it is not loaded. */
  identifier(address: ItemAddress): string | undefined;
  project(id: string): { readonly name: string } | undefined;
  /** Whether the work item is an epic, according to the loaded records. */
  isEpic(address: ItemAddress): boolean;
}

/** Returns the rows that can be dragged. */
export function parseDragged(nodes: readonly unknown[]): DraggedNodes[] {
  return nodes.flatMap((node): DraggedNodes[] => {
    const { kind, id } = fieldsOf(node);
    const project = projectOf(node);
    return (kind === 'workItem' || kind === 'epic') && project !== undefined && typeof id === 'string'
      ? [{ kind, project, id }]
      : [];
  });
}

/** Returns the target; undefined for a node that accepts no drop. */
export function readTarget(node: unknown): DropTarget | undefined {
  const { kind, id, by, value } = fieldsOf(node);
  const project = projectOf(node);
  if (kind === 'initiative' && typeof id === 'string') return { kind, id };
  if (project === undefined) return undefined;
  if (kind === 'project') return { kind, project };
  if (kind === 'group') {
    const field = GROUP_FIELDS.find((one) => one === by);
    return field === undefined || (value !== null && typeof value !== 'string')
      ? undefined
      : { kind, project, by: field, value };
  }
  if (typeof id !== 'string') return undefined;
  return kind === 'workItem' || kind === 'module' || kind === 'cycle' ? { kind, project, id } : undefined;
}

export function dropOf(sources: readonly DraggedNodes[], target: DropTarget, deps: DropDeps): Drop {
  if (sources.length === 0) return { act: 'nothing' };
  if (target.kind === 'initiative') return intoInitiative(sources, target.id, deps);
  const foreign = sources.find(({ project }) => project !== target.project);
  if (foreign !== undefined) {
    const projectName = (id: string): string => deps.project(id)?.name ?? l10n.t('another project');
    return refuse(
      l10n.t(
        "{0} is in {1} and can't be moved to {2}. A work item stays in its project.",
        nameOf(foreign, deps),
        projectName(foreign.project),
        projectName(target.project),
      ),
    );
  }
  const epic = sources.find(({ kind }) => kind === 'epic');
  if (epic !== undefined)
    return refuse(l10n.t('An epic can only be dropped on an initiative. Open the epic to change its fields.'));
  const items = sources.map(({ project, id }) => ({ project, id }));
  switch (target.kind) {
    case 'workItem':
      return below(items, target, deps);
    case 'project':
      return outOfParents(items, deps);
    case 'group':
      return intoGroup(items, target, deps);
    case 'module':
    case 'cycle':
      return { act: 'change', items, change: { field: target.kind, value: target.id } };
    default:
      return target satisfies never;
  }
}

/** The server accepts only epics in an initiative (§4, operation 15). */
function intoInitiative(sources: readonly DraggedNodes[], initiative: string, deps: DropDeps): Drop {
  const other = sources.find((one) => one.kind !== 'epic' && !deps.isEpic(one));
  if (other !== undefined)
    return refuse(
      l10n.t('An initiative contains epics, and {0} is a work item. Drop its epic instead.', nameOf(other, deps)),
    );
  return { act: 'gather', initiative, epics: sources.map(({ project, id }) => ({ project, id })) };
}

function below(items: readonly ItemAddress[], target: ItemAddress, deps: DropDeps): Drop {
  const moved = items.filter(({ id }) => id !== target.id);
  const above = moved.find((one) => isBelow(deps, target, one));
  if (above !== undefined) {
    const [lower, upper] = [nameOf(target, deps), nameOf(above, deps)];
    return refuse(
      l10n.t(
        "{0} is a sub-item of {1}, so it can't become the parent of {1}. Remove {0} from its parent first.",
        lower,
        upper,
      ),
    );
  }
  return unlessNone(moved, { field: 'parent', value: target.id });
}

function outOfParents(items: readonly ItemAddress[], deps: DropDeps): Drop {
  return unlessNone(
    items.filter((one) => deps.item(one)?.parent),
    { field: 'parent', value: null },
  );
}

function intoGroup(
  items: readonly ItemAddress[],
  { by, value }: Extract<DropTarget, { kind: 'group' }>,
  deps: DropDeps,
): Drop {
  if (by === 'assignee' || by === 'label') {
    const field = by === 'assignee' ? 'assignees' : 'labels';
    const remove = value === null ? [...new Set(items.flatMap((one) => deps.item(one)?.[field] ?? []))] : [];
    return { act: 'change', items, change: { field, add: value === null ? [] : [value], remove } };
  }
  if (by === 'state' && value === null) return refuse(l10n.t('Every work item needs a state. Drop it on a state.'));
  const field: SetField = by;
  return { act: 'change', items, change: { field, value: by === 'priority' ? (value ?? 'none') : value } };
}

function unlessNone(items: readonly ItemAddress[], change: ItemChange): Drop {
  return items.length === 0 ? { act: 'nothing' } : { act: 'change', items, change };
}

function nameOf(address: ItemAddress, deps: DropDeps): string {
  return deps.identifier(address) ?? deps.item(address)?.name ?? l10n.t('This work item');
}

function refuse(sentence: string): Drop {
  return { act: 'refuse', sentence };
}

function fieldsOf(node: unknown): Partial<Record<'kind' | 'id' | 'project' | 'within' | 'by' | 'value', unknown>> {
  return typeof node === 'object' && node !== null ? node : {};
}

function projectOf(node: unknown): string | undefined {
  const { project, within } = fieldsOf(node);
  const found = project ?? within;
  return typeof found === 'string' && found !== '' ? found : undefined;
}
