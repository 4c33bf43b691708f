// Basic schemas of resources: ids, references, numbers and dates in requests and responses.
import * as l10n from '@vscode/l10n';
import * as z from 'zod';
import { formatCount } from '../../std/displayLanguage.ts';
import { MAX_NAME_LENGTH } from './limits.ts';

/** The id of a record. Its format is not defined (specification §2). */
export const id = z.string().min(1);

/** A related record, which `expand` (specification §4) puts in place of its id. */
export interface ExpandedReference {
  readonly id: string;
  readonly [field: string]: unknown;
}
export type Reference = string | ExpandedReference;

const expandedReference = z.custom<ExpandedReference>(
  (value) => typeof value === 'object' && value !== null && typeof (value as { id?: unknown }).id === 'string',
  'Expected an id, or an object with an id',
);

/** A reference is an id, or the related record if `expand` was used. */
export const reference = z.union([id, expandedReference]) satisfies z.ZodType<Reference>;

/**
 * A reference or null. A missing value, an empty text and an object without an id are converted to null, because real
 * servers send `{}` for an empty reference if `expand` was used.
 */
export const optionalReference = z.preprocess(
  (value) =>
    value === undefined || value === '' || (typeof value === 'object' && value !== null && !('id' in value))
      ? null
      : value,
  reference.nullable(),
);

/** A list of references. Null is converted to an empty list. */
export const references = z.preprocess((value) => value ?? [], z.array(reference));

/** A number. Text is converted, because some servers send `sort_order` or `sequence_id` as text. */
export const numeric = z.preprocess(
  (value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value),
  z.number(),
);

/** An optional reference. A number is converted to text. */
export const optionalReferenceOrNumber = z.preprocess(
  (value) => (typeof value === 'number' ? String(value) : value),
  optionalReference,
);

/** A time in ISO 8601 format, with `Z` or an offset, and with up to six decimal places of a second. */
export const isoTimestamp = z.string();

/** A date `YYYY-MM-DD` (specification §2) in a request. */
export const date = z.iso.date({ error: () => l10n.t('Use a date such as 2026-11-20.') });

/** A number in a request. */
export const requestNumber = z.number({ error: () => l10n.t('Use a number such as 12.') });

/** A hex color (specification §2) in a request. */
export const hexColor = z.string().regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, { error: hexColorText });

/** A JSON object in a request. */
export const jsonObject = z.record(z.string(), z.unknown(), {
  error: () => l10n.t('Use a JSON object such as {}.'),
});

/** The name of a record in a request. */
export const requiredName = z
  .string()
  .trim()
  .min(1, { error: () => l10n.t('Enter a name.') })
  .max(MAX_NAME_LENGTH, { error: () => tooLongText(MAX_NAME_LENGTH) });

export function hexColorText(): string {
  return l10n.t('Use a hex color such as #3b82f6.');
}

/** Returns the message for a text with more than `maxLength` characters. */
export function tooLongText(maxLength: number): string {
  return l10n.t('Use at most {0} characters.', formatCount(maxLength));
}

const isId = (value: unknown): boolean => typeof value === 'string' && value !== '';

/**
 * For each schema, a check that is faster than the schema. If the check returns true, the value is valid and needs no
 * conversion; if it returns false, the value must be parsed with the schema.
 */
export const QUICK_CHECK_BY_SCHEMA: ReadonlyMap<z.ZodType, (value: unknown) => boolean> = new Map<
  z.ZodType,
  (value: unknown) => boolean
>([
  [id, isId],
  [reference, isId],
  [optionalReference, (value) => value === null || isId(value)],
  [optionalReferenceOrNumber, (value) => value === null || isId(value)],
  [references, (value) => Array.isArray(value) && value.every(isId)],
  [numeric, Number.isFinite],
]);

export function idOf(reference: Reference): string {
  return typeof reference === 'string' ? reference : reference.id;
}
