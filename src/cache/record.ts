// Owns what came along with work items in place of bare ids, to name things by.
import { nameOfUser, type User, user } from '../contract/resources/user.ts';
import type { WorkItem } from '../contract/resources/workItem.ts';
import type { ResourceRecords } from '../contract/resourceTable.ts';
import type { Expanded, Reference } from '../contract/wire.ts';

/** A work item as it is kept: every reference is an id. Its fields are those of `contract/resources/workItem.ts`. */
export type ItemRecord = ResourceRecords['workItem'];

/** A state as much as is needed to show it. */
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

/** Related records that came with items (`expand`), to name things by. */
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

/** The user that a reference holds, if it was expanded to one who has a name. */
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
