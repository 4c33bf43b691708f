// Owns the one question asked of a schema beyond parsing: which keys it knows.

/** The keys of an object schema; nothing for any other. */
export function shapeOf(schema: unknown): Readonly<Record<string, unknown>> {
  if (typeof schema !== 'object' || schema === null || !('shape' in schema)) return {};
  const { shape } = schema;
  return typeof shape === 'object' && shape !== null ? { ...shape } : {};
}
