// Validates changes of a work item: its state, labels, type, module and parent must exist.
import { ITEM_DATES, type WorkItem, type WorkItemChanges } from '../../contract/resources/workItem.ts';
import { idOf } from '../../contract/schema/wire.ts';
import { definedFields } from '../../std/objects/definedFields.ts';
import type { Dialect } from '../http/dialect.ts';
import { invalidBody, invalidField, unknownIdMessage } from '../http/httpError.ts';
import { recordsWithIds } from './associations.ts';
import type { Database } from './database.ts';
import { BY_POSITION } from './orders.ts';
import type { RecordTypeName } from './records.ts';

/** Returns the id of the project's default state, or null if the project has none. */
export function defaultStateId(store: Database, project: string): string | null {
  return store.all('state', project, BY_POSITION).find((state) => state.default === true)?.id ?? null;
}

/**
 * Returns the work item with the changes. A field that is undefined in `changes` keeps its value.
 * @throws HttpError 400 if a change is invalid.
 */
export function applyChanges(
  store: Database,
  item: WorkItem,
  changes: WorkItemChanges,
  { now, dialect }: { readonly now: string; readonly dialect: Dialect },
): WorkItem {
  const project = idOf(item.project);
  checkState(store, project, changes.state);
  recordsWithIds(store, 'user', 'assignees', changes.assignees ?? []);
  recordsWithIds(store, 'label', 'labels', changes.labels ?? [], project);
  checkReference(store, 'workItemType', project, 'type', changes.type);
  checkReference(store, 'module', project, 'module', changes.module);
  // The parent may be an epic. Epics and work items have different ids.
  const parentKind = store.getOwned('epic', project, changes.parent ?? '') === undefined ? 'workItem' : 'epic';
  checkReference(store, parentKind, project, 'parent', changes.parent);
  checkParent(store, item.id, changes.parent);
  const newItem: WorkItem = { ...item, ...definedFields(changes), updated_at: now };
  if (changes.assignees !== undefined) newItem.assignees = [...new Set(changes.assignees)];
  if (changes.labels !== undefined) newItem.labels = [...new Set(changes.labels)];
  if (changes.state === null) newItem.state = defaultStateId(store, project);
  if (changes.type !== undefined) newItem['type_id'] = changes.type;
  // Open-source servers compare the dates only if both are in the body.
  if (dialect === 'spec') checkDates(newItem);
  else if (areReversed(changes)) throw invalidBody('Start date cannot exceed target date');
  return { ...newItem, completed_at: completedAt(store, item, newItem, now) };
}

function checkState(store: Database, project: string, state: string | null | undefined): void {
  if (state === undefined || state === null || store.getOwned('state', project, state) !== undefined) return;
  throw invalidBody('State is not valid please pass a valid state_id');
}

function checkReference(
  store: Database,
  kind: RecordTypeName,
  project: string,
  field: string,
  id: string | null | undefined,
): void {
  if (id === undefined || id === null || store.getOwned(kind, project, id) !== undefined) return;
  throw invalidField(field, unknownIdMessage(id));
}

/** Throws an HttpError if `item` is an ancestor of its new parent. */
function checkParent(store: Database, item: string, parent: string | null | undefined): void {
  const visitedIds = new Set<string>();
  let ancestor = parent ?? undefined;
  while (ancestor !== undefined && !visitedIds.has(ancestor)) {
    if (ancestor === item) throw invalidField('parent', "A work item can't be its own ancestor.");
    visitedIds.add(ancestor);
    const nextParent = store.get('workItem', ancestor)?.parent;
    ancestor = nextParent === undefined || nextParent === null ? undefined : idOf(nextParent);
  }
}

type Dates = Readonly<Record<string, unknown>>;

function areReversed(dates: Dates): boolean {
  const [start, due] = ITEM_DATES.map((date) => dates[date]);
  return typeof start === 'string' && start !== '' && typeof due === 'string' && due !== '' && start > due;
}

/** Throws an HttpError if a work item or module is due before it starts. */
export function checkDates(dates: Dates): void {
  if (areReversed(dates)) throw invalidField(ITEM_DATES[1], 'The target date cannot be before the start date.');
}

/**
 * Returns the new `completed_at`: null unless the state is in the group `completed`, the current time when the item
 * enters that group, and unchanged while it stays in that group.
 */
function completedAt(store: Database, oldItem: WorkItem, newItem: WorkItem, now: string): string | null {
  if (newItem.state === null || store.get('state', idOf(newItem.state))?.group !== 'completed') return null;
  return oldItem.completed_at ?? now;
}
