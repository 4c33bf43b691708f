// Owns the forms in which a link to a work item is copied: a bare address, or Markdown that shows the item's name.

import { plainName } from '../std/displayName.ts';

/**
 * `[WEB-12 Name](address)`, on one line. Nothing in the name is markup, and nothing in it or in the address ends the
 * link.
 */
export function markdownLink(text: string, address: string): string {
  return `[${linkText(text)}](${address
    .replaceAll(/[()<>\s]/g, encodeURIComponent)
    .replaceAll('(', '%28')
    .replaceAll(')', '%29')})`;
}

/**
 * Only what has a meaning inside a line is escaped, so that it reads well unrendered too. Controls and invisible
 * characters go.
 */
function linkText(text: string): string {
  return plainName(text)
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/\p{Cs}/gu, '')
    .trim()
    .replaceAll(/[\\`*_[\]<>~&|$]/g, '\\$&');
}
