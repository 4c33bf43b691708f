// Schemas of the relations between work items.
import * as l10n from '@vscode/l10n';
import * as z from 'zod';
import { id } from '../wire.ts';

export const RELATION_TYPES = [
  'blocking',
  'blocked_by',
  'duplicate',
  'relates_to',
  'start_after',
  'start_before',
  'finish_after',
  'finish_before',
] as const;
export type RelationType = (typeof RELATION_TYPES)[number];

/** An id, or an object that contains it: servers differ. */
const related = z.union([id, z.looseObject({ issue_id: id })]);
const list = z.array(related).nullish();

/** Related work items by relation type. */
export const relations = z.looseObject({
  blocking: list,
  blocked_by: list,
  duplicate: list,
  relates_to: list,
  start_after: list,
  start_before: list,
  finish_after: list,
  finish_before: list,
});

export const newRelation = z.strictObject({
  relation_type: z.enum(RELATION_TYPES),
  issues: z.array(id).min(1, { error: () => l10n.t('Select at least one work item.') }),
});
export const relationRemoval = z.strictObject({ related_issue: id });

/** A relation that was just created; its type is the stored direction. */
export const relation = z.looseObject({ id, relation_type: z.string().nullish() });
