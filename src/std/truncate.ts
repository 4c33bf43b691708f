// Owns making text fit into one line and into a length.

/** In UTF-16 code units. So much is looked at behind the cut; the longest emoji of Unicode has half of that. */
const LONGEST_CHARACTER = 32;

/** Returns the text with each run of white space, line breaks among it, as one space, and none at the ends. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/**
 * Returns at most `most` UTF-16 code units: where the text is longer, its beginning and an ellipsis. What a reader sees
 * as one character (an emoji, a letter with its accents) is not cut in two.
 */
export function truncate(text: string, most: number): string {
  if (text.length <= most) return text;
  const last = new Intl.Segmenter('en').segment(text.slice(0, most + LONGEST_CHARACTER)).containing(most - 1);
  return `${text.slice(0, last?.index ?? 0).trimEnd()}…`;
}
