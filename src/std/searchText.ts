// Compares a typed search text with other text, ignoring case and surrounding white space.

/** Returns the typed words in lower case. */
export function searchWords(typed: string): string[] {
  return typed.toLowerCase().split(/\s+/).filter(Boolean);
}

/** Whether `text` contains the whole typed text, ignoring case. Returns true if `typed` is empty. */
export function includesSearchText(text: string, typed: string): boolean {
  return text.toLowerCase().includes(typed.trim().toLowerCase());
}
