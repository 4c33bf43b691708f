// Formats text for the user interface: capital letters, labels of constants, sentences, lists and initials.
import { displayLanguage } from './displayLanguage.ts';

/** Returns the text with its first letter in upper case. */
export function capitalize(text: string): string {
  return text.replace(/^./u, (letter) => letter.toUpperCase());
}

/** Returns a label for a constant of the API: `On hold` for `ON_HOLD` and for `on-hold`. */
export function humanize(constant: string): string {
  return capitalize(constant.toLowerCase().replaceAll(/[-_]/g, ' '));
}

/** Returns the text with a period at its end, unless it already ends with a punctuation mark. */
export function withPeriod(text: string): string {
  return /[\p{Sentence_Terminal}…]$/u.test(text) ? text : `${text}.`;
}

/** Returns `a`, `a and b` or `a, b, and c` in the display language; with the type `disjunction`, “or” for “and”. */
export function formatList(items: readonly string[], type: Intl.ListFormatType = 'conjunction'): string {
  return new Intl.ListFormat(displayLanguage(), { type }).format(items);
}

/** Returns the first characters of the first and last word of a name, in upper case; '' for a name without letters. */
export function initialsOf(name: string): string {
  const characters = [...name.matchAll(/([\p{L}\p{N}])\S*/gu)].map(([, first = '']) => first);
  return [...characters.slice(0, 1), ...characters.slice(1).slice(-1)].join('').toLocaleUpperCase();
}
