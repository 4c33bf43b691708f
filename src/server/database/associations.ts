// Owns associations: an initiative has labels, projects and epics, a teamspace members and projects, and none of them
// belongs to it.
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
 * Adds the records and returns them; one that is associated already stays as it is. Refuses an unknown id, naming the
 * body's field, and then adds none.
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

/** Whether the owner has the record. */
export function isAssociated(store: Database, owner: string, target: string): boolean {
  return store.get('tie', associationId(owner, target)) !== undefined;
}

/** Removes records from the owner. One that the owner does not have is no error, so that a request may be repeated. */
export function dissociate(store: Database, owner: string, ids: readonly string[]): void {
  for (const target of ids) store.remove('tie', associationId(owner, target));
}

/** Removes everything from an owner that is about to be deleted. */
export function dissociateAll(store: Database, owner: string): void {
  for (const { id } of store.all('tie', owner, OLDEST_FIRST)) store.remove('tie', id);
}

/** The records with these ids, each once. */
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
