// Compares a typed search text with other text, ignoring case and surrounding white space.

/** Returns the typed words in lower case. */
export function searchWords(typed: string): string[] {
  return typed.toLowerCase().split(/\s+/).filter(Boolean);
}

/** Whether `text` contains the whole typed text, ignoring case. An empty `typed` is contained in every text. */
export function includesSearchText(text: string, typed: string): boolean {
  return text.toLowerCase().includes(typed.trim().toLowerCase());
}
