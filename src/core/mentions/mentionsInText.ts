// Finds the mentions that are shown as links: at most a fixed number, and none in binary text or in URLs.
import type { IdentifierMatch, IdentifierMatcher } from './identifiers.ts';

const MAX_CHARACTERS = 5_000_000;
const MAX_LINKED_MENTIONS = 10_000;
/** A text is binary if one of its first characters is NUL. */
const BINARY_CHECK_CHARACTERS = 8_000;
const MAX_URL_LENGTH = 2_000;

/** Returns the mentions that are shown as links. Only the start of a very large text is searched. */
export function mentionsInText(text: string, matcher: IdentifierMatcher): readonly IdentifierMatch[] {
  if (text.slice(0, BINARY_CHECK_CHARACTERS).includes('\0')) return [];
  const searchedText = text.length > MAX_CHARACTERS ? text.slice(0, MAX_CHARACTERS) : text;
  return matcher.find(searchedText, MAX_LINKED_MENTIONS).filter(({ start }) => !isInUrl(searchedText, start));
}

/** Whether the offset is within a URL, which VS Code already shows as a link. */
function isInUrl(text: string, start: number): boolean {
  const textBefore = text.slice(Math.max(0, start - MAX_URL_LENGTH), start);
  const schemeIndex = textBefore.lastIndexOf('://');
  return schemeIndex >= 0 && !/\s/.test(textBefore.slice(schemeIndex));
}
