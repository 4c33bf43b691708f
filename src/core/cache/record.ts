// Defines a work item as the cache stores it, and extracts the records that responses contain in place of ids.
import { nameOfUser, type User, user } from '../../contract/resources/user.ts';
import type { WorkItem } from '../../contract/resources/workItem.ts';
import type { ResourceRecords } from '../../contract/resourceTable.ts';
import type { ExpandedReference, Reference } from '../../contract/schema/wire.ts';

/** A work item in the cache: every reference is an id. `contract/resources/workItem.ts` defines its fields. */
export type ItemRecord = ResourceRecords['workItem'];

/**
 * Whether the record was read with its description. The background synchronization reads records without descriptions.
 * Such a record does not have the field, because an empty field would mean that the description is empty.
 */
export function hasDescription(record: object): boolean {
  return 'description_html' in record;
}

/** Returns a record for which `hasDescription` is false. */
export function withoutDescription(record: ItemRecord): ItemRecord {
  const { description_html: _description, ...row } = record;
  return row as Partial<ItemRecord> as ItemRecord;
}

/** The fields of a state that are needed to show the state. */
export interface StateRecord extends LabelRecord {
  readonly group?: string | null | undefined;
  /** Whether new work items of the project have this state; absent in a state that is nested in a work item. */
  readonly default?: boolean | null | undefined;
}

/** The fields of a label that are needed to show the label. Work item types are stored in the same form. */
export interface LabelRecord {
  readonly id: string;
  readonly name: string;
  readonly color?: string | null | undefined;
}

/** Records that work items contain in place of ids, because of the query parameter `expand`. */
export interface ExpandedRecords {
  readonly states: readonly StateRecord[];
  readonly users: readonly User[];
  readonly labels: readonly LabelRecord[];
  readonly types: readonly LabelRecord[];
}

export function expandedRecordsOf(items: readonly WorkItem[]): ExpandedRecords {
  const states = items.flatMap((item) => recordsWithName(item.state));
  const users = items.flatMap((item) => [...item.assignees, item.created_by].flatMap(usersIn));
  const labels = items.flatMap((item) => item.labels.flatMap(recordsWithName));
  const types = items.flatMap((item) => recordsWithName(item.type));
  return { states, users, labels, types };
}

/** Returns an array with the user if the reference is a user with a name, otherwise an empty array. */
export function usersIn(reference: Reference | null | undefined): User[] {
  if (typeof reference !== 'object' || reference === null) return [];
  const parsed = user.safeParse(reference);
  return parsed.success && nameOfUser(parsed.data) !== reference.id ? [parsed.data] : [];
}

function expandedRecordsIn(reference: Reference | null): ExpandedReference[] {
  return reference === null || typeof reference === 'string' ? [] : [reference];
}

function recordsWithName(reference: Reference | null): StateRecord[] {
  return expandedRecordsIn(reference).flatMap(({ id, name, color, group }) =>
    typeof name === 'string'
      ? [{ id, name, color: typeof color === 'string' ? color : null, group: typeof group === 'string' ? group : null }]
      : [],
  );
}
