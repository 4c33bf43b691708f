// Chooses the singular or plural form of a text.
import { displayLanguage } from './displayLanguage.ts';

/** The forms of a text. In English, `one` is the form for 1, and `other` the form for all other numbers. */
export interface PluralForms {
  readonly one: string;
  readonly other: string;
}

/**
 * Returns the form for the count in the display language. If the language has a third form for the count, returns
 * `other`.
 */
export function plural(count: number, { one, other }: PluralForms): string {
  return new Intl.PluralRules(displayLanguage()).select(count) === 'one' ? one : other;
}
