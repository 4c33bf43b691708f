// Chooses the form of a text for a count.
import { displayLanguage } from './displayLanguage.ts';

/** The forms of a text: `one` as in English for 1, `other` for any other number. */
export interface PluralForms {
  readonly one: string;
  readonly other: string;
}

/** Returns the form that the language of the texts uses for the count; `other` for a form that English does not have. */
export function plural(count: number, { one, other }: PluralForms): string {
  return new Intl.PluralRules(displayLanguage()).select(count) === 'one' ? one : other;
}
