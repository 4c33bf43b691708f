// Schemas of the relations between work items.
import * as l10n from '@vscode/l10n';
import * as z from 'zod';
import { id } from '../schema/wire.ts';

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

/** The id of the related work item. Some servers send an object that contains the id. */
const relatedItem = z.union([id, z.looseObject({ issue_id: id })]);
const relatedItems = z.array(relatedItem).nullish();

/** Related work items by relation type. */
export const relations = z.looseObject({
  blocking: relatedItems,
  blocked_by: relatedItems,
  duplicate: relatedItems,
  relates_to: relatedItems,
  start_after: relatedItems,
  start_before: relatedItems,
  finish_after: relatedItems,
  finish_before: relatedItems,
});

export const newRelation = z.strictObject({
  relation_type: z.enum(RELATION_TYPES),
  issues: z.array(id).min(1, { error: () => l10n.t('Select at least one work item.') }),
});
export const relationRemoval = z.strictObject({ related_issue: id });

/** The response to a request that creates a relation. `relation_type` is the direction that the server stores. */
export const relation = z.looseObject({ id, relation_type: z.string().nullish() });

/** For each relation type, the type of the same relation as seen from the other work item. */
export const INVERSE_RELATION_TYPES: Readonly<Record<RelationType, RelationType>> = {
  blocking: 'blocked_by',
  blocked_by: 'blocking',
  duplicate: 'duplicate',
  relates_to: 'relates_to',
  start_after: 'start_before',
  start_before: 'start_after',
  finish_after: 'finish_before',
  finish_before: 'finish_after',
};

/** The types that servers store. They store a relation of another type with its work items exchanged. */
export type StoredRelation = 'blocked_by' | 'duplicate' | 'relates_to' | 'start_before' | 'finish_before';

/** For each type, the type under which servers store it, and whether they store it with the work items exchanged. */
export const STORED_RELATIONS: Readonly<Record<RelationType, readonly [type: StoredRelation, isReversed: boolean]>> = {
  blocked_by: ['blocked_by', false],
  blocking: ['blocked_by', true],
  duplicate: ['duplicate', false],
  relates_to: ['relates_to', false],
  start_before: ['start_before', false],
  start_after: ['start_before', true],
  finish_before: ['finish_before', false],
  finish_after: ['finish_before', true],
};
