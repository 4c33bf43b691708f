// Owns what is kept of a work item: references as bare ids, and what came expanded beside them.
import { nameOfUser, type User, user } from '../contract/resources/user.ts';
import type { WorkItem } from '../contract/resources/workItem.ts';
import { type Expanded, idOf, type Reference } from '../contract/wire.ts';

/** A work item as it is known here. Names are the wire's; every reference is an id. */
export interface ItemRecord {
  readonly id: string;
  readonly project: string;
  readonly sequence_id: number;
  readonly name: string;
  /** Absent when the server left it out. */
  readonly description_html: string | undefined;
  readonly state: string | null;
  readonly priority: string;
  readonly assignees: readonly string[];
  readonly labels: readonly string[];
  readonly parent: string | null;
  readonly estimate_point: string | null;
  readonly type: string | null;
  /** Undefined when the server does not say which module the item is in. */
  readonly module: string | null | undefined;
  readonly start_date: string | null;
  readonly target_date: string | null;
  readonly created_at: string | undefined;
  readonly updated_at: string | undefined;
  /** When it came into a state that means done. */
  readonly completed_at: string | undefined;
  readonly created_by: string | null;
}

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

export function itemRecord(wire: WorkItem): ItemRecord {
  return {
    id: wire.id,
    project: idOf(wire.project),
    sequence_id: wire.sequence_id,
    name: wire.name,
    description_html: wire.description_html ?? undefined,
    state: bare(wire.state),
    priority: wire.priority ?? 'none',
    assignees: wire.assignees.map(idOf),
    labels: wire.labels.map(idOf),
    parent: bare(wire.parent),
    estimate_point: bare(wire.estimate_point),
    type: bare(wire.type),
    module: wire.module === undefined ? undefined : bare(wire.module),
    start_date: wire.start_date ?? null,
    target_date: wire.target_date ?? null,
    created_at: wire.created_at ?? undefined,
    updated_at: wire.updated_at ?? undefined,
    completed_at: wire.completed_at ?? undefined,
    created_by: bare(wire.created_by ?? null),
  };
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

function bare(reference: Reference | null): string | null {
  return reference === null ? null : idOf(reference);
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
