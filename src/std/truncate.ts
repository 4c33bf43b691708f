// Shortens text to one line or to a length.

/** In UTF-16 code units: the text that is read after the cut. The longest emoji of Unicode is half as long. */
const LONGEST_CHARACTER = 32;

/** Returns the text with each run of white space, including line breaks, as one space, and none at the ends. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/**
 * Returns at most `most` UTF-16 code units: of a longer text, its start and an ellipsis. A grapheme (an emoji, a letter
 * with its accents) is not cut.
 */
export function truncate(text: string, most: number): string {
  if (text.length <= most) return text;
  const last = new Intl.Segmenter('en').segment(text.slice(0, most + LONGEST_CHARACTER)).containing(most - 1);
  return `${text.slice(0, last?.index ?? 0).trimEnd()}…`;
}
