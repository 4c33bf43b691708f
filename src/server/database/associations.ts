// Owns ties: an initiative gathers labels, projects and epics, a teamspace members and projects, and none of them belongs to it.

import { invalidEntry, unknownId } from '../refusal.ts';
import { OLDEST_FIRST } from './orders.ts';
import type { RecordTypeName, RecordTypes } from './records.ts';
import type { Database, ListQuery } from './store.ts';

// A tie to what has been deleted since finds nothing, and so shows nothing.
const TIED = `FROM record tie JOIN record target ON target.kind = ?1 AND target.id = tie.body ->> '$.target'
  WHERE tie.kind = 'tie' AND tie.owner = ?2 AND tie.body ->> '$.kind' = ?1`;

const tieId = (owner: string, target: string): string => `${owner}/${target}`;

/** What the owner gathers of one kind, in the order in which it was added. */
export function associatedIds<K extends RecordTypeName>(store: Database, owner: string, kind: K): ListQuery<RecordTypes[K]> {
  return {
    count: () => Number(store.rows(`SELECT count(*) AS count ${TIED}`, kind, owner)[0]?.['count']),
    read: (limit, skip) =>
      store
        .rows(`SELECT target.body AS body ${TIED} ORDER BY tie.rowid LIMIT ?3 OFFSET ?4`, kind, owner, limit, skip)
        .map((row) => JSON.parse(String(row['body'])) as RecordTypes[K]),
  };
}

/** Adds the records and gives them; what is there already stays as it is. Refuses an id of nothing, naming the body's field, and then adds none. */
export function associate<K extends RecordTypeName>(
  store: Database,
  owner: string,
  kind: K,
  field: string,
  ids: readonly string[],
): RecordTypes[K][] {
  const targets = recordsOf(store, kind, field, ids);
  for (const { id: target } of targets) {
    const id = tieId(owner, target);
    if (store.get('tie', id) === undefined) store.insert('tie', owner, { id, kind, target });
  }
  return targets;
}

/** Takes records from the owner. One that is not there is no mistake: a repeated request finds it gone. */
export function dissociate(store: Database, owner: string, ids: readonly string[]): void {
  for (const target of ids) store.remove('tie', tieId(owner, target));
}

/** Takes everything from an owner that is about to be deleted. */
export function dissociateAll(store: Database, owner: string): void {
  for (const { id } of store.all('tie', owner, OLDEST_FIRST)) store.remove('tie', id);
}

/** The records with these ids, each once. */
export function recordsOf<K extends RecordTypeName>(store: Database, kind: K, field: string, ids: readonly string[]): RecordTypes[K][] {
  return [...new Set(ids)].map((id) => {
    const record = store.get(kind, id);
    if (record === undefined) throw invalidEntry(field, ids.indexOf(id), unknownId(id));
    return record;
  });
}
