// Stores the records of the sample.
import type { Database } from '../database/database.ts';
import { defaultRecords } from '../database/defaultRecords.ts';
import type { RecordTypes, ResourceName, Workspace } from '../database/records.ts';
import { uuidFromName } from '../database/uuidFromName.ts';
import { isoTimeAt } from './dates.ts';

/** Where the sample is stored. `now` is the time at which it is created, in milliseconds since the epoch. */
export interface SampleSeed {
  readonly store: Database;
  readonly workspace: Workspace;
  readonly now: number;
}

/**
 * Stores the default record of the kind with the fields. The caller of the workspace created it at `createdAt`, in
 * milliseconds since the epoch, unless the fields name another user.
 */
export function insertRecord<K extends ResourceName>(
  { store, workspace }: SampleSeed,
  kind: K,
  owner: string,
  createdAt: number,
  fields: Partial<RecordTypes[K]> & { readonly id: string },
): RecordTypes[K] {
  const time = isoTimeAt(createdAt);
  const creationFields = { created_by: workspace.caller, created_at: time, updated_at: time, workspace: workspace.id };
  // The compiler does not infer that the default record of a kind is a record of that kind.
  return store.insert(kind, owner, { ...(defaultRecords[kind] as RecordTypes[K]), ...creationFields, ...fields });
}

export function userIds(keys: readonly string[]): string[] {
  return keys.map((key) => uuidFromName('user', key));
}
