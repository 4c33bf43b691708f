// Returns the keys that a schema knows.

/** Returns the shape of an object schema; an empty object for any other. */
export function shapeOf(schema: unknown): Readonly<Record<string, unknown>> {
  if (typeof schema !== 'object' || schema === null || !('shape' in schema)) return {};
  const { shape } = schema;
  return typeof shape === 'object' && shape !== null ? { ...shape } : {};
}
