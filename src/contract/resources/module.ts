// Schemas of the module: a named group of a project's work items.
import * as l10n from '@vscode/l10n';
import * as z from 'zod';
import { date, id, requiredName } from '../schema/wire.ts';

export const module_ = z.looseObject({
  id,
  name: z.string(),
  status: z.string().nullish(),
  description: z.string().nullish(),
});
export type Module = z.output<typeof module_>;

/** The response to a change. Open-source servers omit the id and most other fields. */
export const changedModule = module_.partial({ id: true });

export const MODULE_STATUSES = ['backlog', 'planned', 'in-progress', 'paused', 'completed', 'cancelled'] as const;

const editableFields = {
  name: requiredName,
  description: z.string().optional(),
  start_date: date.nullable().optional(),
  target_date: date.nullable().optional(),
  status: z.enum(MODULE_STATUSES).optional(),
  lead: id.nullable().optional(),
  members: z.array(id).optional(),
  external_source: z.string().optional(),
  external_id: z.string().optional(),
};
export const newModule = z.strictObject(editableFields);
export type NewModule = z.input<typeof newModule>;
export const moduleChanges = z.strictObject(editableFields).partial();

/** The body of a request that adds work items to a module or a cycle. */
export const workItemIds = z.strictObject({
  issues: z.array(id).min(1, { error: () => l10n.t('Select at least one work item.') }),
});

/** The membership of a work item in a module or a cycle. */
export const membership = z.looseObject({ id });
