// Stores the activities of a work item: its creation, and changes of its fields with names for ids.

import { randomUUID } from 'node:crypto';
import type { Activity } from '../../contract/resources/activity.ts';
import type { WorkItem } from '../../contract/resources/workItem.ts';
import { blanks } from './blanks.ts';
import type { RecordTypeName } from './records.ts';
import type { Database } from './store.ts';

/** Fields whose changes are activities, with the kind of record that they refer to. */
const RECORDED_FIELDS: ReadonlyMap<string, RecordTypeName | undefined> = new Map<string, RecordTypeName | undefined>([
  ['name', undefined],
  ['description_html', undefined],
  ['state', 'state'],
  ['priority', undefined],
  ['assignees', 'user'],
  ['labels', 'label'],
  ['parent', 'workItem'],
  ['estimate_point', undefined],
  ['type', 'workItemType'],
  ['module', 'module'],
  ['start_date', undefined],
  ['target_date', undefined],
]);

/** The user who makes a change, and when. */
interface Change {
  readonly actor: string | null;
  readonly now: string;
}

/** Stores that an item was created. The sample passes an id, so that it is the same on every machine. */
export function recordCreation(store: Database, item: WorkItem, change: Change, id: string = randomUUID()): void {
  insertActivity(store, item, change, { id, verb: 'created', comment: 'created the issue' });
}

/** Stores an activity for each field that differs. */
export function recordChanges(store: Database, before: WorkItem, after: WorkItem, change: Change): void {
  for (const [field, kind] of RECORDED_FIELDS) {
    const [old, next] = [before[field] ?? null, after[field] ?? null];
    if (JSON.stringify(old) === JSON.stringify(next)) continue;
    insertActivity(store, after, change, {
      verb: 'updated',
      field: field === 'description_html' ? 'description' : field,
      old_value: displayText(store, kind, old),
      new_value: displayText(store, kind, next),
      old_identifier: kind !== undefined && typeof old === 'string' ? old : null,
      new_identifier: kind !== undefined && typeof next === 'string' ? next : null,
      comment: `updated the ${field === 'description_html' ? 'description' : field.replace('_', ' ')}`,
    });
  }
}

function insertActivity(store: Database, item: WorkItem, { actor, now }: Change, what: Partial<Activity>): void {
  store.insert('activity', item.id, {
    ...blanks.activity,
    id: randomUUID(),
    ...what,
    created_at: now,
    updated_at: now,
    epoch: Date.parse(now) / 1000,
    project: item.project,
    workspace: item['workspace'],
    issue: item.id,
    actor,
  });
}

/** Returns the names of records, joined with commas for a list, or null for no value. */
function displayText(store: Database, kind: RecordTypeName | undefined, value: unknown): string | null {
  if (Array.isArray(value))
    return value.length === 0 ? null : value.map((one) => displayText(store, kind, one)).join(', ');
  if (typeof value !== 'string') return null;
  const record: Record<string, unknown> = kind === undefined ? {} : { ...store.get(kind, value) };
  const name = record['display_name'] ?? record['name'];
  return typeof name === 'string' ? name : value;
}
