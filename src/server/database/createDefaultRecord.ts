// Derives the default values of a record's fields from its schema.
import type * as z from 'zod';

/** Candidates for a default value, in the order of preference: a nullable field is null, not `''`. */
const EMPTY_VALUES = [null, '', 0, false, [], {}];

/**
 * Returns a record in which every field of the schema has the first value of `EMPTY_VALUES` that the field accepts, or
 * `''` if the field accepts none of these values, for example an id. `overrides` replaces values, and adds fields that
 * real servers send but the schema does not declare.
 */
export function createDefaultRecord<S extends z.ZodObject>(schema: S, overrides: Partial<z.output<S>>): z.output<S> {
  const defaults = Object.entries(schema.shape).map(([field, shape]) => [field, emptyValueOf(shape as z.ZodType)]);
  return { ...Object.fromEntries(defaults), ...overrides } as z.output<S>;
}

function emptyValueOf(shape: z.ZodType): unknown {
  const firstValidResult = EMPTY_VALUES.map((value) => shape.safeParse(value)).find((result) => result.success);
  return firstValidResult === undefined ? '' : firstValidResult.data;
}
