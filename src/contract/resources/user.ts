// Schemas of the user: the signed-in user, and the members of a project.
import * as z from 'zod';
import { id, numeric } from '../schema/wire.ts';

export const user = z.looseObject({
  id,
  display_name: z.string().nullish(),
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
  email: z.string().nullish(),
  avatar_url: z.string().nullish(),
  /** 20 for an admin, 15 for a member, 5 for a guest. Some servers send the role with the members of a project. */
  role: numeric.nullish(),
});
export type User = z.output<typeof user>;

export function nameOfUser({ id: userId, display_name, first_name, last_name, email }: User): string {
  return display_name || [first_name, last_name].filter(Boolean).join(' ') || email || userId;
}

/** 20 for an admin, 15 for a member, 5 for a guest. */
const role = z.union([z.literal(20), z.literal(15), z.literal(5)], 'Use 20 (admin), 15 (member) or 5 (guest)');
export const newMember = z.strictObject({ member: id, role: role.optional() });
export const memberChanges = z.strictObject({ role });

/** The membership of a user in a project. Its id is not the id of the user. */
export const projectMembership = z.looseObject({ id, member: z.unknown().optional(), role: numeric.nullish() });
