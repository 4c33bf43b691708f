// Finds the identifier of one work item in a text.
import { IdentifierMatcher } from './identifiers.ts';
import type { TextSpan } from './mentions.ts';

/** Returns a function that finds all occurrences of the identifier in a text, by the same rules as all mentions. */
export function createIdentifierFinder(identifier: string): (text: string) => readonly TextSpan[] {
  const dashIndex = identifier.lastIndexOf('-');
  const matcher = new IdentifierMatcher([identifier.slice(0, dashIndex)]);
  const dashAndNumber = identifier.slice(dashIndex);
  return (text) =>
    text.includes(dashAndNumber) ? matcher.find(text).filter((mention) => mention.identifier === identifier) : [];
}
