// Finds one identifier in a text.
import { Matcher } from './identifiers.ts';
import type { TextSpan } from './mentions.ts';

/** Returns a function that finds the identifier by the same rules as the matcher of all mentions. */
export function matcherFor(identifier: string): (text: string) => readonly TextSpan[] {
  const dash = identifier.lastIndexOf('-');
  const matcher = new Matcher([identifier.slice(0, dash)]);
  const number = identifier.slice(dash);
  return (text) =>
    text.includes(number) ? matcher.find(text).filter((mention) => mention.identifier === identifier) : [];
}
