// Limits what is searched for mentions: no binary text, no web addresses, and only the start of a
// very large text.
import type { IdentifierMatch, Matcher } from './identifiers.ts';

const MOST_CHARACTERS = 5_000_000;
const MOST_MENTIONS = 10_000;
/** Binary text has a NUL character near the start. */
const LOOKED_AT_FOR_BINARY = 8_000;
const LONGEST_ADDRESS = 2_000;

/** Returns the mentions of a text that become links. */
export function mentionsInText(text: string, matcher: Matcher): readonly IdentifierMatch[] {
  if (text.slice(0, LOOKED_AT_FOR_BINARY).includes('\0')) return [];
  const read = text.length > MOST_CHARACTERS ? text.slice(0, MOST_CHARACTERS) : text;
  return matcher.find(read, MOST_MENTIONS).filter(({ start }) => !isInAddress(read, start));
}

/** A web address is a link itself, so mentions in it are skipped. */
function isInAddress(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - LONGEST_ADDRESS), start);
  const scheme = before.lastIndexOf('://');
  return scheme >= 0 && !/\s/.test(before.slice(scheme));
}
