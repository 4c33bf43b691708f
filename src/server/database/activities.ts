// Stores the activities of a work item: its creation, and each change of a field.

import { randomUUID } from 'node:crypto';
import type { Activity } from '../../contract/resources/activity.ts';
import { EDITABLE_FIELDS, REFERENCED_KINDS, type WorkItem } from '../../contract/resources/workItem.ts';
import type { Database } from './database.ts';
import { defaultRecords } from './defaultRecords.ts';
import type { RecordTypeName } from './records.ts';

/** The user who makes a change, and the time of the change. */
interface ChangeMetadata {
  readonly actor: string | null;
  readonly now: string;
}

/** Stores the activity for a new work item. The sample passes its own `id`, which is the same on every machine. */
export function addCreationActivity(
  store: Database,
  item: WorkItem,
  change: ChangeMetadata,
  id: string = randomUUID(),
): void {
  insertActivity(store, item, change, { id, verb: 'created', comment: 'created the issue' });
}

/** Stores an activity for each field that differs between `oldItem` and `newItem`. */
export function addChangeActivities(
  store: Database,
  oldItem: WorkItem,
  newItem: WorkItem,
  change: ChangeMetadata,
): void {
  for (const field of EDITABLE_FIELDS) {
    const kind = REFERENCED_KINDS[field];
    const [oldValue, newValue] = [oldItem[field] ?? null, newItem[field] ?? null];
    if (JSON.stringify(oldValue) === JSON.stringify(newValue)) continue;
    insertActivity(store, newItem, change, {
      verb: 'updated',
      field: field === 'description_html' ? 'description' : field,
      old_value: activityValueText(store, kind, oldValue),
      new_value: activityValueText(store, kind, newValue),
      old_identifier: kind !== undefined && typeof oldValue === 'string' ? oldValue : null,
      new_identifier: kind !== undefined && typeof newValue === 'string' ? newValue : null,
      comment: `updated the ${field === 'description_html' ? 'description' : field.replace('_', ' ')}`,
    });
  }
}

function insertActivity(
  store: Database,
  item: WorkItem,
  { actor, now }: ChangeMetadata,
  fields: Partial<Activity>,
): void {
  store.insert('activity', item.id, {
    ...defaultRecords.activity,
    id: randomUUID(),
    ...fields,
    created_at: now,
    updated_at: now,
    epoch: Date.parse(now) / 1000,
    project: item.project,
    workspace: item['workspace'],
    issue: item.id,
    actor,
  });
}

/**
 * Returns the text that an activity shows for a value: the name of a record instead of its id, names joined with commas
 * for a list of ids, or null for an empty value.
 */
function activityValueText(store: Database, kind: RecordTypeName | undefined, value: unknown): string | null {
  if (Array.isArray(value))
    return value.length === 0 ? null : value.map((entry) => activityValueText(store, kind, entry)).join(', ');
  if (typeof value !== 'string') return null;
  const record: Record<string, unknown> = kind === undefined ? {} : { ...store.get(kind, value) };
  const name = record['display_name'] ?? record['name'];
  return typeof name === 'string' ? name : value;
}
