// Derives the default values of a record's fields from its schema.
import type * as z from 'zod';

/** Tried in this order: a field that may be null is null. */
const EMPTY_VALUES = [null, '', 0, false, [], {}];

/**
 * Returns a record with every field of the schema set to the first empty value that the schema accepts. `others`
 * overrides these values: defaults, and fields that real servers send and no schema declares. A field that accepts no
 * empty value, for example an id, is `''` until it is set.
 */
export function blankOf<S extends z.ZodObject>(schema: S, others: Partial<z.output<S>>): z.output<S> {
  const implied = Object.entries(schema.shape).map(([field, shape]) => [field, emptyValueOf(shape as z.ZodType)]);
  return { ...Object.fromEntries(implied), ...others } as z.output<S>;
}

function emptyValueOf(shape: z.ZodType): unknown {
  const accepted = EMPTY_VALUES.map((value) => shape.safeParse(value)).find((result) => result.success);
  return accepted === undefined ? '' : accepted.data;
}
