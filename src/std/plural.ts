// Chooses the form of a word for a count.

/** The forms of English: `one` for 1, `other` for any other number. */
export interface PluralForms {
  readonly one: string;
  readonly other: string;
}

const RULES = new Intl.PluralRules('en');

/** Returns the form for the count, without the count itself: the caller formats that. */
export function plural(count: number, { one, other }: PluralForms): string {
  return RULES.select(count) === 'one' ? one : other;
}
