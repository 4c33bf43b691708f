// Stores associations of initiatives (labels, projects, epics) and teamspaces (members, projects).
// A record can be associated with many owners, and is not deleted with them.
import { invalidEntry, unknownIdMessage } from '../http/httpError.ts';
import type { Database, ListQuery } from './database.ts';
import { OLDEST_FIRST } from './orders.ts';
import type { RecordTypeName, RecordTypes } from './records.ts';

// An association is stored as a record of the kind `tie`. The join omits associations with deleted records.
const FROM_ASSOCIATED_SQL = `FROM record association JOIN record target ON target.kind = ?1 AND target.id = association.body ->> '$.target'
  WHERE association.kind = 'tie' AND association.owner = ?2 AND association.body ->> '$.kind' = ?1`;

const associationId = (owner: string, target: string): string => `${owner}/${target}`;

/** Returns the records of one kind that are associated with the owner, in the order in which they were added. */
export function associatedRecords<K extends RecordTypeName>(
  store: Database,
  owner: string,
  kind: K,
): ListQuery<RecordTypes[K]> {
  return {
    count: () => Number(store.rows(`SELECT count(*) AS count ${FROM_ASSOCIATED_SQL}`, kind, owner)[0]?.['count']),
    read: (limit, skip) =>
      store
        .rows(
          `SELECT target.body AS body ${FROM_ASSOCIATED_SQL} ORDER BY association.rowid LIMIT ?3 OFFSET ?4`,
          kind,
          owner,
          limit,
          skip,
        )
        .map((row) => JSON.parse(String(row['body'])) as RecordTypes[K]),
  };
}

/**
 * Associates records with the owner, and returns them. A record that is already associated keeps its position. Nothing
 * is added if one of the ids is unknown.
 * @throws HttpError 400 for an unknown id, or if `owner` is given and the record belongs to another; `field` is the field of the request body with the ids.
 */
export function associate<K extends RecordTypeName>(
  store: Database,
  owner: string,
  kind: K,
  field: string,
  ids: readonly string[],
): RecordTypes[K][] {
  const targets = recordsWithIds(store, kind, field, ids);
  for (const { id: target } of targets) {
    if (!isAssociated(store, owner, target))
      store.insert('tie', owner, { id: associationId(owner, target), kind, target });
  }
  return targets;
}

/** Whether the record is associated with the owner. */
export function isAssociated(store: Database, owner: string, target: string): boolean {
  return store.get('tie', associationId(owner, target)) !== undefined;
}

/** Removes associations of the owner. Ids that are not associated are ignored, so that a request can be repeated. */
export function dissociate(store: Database, owner: string, ids: readonly string[]): void {
  for (const target of ids) store.remove('tie', associationId(owner, target));
}

/** Removes all associations of an owner that is about to be deleted. */
export function dissociateAll(store: Database, owner: string): void {
  for (const { id } of store.all('tie', owner, OLDEST_FIRST)) store.remove('tie', id);
}

/**
 * Returns the records with these ids, without duplicates.
 * @throws HttpError 400 for an unknown id, or if `owner` is given and the record belongs to another; `field` is the field of the request body with the ids.
 */
export function recordsWithIds<K extends RecordTypeName>(
  store: Database,
  kind: K,
  field: string,
  ids: readonly string[],
  owner?: string,
): RecordTypes[K][] {
  return [...new Set(ids)].map((id) => {
    const record = owner === undefined ? store.get(kind, id) : store.getOwned(kind, owner, id);
    if (record === undefined) throw invalidEntry(field, ids.indexOf(id), unknownIdMessage(id));
    return record;
  });
}
