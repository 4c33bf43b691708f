// Handles requests for the relations of work items.
// Each relation is stored once, and read from both of its work items.
import { randomUUID } from 'node:crypto';
import { RELATION_TYPES, type RelationType } from '../../contract/resources/relation.ts';
import { idOf } from '../../contract/wire.ts';
import { recordsWithIds } from '../database/associations.ts';
import type { Database } from '../database/database.ts';
import { OLDEST_FIRST } from '../database/orders.ts';
import type { RelationRow, StoredRelation, Workspace } from '../database/records.ts';
import type { Handlers } from '../handlerTypes.ts';
import { invalidEntry, notFound, unknownIdMessage } from '../httpError.ts';
import { requireWorkItemId } from './workItems.ts';

/**
 * The type under which each relation type is stored. If `isReversed`, it is stored as a relation from the other work
 * item to the work item of the request.
 */
const STORED_TYPES: Readonly<Record<RelationType, readonly [type: StoredRelation, isReversed: boolean]>> = {
  blocked_by: ['blocked_by', false],
  blocking: ['blocked_by', true],
  duplicate: ['duplicate', false],
  relates_to: ['relates_to', false],
  start_before: ['start_before', false],
  start_after: ['start_before', true],
  finish_before: ['finish_before', false],
  finish_after: ['finish_before', true],
};

/** The type of each stored relation from the point of view of the related work item. */
const INVERSE_TYPES: Readonly<Record<StoredRelation, RelationType>> = {
  blocked_by: 'blocking',
  duplicate: 'duplicate',
  relates_to: 'relates_to',
  start_before: 'start_after',
  finish_before: 'finish_after',
};

/**
 * Returns the relations of a work item. `type` is from the point of view of this item, `otherId` is the id of the other
 * item. Relations to deleted items are omitted.
 */
function relationsOf(
  store: Database,
  workspace: Workspace,
  itemId: string,
): { readonly relation: RelationRow; readonly otherId: string; readonly type: RelationType }[] {
  const itemFilter = { condition: "? IN (body ->> '$.issue', body ->> '$.related_issue')", values: [itemId] };
  const relations = store.list('relation', workspace.id, OLDEST_FIRST, itemFilter).read(-1, 0);
  return relations
    .map((relation) =>
      relation.issue === itemId
        ? { relation, otherId: relation.related_issue, type: relation.relation_type }
        : { relation, otherId: relation.issue, type: INVERSE_TYPES[relation.relation_type] },
    )
    .filter(({ otherId }) => store.get('workItem', otherId) !== undefined);
}

export const relationHandlers = {
  /** Returns ids of work items; in the open-source dialect, objects with the ids of the work item and its project. */
  listRelations: (request) => {
    const { store, workspace, dialect } = request;
    const relations = relationsOf(store, workspace, requireWorkItemId(request));
    const toResponse = (id: string) => {
      const item = dialect === 'community' ? store.get('workItem', id) : undefined;
      return item === undefined ? id : { project_id: idOf(item.project), issue_id: id };
    };
    const idsOfType = (type: RelationType) =>
      relations.filter((relation) => relation.type === type).map(({ otherId }) => toResponse(otherId));
    return Object.fromEntries(RELATION_TYPES.map((type) => [type, idsOfType(type)]));
  },

  /** Replaces all previous relations between the work item and each other item. */
  createRelation: (request) => {
    const { store, workspace, body, caller, now } = request;
    const itemId = requireWorkItemId(request);
    const otherItems = recordsWithIds(store, 'workItem', 'issues', body.issues);
    const [relation_type, isReversed] = STORED_TYPES[body.relation_type];
    const selfIndex = otherItems.findIndex((otherItem) => otherItem.id === itemId);
    if (selfIndex >= 0) throw invalidEntry('issues', selfIndex, unknownIdMessage(itemId));
    for (const { relation, otherId } of relationsOf(store, workspace, itemId)) {
      if (otherItems.some(({ id }) => id === otherId)) store.remove('relation', relation.id);
    }
    return otherItems.map((otherItem) => {
      const itemIds = isReversed
        ? { issue: otherItem.id, related_issue: itemId }
        : { issue: itemId, related_issue: otherItem.id };
      store.insert('relation', workspace.id, { id: randomUUID(), relation_type, ...itemIds, created_at: now });
      return {
        id: otherItem.id,
        project_id: idOf(otherItem.project),
        sequence_id: otherItem.sequence_id,
        relation_type,
        name: otherItem.name,
        state_id: otherItem.state,
        priority: otherItem.priority,
        created_by: caller.id,
        created_at: now,
        updated_by: null,
        updated_at: now,
      };
    });
  },

  removeRelation: (request) => {
    const { store, workspace, body } = request;
    const matchingRelations = relationsOf(store, workspace, requireWorkItemId(request)).filter(
      ({ otherId }) => otherId === body.related_issue,
    );
    if (matchingRelations.length === 0) throw notFound();
    for (const { relation } of matchingRelations) store.remove('relation', relation.id);
  },
} satisfies Partial<Handlers>;
