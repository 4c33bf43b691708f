// Defines the stored form of the profile, which is the signed-in account, and the account's id.
import { createHash } from 'node:crypto';
import * as z from 'zod';

const me = z.object({ id: z.string(), name: z.string() });
/** The signed-in user: id and name, for assignments and messages. */
export type Me = z.output<typeof me>;

/**
 * The profile as stored in VS Code's secret storage. The key of the local workspace is not stored, because each start
 * creates a new one.
 */
export const profile = z.discriminatedUnion('service', [
  z.object({ version: z.literal(1), service: z.literal('local'), me }),
  z.object({
    version: z.literal(1),
    service: z.literal('remote'),
    /** Origin and base path of the API. The secret is sent to this origin only. */
    baseUrl: z.string(),
    workspace: z.string(),
    method: z.enum(['key', 'token']),
    secret: z.string(),
    me,
  }),
]);
export type StoredProfile = z.output<typeof profile>;

/** Returns the id under which drafts and recent work items of an account are stored. The id contains no secret. */
export function accountId(
  account: { readonly baseUrl: string; readonly workspace: string; readonly me: Me } | 'local',
): string {
  if (account === 'local') return 'local';
  return createHash('sha256')
    .update(`${account.baseUrl}\n${account.workspace}\n${account.me.id}`)
    .digest('hex')
    .slice(0, 24);
}
