// Joins the lines of a text, and truncates text to a maximum length.

/** Number of UTF-16 code units that are examined after the cut. The longest emoji of Unicode is half as long. */
const LONGEST_GRAPHEME = 32;

/** Returns the text without white space at its ends, and with a single space for any other white space. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/**
 * Returns the text if it has at most `maxLength` UTF-16 code units, else its start and an ellipsis. A grapheme (an
 * emoji, a letter with its accents) is not cut.
 */
export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const cutGrapheme = new Intl.Segmenter('en')
    .segment(text.slice(0, maxLength + LONGEST_GRAPHEME))
    .containing(maxLength - 1);
  return `${text.slice(0, cutGrapheme?.index ?? 0).trimEnd()}…`;
}
