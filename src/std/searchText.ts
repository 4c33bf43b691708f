// Owns how typed text is compared with what it may find: without regard to case and to white space around it.

/** Returns the typed words in lower case. */
export function wordsIn(typed: string): string[] {
  return typed.toLowerCase().split(/\s+/).filter(Boolean);
}

/** Whether the text has what was typed, as one piece. Nothing typed is in every text. */
export function includesTyped(text: string, typed: string): boolean {
  return text.toLowerCase().includes(typed.trim().toLowerCase());
}
