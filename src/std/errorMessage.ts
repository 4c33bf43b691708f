// Owns the text of a thrown value.

/**
 * Returns the message of an error, and `otherwise` for anything else that can be thrown: what is in that is not known.
 */
export function errorMessage(thrown: unknown, otherwise = 'unknown'): string {
  return thrown instanceof Error ? thrown.message : otherwise;
}
