// Gets the message of a thrown value.

/** Returns the message of an error, and `otherwise` for any other value, whose content is unknown. */
export function errorMessage(thrown: unknown, otherwise = 'unknown'): string {
  return thrown instanceof Error ? thrown.message : otherwise;
}
