// Formats words: capital letters, constants, sentences and lists.
import { displayLanguage } from './displayLanguage.ts';

/** Returns the text with its first letter in upper case. */
export function capitalize(text: string): string {
  return text.replace(/^./u, (letter) => letter.toUpperCase());
}

/** Returns a constant of the API as a label: `ON_HOLD` and `on-hold` as `On hold`. */
export function humanize(constant: string): string {
  return capitalize(constant.toLowerCase().replaceAll(/[-_]/g, ' '));
}

/** Returns the text as a sentence, with a period if it has no punctuation at its end. */
export function withPeriod(text: string): string {
  return /[\p{Sentence_Terminal}…]$/u.test(text) ? text : `${text}.`;
}

/** Returns `a`, `a and b` or `a, b, and c`. */
export function formatList(items: readonly string[]): string {
  return new Intl.ListFormat(displayLanguage()).format(items);
}
