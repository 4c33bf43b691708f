// Owns the profile: who is signed in to where, and what of it is kept.
import { createHash } from 'node:crypto';
import * as z from 'zod';

const me = z.object({ id: z.string(), name: z.string() });
/** The signed-in user, as far as it is needed to assign and to greet. */
export type Me = z.output<typeof me>;

/**
 * What is kept in the editor's secret storage, and nowhere else. The local workspace has no lasting key: each start
 * makes one.
 */
export const profile = z.discriminatedUnion('service', [
  z.object({ version: z.literal(1), service: z.literal('local'), me }),
  z.object({
    version: z.literal(1),
    service: z.literal('remote'),
    /** Origin and base path. The secret goes to this origin only. */
    baseUrl: z.string(),
    workspace: z.string(),
    method: z.enum(['key', 'token']),
    secret: z.string(),
    me,
  }),
]);
export type StoredProfile = z.output<typeof profile>;

/** One name for an account: drafts and recent items belong to it. It says nothing secret. */
export function accountId(
  account: { readonly baseUrl: string; readonly workspace: string; readonly me: Me } | 'local',
): string {
  if (account === 'local') return 'local';
  return createHash('sha256')
    .update(`${account.baseUrl}\n${account.workspace}\n${account.me.id}`)
    .digest('hex')
    .slice(0, 24);
}
