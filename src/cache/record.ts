// Extracts the records that work items contain in place of ids, for their names.
import { nameOfUser, type User, user } from '../contract/resources/user.ts';
import type { WorkItem } from '../contract/resources/workItem.ts';
import type { ResourceRecords } from '../contract/resourceTable.ts';
import type { Expanded, Reference } from '../contract/wire.ts';

/** A work item as it is stored: every reference is an id. `contract/resources/workItem.ts` defines its fields. */
export type ItemRecord = ResourceRecords['workItem'];

/** The fields of a state that are needed to show it. */
export interface StateRecord {
  readonly id: string;
  readonly name: string;
  readonly color?: string | null | undefined;
  readonly group?: string | null | undefined;
}

export interface LabelRecord {
  readonly id: string;
  readonly name: string;
  readonly color?: string | null | undefined;
}

/** Related records that came with work items (`expand`), for their names. */
export interface RelatedIds {
  readonly states: readonly StateRecord[];
  readonly users: readonly User[];
  readonly labels: readonly LabelRecord[];
  readonly types: readonly LabelRecord[];
}

export function relatedIdsOf(items: readonly WorkItem[]): RelatedIds {
  const states = items.flatMap((item) => named(item.state));
  const users = items.flatMap((item) => [...item.assignees, item.created_by].flatMap(usersIn));
  const labels = items.flatMap((item) => item.labels.flatMap(named));
  const types = items.flatMap((item) => named(item.type));
  return { states, users, labels, types };
}

/** Returns the user of a reference, if it was expanded to a user with a name. */
export function usersIn(reference: Reference | null | undefined): User[] {
  if (typeof reference !== 'object' || reference === null) return [];
  const read = user.safeParse(reference);
  return read.success && nameOfUser(read.data) !== reference.id ? [read.data] : [];
}

function expandedOnly(reference: Reference | null): Expanded[] {
  return reference === null || typeof reference === 'string' ? [] : [reference];
}

function named(reference: Reference | null): StateRecord[] {
  return expandedOnly(reference).flatMap(({ id, name, color, group }) =>
    typeof name === 'string'
      ? [{ id, name, color: typeof color === 'string' ? color : null, group: typeof group === 'string' ? group : null }]
      : [],
  );
}
