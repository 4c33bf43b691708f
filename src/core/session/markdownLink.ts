// Formats a copied link to a work item as Markdown with the name of the work item.

import { plainName } from '../../std/displayName.ts';

/**
 * Returns `[WEB-12 Name](URL)` on one line. The text and the URL are escaped, so that the text contains no markup, and
 * no character in them ends the link early.
 */
export function markdownLink(text: string, url: string): string {
  return `[${linkText(text)}](${url
    .replaceAll(/[()<>\s]/g, encodeURIComponent)
    .replaceAll('(', '%28')
    .replaceAll(')', '%29')})`;
}

/**
 * Escapes only the characters that have a meaning inside a line of Markdown, so that the text is readable even if it is
 * not rendered. Removes control characters and invisible characters.
 */
function linkText(text: string): string {
  return plainName(text)
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/\p{Cs}/gu, '')
    .trim()
    .replaceAll(/[\\`*_[\]<>~&|$]/g, '\\$&');
}
