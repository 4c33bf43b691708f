// Defines the stored forms of an account: the entry with its key, the row in the list of accounts, and its id.
import { createHash } from 'node:crypto';
import * as z from 'zod';

export const me = z.object({ id: z.string(), name: z.string() });
/** The signed-in user: id and name, for assignments and messages. */
export type Me = z.output<typeof me>;

const METHOD_SCHEMA = z.enum(['key', 'token']);
const LOCAL_FIELDS = { service: z.literal('local'), me };
const REMOTE_FIELDS = {
  service: z.literal('remote'),
  /** Origin and base path of the API. The key or token is sent to this origin only. */
  baseUrl: z.string(),
  workspace: z.string(),
  method: METHOD_SCHEMA,
  me,
};

/**
 * The profile as stored in VS Code's secret storage, in one entry for each account. Version 0.1.0 stored its only
 * account in the same form. The key of the local workspace is not stored, because each start creates a new one.
 */
export const profile = z.discriminatedUnion('service', [
  z.object({ version: z.literal(1), ...LOCAL_FIELDS }),
  z.object({ version: z.literal(1), ...REMOTE_FIELDS, secret: z.string() }),
]);
export type StoredProfile = z.output<typeof profile>;

/** An account in the list of accounts, which contains no secret. */
export const listedAccount = z.discriminatedUnion('service', [
  z.object(LOCAL_FIELDS),
  z.object({
    ...REMOTE_FIELDS,
    /** The time since which the server rejects the key, in milliseconds since the epoch. */
    rejectedAt: z.number().optional(),
  }),
]);
export type ListedAccount = z.output<typeof listedAccount>;

/**
 * The list of accounts as stored. Rows are validated one by one, so that an invalid row does not invalidate the list.
 */
export const accountList = z.object({ version: z.literal(1), accounts: z.array(z.unknown()) });

/**
 * Returns the id under which the data of an account (drafts, snapshot, work items, inbox) is stored on this machine: a
 * hash, which contains no secret.
 */
export function accountId(
  account: { readonly baseUrl: string; readonly workspace: string; readonly me: Me } | 'local',
): string {
  if (account === 'local') return 'local';
  return createHash('sha256')
    .update(`${account.baseUrl}\n${account.workspace}\n${account.me.id}`)
    .digest('hex')
    .slice(0, 24);
}
