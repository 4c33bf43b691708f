// Schemas of the initiative and its labels (specification §2, Initiative and Initiative label).
import * as l10n from '@vscode/l10n';
import * as z from 'zod';
import {
  date,
  hexColor,
  id,
  isoTimestamp,
  jsonObject,
  numeric,
  optionalReference,
  requestNumber,
  requiredName,
} from '../schema/wire.ts';

export const INITIATIVE_STATES = ['DRAFT', 'PLANNED', 'ACTIVE', 'COMPLETED', 'CLOSED'] as const;
export type InitiativeState = (typeof INITIATIVE_STATES)[number];

export const initiative = z.looseObject({
  id,
  name: z.string(),
  description: z.unknown().optional(),
  description_html: z.string().nullish(),
  description_stripped: z.string().nullish(),
  lead: optionalReference.optional(),
  start_date: z.string().nullish(),
  end_date: z.string().nullish(),
  /** One of INITIATIVE_STATES, or a state of the server that the specification does not define. */
  state: z.string().nullish(),
  logo_props: z.unknown().optional(),
  created_at: isoTimestamp.nullish(),
  updated_at: isoTimestamp.nullish(),
});
export type Initiative = z.output<typeof initiative>;

const editableFields = {
  name: requiredName,
  description: z.string().optional(),
  description_html: z.string().optional(),
  description_stripped: z.string().optional(),
  description_binary: z.string().optional(),
  lead: id.nullable().optional(),
  start_date: date.nullable().optional(),
  end_date: date.nullable().optional(),
  logo_props: jsonObject.optional(),
  state: z.enum(INITIATIVE_STATES).optional(),
};
/** A change must contain `name` too: specification §4 requires it, although real servers do not. */
export const initiativeFields = z.strictObject(editableFields);

export const initiativeLabel = z.looseObject({
  id,
  name: z.string(),
  description: z.string().nullish(),
  color: z.string().nullish(),
  sort_order: numeric.nullish(),
});

const labelFields = {
  name: requiredName,
  description: z.string().optional(),
  color: hexColor.optional(),
  sort_order: requestNumber.optional(),
};
export const newInitiativeLabel = z.strictObject(labelFields);
export const initiativeLabelChanges = z.strictObject(labelFields).partial();

export const labelIds = z.strictObject({
  label_ids: z.array(id).min(1, { error: () => l10n.t('Select at least one label.') }),
});
export const projectIds = z.strictObject({
  project_ids: z.array(id).min(1, { error: () => l10n.t('Select at least one project.') }),
});
export const epicIds = z.strictObject({
  epic_ids: z.array(id).min(1, { error: () => l10n.t('Select at least one epic.') }),
});
