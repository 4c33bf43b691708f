// Formats a copied link to a work item as Markdown that shows the item's name.

import { plainName } from '../std/displayName.ts';

/**
 * Returns `[WEB-12 Name](address)` on one line. The name contains no markup, and neither the name nor the address can
 * end the link.
 */
export function markdownLink(text: string, address: string): string {
  return `[${linkText(text)}](${address
    .replaceAll(/[()<>\s]/g, encodeURIComponent)
    .replaceAll('(', '%28')
    .replaceAll(')', '%29')})`;
}

/**
 * Escapes only characters that have a meaning inside a line, so that the text is also readable unrendered. Removes
 * controls and invisible characters.
 */
function linkText(text: string): string {
  return plainName(text)
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/\p{Cs}/gu, '')
    .trim()
    .replaceAll(/[\\`*_[\]<>~&|$]/g, '\\$&');
}
