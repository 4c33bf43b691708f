// Owns what the handlers of simple resources share: a record is found, made and changed under one owner, and no external id comes twice.
import { randomUUID } from 'node:crypto';
import type { User } from '../../contract/resources/user.ts';
import type { RecordTypeName, RecordTypes, Workspace } from '../database/records.ts';
import type { Database } from '../database/store.ts';
import { conflict, notFound } from '../refusal.ts';

/** What of a request every handler can hand on. */
interface Moment {
  readonly store: Database;
  readonly workspace: Workspace;
  readonly caller: User;
  readonly now: string;
}

interface External {
  readonly external_source?: string | undefined;
  readonly external_id?: string | undefined;
}

/** The record of this owner, or the 404. */
export function found<K extends RecordTypeName>(store: Database, kind: K, owner: string, id: string): RecordTypes[K] {
  const record = store.within(kind, owner, id);
  if (record === undefined) throw notFound();
  return record;
}

/** The fields that were sent. */
export function sent(body: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
}

/** Keeps a new record: a blank with the fields that were sent, and by whom and when it was made. */
export function make<K extends RecordTypeName>(
  { store, workspace, caller, now }: Moment,
  kind: K,
  owner: string,
  blank: RecordTypes[K],
  body: object,
): RecordTypes[K] {
  const made = { id: randomUUID(), workspace: workspace.id, created_by: caller.id, created_at: now, updated_at: now };
  return store.insert(kind, owner, { ...blank, ...sent(body), ...made });
}

/** Puts the fields that were sent into a record, with by whom and when. */
export function change<K extends RecordTypeName>(
  { store, caller, now }: Moment,
  kind: K,
  record: RecordTypes[K],
  body: object,
): RecordTypes[K] {
  return store.replace(kind, { ...record, ...sent(body), updated_by: caller.id, updated_at: now });
}

/** Refuses with 409 an external source and id that another record of the owner has; `what` is how the refusal calls it. */
export function refuseRepeated(store: Database, kind: RecordTypeName, owner: string, what: string, body: External, self?: string): void {
  if (body.external_source === undefined || body.external_id === undefined) return;
  const first = store.byExternal(kind, owner, body.external_source, body.external_id);
  if (first !== undefined && first.id !== self) throw conflict(what, first.id);
}
