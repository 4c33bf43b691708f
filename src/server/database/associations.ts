// Stores associations of initiatives (labels, projects, epics) and teamspaces (members, projects).
// An associated record does not belong to the owner of the association.
import { invalidEntry, unknownId } from '../refusal.ts';
import { OLDEST_FIRST } from './orders.ts';
import type { RecordTypeName, RecordTypes } from './records.ts';
import type { Database, ListQuery } from './store.ts';

// The stored name of the kind is `tie`. A record that was deleted in the meantime is not found, and so not shown.
const ASSOCIATED = `FROM record association JOIN record target ON target.kind = ?1 AND target.id = association.body ->> '$.target'
  WHERE association.kind = 'tie' AND association.owner = ?2 AND association.body ->> '$.kind' = ?1`;

const associationId = (owner: string, target: string): string => `${owner}/${target}`;

/** The records of one kind that are associated with the owner, in the order in which they were added. */
export function associatedRecords<K extends RecordTypeName>(
  store: Database,
  owner: string,
  kind: K,
): ListQuery<RecordTypes[K]> {
  return {
    count: () => Number(store.rows(`SELECT count(*) AS count ${ASSOCIATED}`, kind, owner)[0]?.['count']),
    read: (limit, skip) =>
      store
        .rows(
          `SELECT target.body AS body ${ASSOCIATED} ORDER BY association.rowid LIMIT ?3 OFFSET ?4`,
          kind,
          owner,
          limit,
          skip,
        )
        .map((row) => JSON.parse(String(row['body'])) as RecordTypes[K]),
  };
}

/**
 * Adds the records and returns them; a record that is already associated stays as it is. If an id is unknown, adds
 * none.
 * @throws Refusal 400 that names the body's field for an unknown id.
 */
export function associate<K extends RecordTypeName>(
  store: Database,
  owner: string,
  kind: K,
  field: string,
  ids: readonly string[],
): RecordTypes[K][] {
  const targets = recordsOf(store, kind, field, ids);
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

/** Removes records from the owner. A record that is not associated is no error, so that a request may be repeated. */
export function dissociate(store: Database, owner: string, ids: readonly string[]): void {
  for (const target of ids) store.remove('tie', associationId(owner, target));
}

/** Removes all associations of an owner that is about to be deleted. */
export function dissociateAll(store: Database, owner: string): void {
  for (const { id } of store.all('tie', owner, OLDEST_FIRST)) store.remove('tie', id);
}

/**
 * Returns the records with these ids, each once.
 * @throws Refusal 400 that names the field for an unknown id.
 */
export function recordsOf<K extends RecordTypeName>(
  store: Database,
  kind: K,
  field: string,
  ids: readonly string[],
): RecordTypes[K][] {
  return [...new Set(ids)].map((id) => {
    const record = store.get(kind, id);
    if (record === undefined) throw invalidEntry(field, ids.indexOf(id), unknownId(id));
    return record;
  });
}
