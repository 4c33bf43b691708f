// Schemas of the teamspace, a group of members and projects (specification §2, Teamspace membership).
import * as l10n from '@vscode/l10n';
import * as z from 'zod';
import { id, jsonObject, optionalReference, requiredName } from '../schema/wire.ts';

export const teamspace = z.looseObject({
  id,
  name: z.string(),
  description_html: z.string().nullish(),
  lead: optionalReference.optional(),
  logo_props: z.unknown().optional(),
});

const editableFields = {
  name: requiredName,
  description_html: z.string().optional(),
  lead: id.nullable().optional(),
  logo_props: jsonObject.optional(),
};
export const newTeamspace = z.strictObject(editableFields);
export const teamspaceChanges = z.strictObject(editableFields).partial();

export const memberIds = z.strictObject({
  member_ids: z.array(id).min(1, { error: () => l10n.t('Select at least one member.') }),
});
