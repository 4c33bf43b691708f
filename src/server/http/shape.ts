// Returns the fields of an object schema.

/** Returns the schema of each field of an object schema; an empty object for any other kind of schema. */
export function shapeOf(schema: unknown): Readonly<Record<string, unknown>> {
  if (typeof schema !== 'object' || schema === null || !('shape' in schema)) return {};
  const { shape } = schema;
  return typeof shape === 'object' && shape !== null ? { ...shape } : {};
}
