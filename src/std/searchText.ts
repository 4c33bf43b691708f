// Compares typed search text with other text: ignores case and surrounding white space.

/** Returns the typed words in lower case. */
export function wordsIn(typed: string): string[] {
  return typed.toLowerCase().split(/\s+/).filter(Boolean);
}

/** Whether the text contains what was typed, as one piece. Every text contains an empty string. */
export function includesTyped(text: string, typed: string): boolean {
  return text.toLowerCase().includes(typed.trim().toLowerCase());
}
