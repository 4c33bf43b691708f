// Schemas of the teamspace, which has members and projects (§2, Teamspace membership and projects).
import * as z from 'zod';
import { id, optionalReference } from '../wire.ts';

export const teamspace = z.looseObject({
  id,
  name: z.string(),
  description_html: z.string().nullish(),
  lead: optionalReference.optional(),
  logo_props: z.unknown().optional(),
});
export type Teamspace = z.output<typeof teamspace>;

const editable = {
  name: z.string().trim().min(1, 'A teamspace needs a name').max(255, 'At most 255 characters'),
  description_html: z.string().optional(),
  lead: id.nullable().optional(),
  logo_props: z.record(z.string(), z.unknown(), 'Use a JSON object such as {}').optional(),
};
export const newTeamspace = z.strictObject(editable);
export const teamspaceChanges = z.strictObject(editable).partial();

export const memberIds = z.strictObject({ member_ids: z.array(id).min(1, 'Name at least one member') });
