// Chooses the form of a text for a count.
import { displayLanguage } from './displayLanguage.ts';

/** The forms of a text. In English, `one` is the form for 1, and `other` the form for all other numbers. */
export interface PluralForms {
  readonly one: string;
  readonly other: string;
}

/** Returns the form for the count in the display language; `other` where that language needs a third form. */
export function plural(count: number, { one, other }: PluralForms): string {
  return new Intl.PluralRules(displayLanguage()).select(count) === 'one' ? one : other;
}
