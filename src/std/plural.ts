// Owns which form a word has beside a count.

/** The forms of English: `one` beside 1, `other` beside any other number. */
export interface PluralForms {
  readonly one: string;
  readonly other: string;
}

const RULES = new Intl.PluralRules('en');

/** Returns the form beside the count, without the count itself: how that is written is up to the text. */
export function plural(count: number, { one, other }: PluralForms): string {
  return RULES.select(count) === 'one' ? one : other;
}
