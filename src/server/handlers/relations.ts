// Handles requests for the relations of work items.
// Each relation is stored once, in one of five directions, and read from both ends.
import { randomUUID } from 'node:crypto';
import { RELATION_TYPES, type RelationType } from '../../contract/resources/relation.ts';
import { idOf } from '../../contract/wire.ts';
import { recordsOf } from '../database/associations.ts';
import { OLDEST_FIRST } from '../database/orders.ts';
import type { RelatedRow, StoredRelation, Workspace } from '../database/records.ts';
import type { Database } from '../database/store.ts';
import type { Handlers } from '../handler.ts';
import { invalidEntry, notFound, unknownId } from '../refusal.ts';
import { workItemOwner } from './workItems.ts';

/** The stored relation for each type, and whether it is stored from the other item to this one. */
const STORED: Readonly<Record<RelationType, readonly [stored: StoredRelation, isReversed: boolean]>> = {
  blocked_by: ['blocked_by', false],
  blocking: ['blocked_by', true],
  duplicate: ['duplicate', false],
  relates_to: ['relates_to', false],
  start_before: ['start_before', false],
  start_after: ['start_before', true],
  finish_before: ['finish_before', false],
  finish_after: ['finish_before', true],
};

/** The type of each stored relation, read from the other end. */
const REVERSED: Readonly<Record<StoredRelation, RelationType>> = {
  blocked_by: 'blocking',
  duplicate: 'duplicate',
  relates_to: 'relates_to',
  start_before: 'start_after',
  finish_before: 'finish_after',
};

/** Returns the relations of an item at either end, to items that still exist. */
function relationsOf(
  store: Database,
  workspace: Workspace,
  item: string,
): { readonly row: RelatedRow; readonly other: string; readonly type: RelationType }[] {
  const touching = { condition: "? IN (body ->> '$.issue', body ->> '$.related_issue')", values: [item] };
  const rows = store.list('relation', workspace.id, OLDEST_FIRST, touching).read(-1, 0);
  return rows
    .map((row) =>
      row.issue === item
        ? { row, other: row.related_issue, type: row.relation_type }
        : { row, other: row.issue, type: REVERSED[row.relation_type] },
    )
    .filter(({ other }) => store.get('workItem', other) !== undefined);
}

export const relationHandlers = {
  /** Answers with ids; open-source servers answer with objects that also contain the project. */
  listRelations: (request) => {
    const { store, workspace, dialect } = request;
    const all = relationsOf(store, workspace, workItemOwner(request));
    const shown = (id: string) => {
      const item = dialect === 'community' ? store.get('workItem', id) : undefined;
      return item === undefined ? id : { project_id: idOf(item.project), issue_id: id };
    };
    const ofType = (type: RelationType) => all.filter((one) => one.type === type).map((one) => shown(one.other));
    return Object.fromEntries(RELATION_TYPES.map((type) => [type, ofType(type)]));
  },

  /** Replaces any relation that the two items had before. */
  createRelation: (request) => {
    const { store, workspace, body, caller, now } = request;
    const item = workItemOwner(request);
    const others = recordsOf(store, 'workItem', 'issues', body.issues);
    const [relation_type, isReversed] = STORED[body.relation_type];
    const own = others.findIndex((other) => other.id === item);
    if (own >= 0) throw invalidEntry('issues', own, unknownId(item));
    for (const { row, other } of relationsOf(store, workspace, item)) {
      if (others.some(({ id }) => id === other)) store.remove('relation', row.id);
    }
    return others.map((other) => {
      const ends = isReversed ? { issue: other.id, related_issue: item } : { issue: item, related_issue: other.id };
      store.insert('relation', workspace.id, { id: randomUUID(), relation_type, ...ends, created_at: now });
      return {
        id: other.id,
        project_id: idOf(other.project),
        sequence_id: other.sequence_id,
        relation_type,
        name: other.name,
        state_id: other.state,
        priority: other.priority,
        created_by: caller.id,
        created_at: now,
        updated_by: null,
        updated_at: now,
      };
    });
  },

  removeRelation: (request) => {
    const { store, workspace, body } = request;
    const between = relationsOf(store, workspace, workItemOwner(request)).filter(
      ({ other }) => other === body.related_issue,
    );
    if (between.length === 0) throw notFound();
    for (const { row } of between) store.remove('relation', row.id);
  },
} satisfies Partial<Handlers>;
