// Basic schemas of resources: ids, references, numbers and dates in requests and responses.
import * as l10n from '@vscode/l10n';
import * as z from 'zod';
import { formatCount } from '../std/displayLanguage.ts';
import { MAX_NAME_LENGTH } from './limits.ts';

/** An id is opaque (§2). */
export const id = z.string().min(1);

/** A related record with its fields in place of its id (`expand`, §4). */
export interface Expanded {
  readonly id: string;
  readonly [field: string]: unknown;
}
export type Reference = string | Expanded;

const expanded = z.custom<Expanded>(
  (value) => typeof value === 'object' && value !== null && typeof (value as { id?: unknown }).id === 'string',
  'Expected an id or an object with one',
);

/** A reference is an id, or the record itself if it was expanded. */
export const reference = z.union([id, expanded]) satisfies z.ZodType<Reference>;

/** Null, absent and an object without an id all mean "none": real servers expand an empty foreign key to `{}`. */
export const optionalReference = z.preprocess(
  (value) =>
    value === undefined || value === '' || (typeof value === 'object' && value !== null && !('id' in value))
      ? null
      : value,
  reference.nullable(),
);

/** A list of references; null is an empty list. */
export const references = z.preprocess((value) => value ?? [], z.array(reference));

/** A number, or a number as text: servers differ (`sort_order`, `sequence_id`). */
export const numeric = z.preprocess(
  (value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value),
  z.number(),
);

/** An optional reference that may also be a number, which is converted to text. */
export const numberedReference = z.preprocess(
  (value) => (typeof value === 'number' ? String(value) : value),
  optionalReference,
);

/** ISO 8601 instant, with `Z` or an offset, up to microseconds. */
export const instant = z.string();

/** Calendar date `YYYY-MM-DD` (§2) in a request. */
export const date = z.iso.date({ error: () => l10n.t('Use a date such as 2026-11-20.') });

/** A number in a request. */
export const someNumber = z.number({ error: () => l10n.t('Use a number such as 12.') });

/** Hex color (§2) in a request. */
export const hexColor = z.string().regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, { error: hexColorText });

/** Object in a request. */
export const jsonObject = z.record(z.string(), z.unknown(), {
  error: () => l10n.t('Use a JSON object such as {}.'),
});

/** Name of a record in a request. */
export const requiredName = z
  .string()
  .trim()
  .min(1, { error: () => l10n.t('Enter a name.') })
  .max(MAX_NAME_LENGTH, { error: () => tooLongText(MAX_NAME_LENGTH) });

export function hexColorText(): string {
  return l10n.t('Use a hex color such as #3b82f6.');
}

/** Returns the message for a text with more than `most` characters. */
export function tooLongText(most: number): string {
  return l10n.t('Use at most {0} characters.', formatCount(most));
}

const isId = (value: unknown): boolean => typeof value === 'string' && value !== '';

/**
 * For each schema, a quick check whether a value is valid and needs no conversion. It is faster than the schema. False
 * proves nothing.
 */
export const VALID_AS_IS: ReadonlyMap<z.ZodType, (value: unknown) => boolean> = new Map<
  z.ZodType,
  (value: unknown) => boolean
>([
  [id, isId],
  [reference, isId],
  [optionalReference, (value) => value === null || isId(value)],
  [numberedReference, (value) => value === null || isId(value)],
  [references, (value) => Array.isArray(value) && value.every(isId)],
  [numeric, Number.isFinite],
]);

export function idOf(reference: Reference): string {
  return typeof reference === 'string' ? reference : reference.id;
}
