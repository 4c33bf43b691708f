// Handles requests for the relations of work items.
// Each relation is stored once, and read from both of its work items.
import { randomUUID } from 'node:crypto';
import {
  INVERSE_RELATION_TYPES,
  RELATION_TYPES,
  type RelationType,
  STORED_RELATIONS,
  type StoredRelation,
} from '../../contract/resources/relation.ts';
import type { WorkItem } from '../../contract/resources/workItem.ts';
import { idOf } from '../../contract/schema/wire.ts';
import { recordsWithIds } from '../database/associations.ts';
import type { Database } from '../database/database.ts';
import type { RelationRow, Workspace } from '../database/records.ts';
import { relationRows } from '../database/relationRows.ts';
import { invalidChange, invalidEntry, notFound, unknownIdMessage } from '../http/httpError.ts';
import type { Handlers, RequestContext } from './handlerTypes.ts';
import { requestedOrDeletedItem } from './workItems.ts';

/**
 * Returns the relations of a work item. `type` is from the point of view of this item, `otherId` is the id of the other
 * item.
 */
function relationsOf(
  store: Database,
  workspace: Workspace,
  itemId: string,
): { readonly relation: RelationRow; readonly otherId: string; readonly type: RelationType }[] {
  return relationRows(store, workspace, itemId).map((relation) =>
    relation.issue === itemId
      ? { relation, otherId: relation.related_issue, type: relation.relation_type }
      : { relation, otherId: relation.issue, type: INVERSE_RELATION_TYPES[relation.relation_type] },
  );
}

/** Returns the work item with this id, also if it is deleted. */
function findItem(store: Database, id: string): WorkItem | undefined {
  return store.get('workItem', id) ?? store.get('deletedWorkItem', id);
}

/** Stores the relation, and returns the record of the related work item as servers send it. */
function insertRelation(
  { store, workspace, caller, now }: RequestContext,
  item: WorkItem,
  relation_type: StoredRelation,
  itemIds: Pick<RelationRow, 'issue' | 'related_issue'>,
) {
  store.insert('relation', workspace.id, { id: randomUUID(), relation_type, ...itemIds, created_at: now });
  return {
    id: item.id,
    project_id: idOf(item.project),
    sequence_id: item.sequence_id,
    relation_type,
    name: item.name,
    state_id: item.state,
    priority: item.priority,
    created_by: caller.id,
    created_at: now,
    updated_by: null,
    updated_at: now,
  };
}

export const relationHandlers = {
  /** Returns ids of work items; in the open-source dialect, objects with the ids of the work item and its project. */
  listRelations: (request) => {
    const { store, workspace, dialect } = request;
    const relations = relationsOf(store, workspace, requestedOrDeletedItem(request).id);
    const toResponse = (id: string) => {
      const item = dialect === 'community' ? findItem(store, id) : undefined;
      return item === undefined ? id : { project_id: idOf(item.project), issue_id: id };
    };
    const idsOfType = (type: RelationType) =>
      relations.filter((relation) => relation.type === type).map(({ otherId }) => toResponse(otherId));
    return Object.fromEntries(RELATION_TYPES.map((type) => [type, idsOfType(type)]));
  },

  /**
   * Replaces all previous relations between the work item and each other item. Open-source servers store one relation for
   * each ordered pair, and ignore a second one, whatever its type.
   */
  createRelation: (request) => {
    const { store, workspace, body, dialect } = request;
    const itemId = requestedOrDeletedItem(request).id;
    const [relation_type, isReversed] = STORED_RELATIONS[body.relation_type];
    const rowFor = (otherId: string) =>
      isReversed ? { issue: otherId, related_issue: itemId } : { issue: itemId, related_issue: otherId };
    if (dialect === 'community') {
      const items = [...new Set(body.issues)].map((id) => findItem(store, id));
      const knownItems = items.filter((item) => item !== undefined);
      if (knownItems.length < items.length) throw invalidChange('The payload is not valid');
      const rows = relationRows(store, workspace, itemId);
      const newItems = knownItems.filter(({ id }) => {
        const { issue, related_issue } = rowFor(id);
        return !rows.some((row) => row.issue === issue && row.related_issue === related_issue);
      });
      return newItems.map((item) => insertRelation(request, item, relation_type, rowFor(item.id)));
    }
    const otherItems = recordsWithIds(store, 'workItem', 'issues', body.issues);
    const selfIndex = otherItems.findIndex((otherItem) => otherItem.id === itemId);
    if (selfIndex >= 0) throw invalidEntry('issues', selfIndex, unknownIdMessage(itemId));
    for (const { relation, otherId } of relationsOf(store, workspace, itemId)) {
      if (otherItems.some(({ id }) => id === otherId)) store.remove('relation', relation.id);
    }
    return otherItems.map((item) => insertRelation(request, item, relation_type, rowFor(item.id)));
  },

  removeRelation: (request) => {
    const { store, workspace, body } = request;
    const matchingRelations = relationsOf(store, workspace, requestedOrDeletedItem(request).id).filter(
      ({ otherId }) => otherId === body.related_issue,
    );
    if (matchingRelations.length === 0) throw notFound();
    for (const { relation } of matchingRelations) store.remove('relation', relation.id);
  },
} satisfies Partial<Handlers>;
