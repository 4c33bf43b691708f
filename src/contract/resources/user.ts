// Schemas of the user: the signed-in user, and the members of a project.
import * as z from 'zod';
import { id, numeric } from '../wire.ts';

export const user = z.looseObject({
  id,
  display_name: z.string().nullish(),
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
  email: z.string().nullish(),
  avatar_url: z.string().nullish(),
  /** 20 admin, 15 member, 5 guest; present on members if the server sends it. */
  role: numeric.nullish(),
});
export type User = z.output<typeof user>;

export function nameOfUser(one: User): string {
  return one.display_name || [one.first_name, one.last_name].filter(Boolean).join(' ') || one.email || one.id;
}

/** 20 admin, 15 member, 5 guest. */
const role = z.union([z.literal(20), z.literal(15), z.literal(5)], 'Use 20 (admin), 15 (member) or 5 (guest)');
export const newMember = z.strictObject({ member: id, role: role.optional() });
export const memberChanges = z.strictObject({ role });

/** A user's membership of a project; its id is not the user's. */
export const projectMembership = z.looseObject({ id, member: z.unknown().optional(), role: numeric.nullish() });
