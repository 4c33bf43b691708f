// Joins the lines of a text, and truncates text to a maximum length.

/**
 * Number of UTF-16 code units after `maxLength` that are searched for the end of a grapheme. The longest emoji of
 * Unicode has half as many.
 */
const MAX_GRAPHEME_LENGTH = 32;

/** Trims the text, and replaces any other white space with a single space. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/**
 * Returns the text if it has at most `maxLength` UTF-16 code units, otherwise the start of the text and an ellipsis.
 * Never cuts inside a grapheme (an emoji, a letter with its accents).
 */
export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const graphemeAtLimit = new Intl.Segmenter('en')
    .segment(text.slice(0, maxLength + MAX_GRAPHEME_LENGTH))
    .containing(maxLength - 1);
  return `${text.slice(0, graphemeAtLimit?.index ?? 0).trimEnd()}…`;
}
