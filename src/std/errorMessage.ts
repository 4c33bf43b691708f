// Returns the message of a thrown value, which need not be an Error.

/** Returns the message of an Error, or `fallback` if another value was thrown. */
export function errorMessage(thrown: unknown, fallback = 'unknown'): string {
  return thrown instanceof Error ? thrown.message : fallback;
}
