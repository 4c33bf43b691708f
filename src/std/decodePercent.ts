// Decodes URLs.

/** Decodes percent escapes. Returns the text unchanged if one of them is invalid. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
