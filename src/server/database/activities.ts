// Owns what is remembered of a work item's past: that it was made, and each field that changed, as people read it.

import { randomUUID } from 'node:crypto';
import type { Activity } from '../../contract/resources/activity.ts';
import type { WorkItem } from '../../contract/resources/workItem.ts';
import { blanks } from './blanks.ts';
import type { RecordTypeName } from './records.ts';
import type { Database } from './store.ts';

/** Fields that are told of, with the kind of record that they refer to. */
const TOLD: ReadonlyMap<string, RecordTypeName | undefined> = new Map<string, RecordTypeName | undefined>([
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

/** The one who acts, and when. */
interface Deed {
  readonly actor: string | null;
  readonly now: string;
}

/** The id may be given, so that a seeded workspace is the same on every machine. */
export function rememberCreation(store: Database, item: WorkItem, deed: Deed, id: string = randomUUID()): void {
  remember(store, item, deed, { id, verb: 'created', comment: 'created the issue' });
}

/** One activity for each field that differs. */
export function rememberChanges(store: Database, before: WorkItem, after: WorkItem, deed: Deed): void {
  for (const [field, kind] of TOLD) {
    const [old, next] = [before[field] ?? null, after[field] ?? null];
    if (JSON.stringify(old) === JSON.stringify(next)) continue;
    remember(store, after, deed, {
      verb: 'updated',
      field: field === 'description_html' ? 'description' : field,
      old_value: told(store, kind, old),
      new_value: told(store, kind, next),
      old_identifier: kind !== undefined && typeof old === 'string' ? old : null,
      new_identifier: kind !== undefined && typeof next === 'string' ? next : null,
      comment: `updated the ${field === 'description_html' ? 'description' : field.replace('_', ' ')}`,
    });
  }
}

function remember(store: Database, item: WorkItem, { actor, now }: Deed, what: Partial<Activity>): void {
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

/** Records by their names, lists parted by commas, nothing as null. */
function told(store: Database, kind: RecordTypeName | undefined, value: unknown): string | null {
  if (Array.isArray(value)) return value.length === 0 ? null : value.map((one) => told(store, kind, one)).join(', ');
  if (typeof value !== 'string') return null;
  const record: Record<string, unknown> = kind === undefined ? {} : { ...store.get(kind, value) };
  const name = record['display_name'] ?? record['name'];
  return typeof name === 'string' ? name : value;
}
