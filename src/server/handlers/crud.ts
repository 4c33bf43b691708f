// Owns what the handlers of simple resources share: a record is found, made and changed under one owner, and no external id comes twice.
import { randomUUID } from 'node:crypto';
import type { User } from '../../contract/resources/user.ts';
import type { Kind, Kinds, Workspace } from '../database/records.ts';
import type { Store } from '../database/store.ts';
import { absent, alreadyThere } from '../refusal.ts';

/** What of a request every handler can hand on. */
interface Moment {
  readonly store: Store;
  readonly workspace: Workspace;
  readonly caller: User;
  readonly now: string;
}

interface External {
  readonly external_source?: string | undefined;
  readonly external_id?: string | undefined;
}

/** The record of this owner, or the 404. */
export function found<K extends Kind>(store: Store, kind: K, owner: string, id: string): Kinds[K] {
  const record = store.within(kind, owner, id);
  if (record === undefined) throw absent();
  return record;
}

/** The fields that were sent. */
export function sent(body: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
}

/** Keeps a new record: a blank with the fields that were sent, and by whom and when it was made. */
export function make<K extends Kind>(
  { store, workspace, caller, now }: Moment,
  kind: K,
  owner: string,
  blank: Kinds[K],
  body: object,
): Kinds[K] {
  const made = { id: randomUUID(), workspace: workspace.id, created_by: caller.id, created_at: now, updated_at: now };
  return store.insert(kind, owner, { ...blank, ...sent(body), ...made });
}

/** Puts the fields that were sent into a record, with by whom and when. */
export function change<K extends Kind>({ store, caller, now }: Moment, kind: K, record: Kinds[K], body: object): Kinds[K] {
  return store.replace(kind, { ...record, ...sent(body), updated_by: caller.id, updated_at: now });
}

/** Refuses with 409 an external source and id that another record of the owner has; `what` is how the refusal calls it. */
export function refuseRepeated(store: Store, kind: Kind, owner: string, what: string, body: External, self?: string): void {
  if (body.external_source === undefined || body.external_id === undefined) return;
  const first = store.byExternal(kind, owner, body.external_source, body.external_id);
  if (first !== undefined && first.id !== self) throw alreadyThere(what, first.id);
}
