// The filter of work items as data. The text form, the pickers and the evaluation derive from it and from fields.ts.
import * as z from 'zod';
import { FILTER_FIELDS, type FilterField } from './fields.ts';

const term = z.object({
  field: z.enum(FILTER_FIELDS),
  values: z.array(z.string()).min(1).readonly(),
  isExcluded: z.boolean(),
});

/**
 * A condition on one field: the work item has one of the values or, if `isExcluded`, none of them. '' is for work items
 * without a value. Users are ids, names or `me`; priorities, dates and statuses are written as in the text form; states,
 * labels, types, modules and cycles are names, because several projects have the same names. A term of the field `text`
 * has one value: a word, or a phrase with spaces.
 */
export type FilterTerm = z.output<typeof term>;

/** A work item matches the filter if it meets every term. */
export type Filter = readonly FilterTerm[];

export const NO_FILTER: Filter = [];

export function isFiltering(filter: Filter): boolean {
  return filter.length > 0;
}

/** The names of the fields in filters that version 0.1.0 stored. */
const LEGACY_FIELDS = [
  ['states', 'state'],
  ['priorities', 'priority'],
  ['assignees', 'assignee'],
  ['labels', 'label'],
  ['types', 'type'],
] as const;

const legacyFilter = z
  .object({
    text: z.string(),
    states: z.array(z.string()),
    priorities: z.array(z.string()),
    assignees: z.array(z.string()),
    labels: z.array(z.string()),
    types: z.array(z.string()),
  })
  .transform((stored): Filter => {
    const fieldTerms = LEGACY_FIELDS.flatMap(([earlier, field]) => termsOf(field, stored[earlier]));
    return [...wordTerms(stored.text.split(/\s+/)), ...fieldTerms];
  });

/** Parses a stored filter, also in the form of version 0.1.0. */
export const storedFilter: z.ZodType<Filter> = z.union([z.array(term).readonly(), legacyFilter]);

/** Returns the term that selects the values; an empty filter if there are no values. */
function termsOf(field: FilterField, values: readonly string[]): Filter {
  return values.length === 0 ? [] : [{ field, values, isExcluded: false }];
}

function wordTerms(words: readonly string[]): Filter {
  return words.filter((word) => word !== '').map((word) => ({ field: 'text', values: [word], isExcluded: false }));
}

/**
 * Returns the values that a picker of the field shows as selected: the values of the field's first term that is not an
 * exclusion.
 */
export function selectedValues(filter: Filter, field: FilterField): readonly string[] {
  return filter.find((one) => one.field === field && !one.isExcluded)?.values ?? [];
}

/**
 * Returns the filter in which `values` replace the selected values of the field. Exclusions and further terms of the
 * field do not change.
 */
export function withValues(filter: Filter, field: FilterField, values: readonly string[]): Filter {
  const index = filter.findIndex((one) => one.field === field && !one.isExcluded);
  const newTerm = termsOf(field, values);
  return index === -1 ? [...filter, ...newTerm] : filter.toSpliced(index, 1, ...newTerm);
}

/** Returns the words of the filter as the user types them: separated by spaces, phrases in quotation marks. */
export function typedText(filter: Filter): string {
  return filter
    .flatMap((one) => (isTextTerm(one) ? one.values.map((word) => (/\s/.test(word) ? `"${word}"` : word)) : []))
    .join(' ');
}

/**
 * Returns the filter with the words of a typed text in place of the filter's words. Text in quotation marks is one
 * phrase.
 */
export function withTypedText(filter: Filter, text: string): Filter {
  const words = [...text.matchAll(/"([^"]*)"?|[^\s"]+/g)].map(([word, phrase]) => phrase?.trim() ?? word);
  return [...wordTerms(words), ...filter.filter((one) => !isTextTerm(one))];
}

function isTextTerm({ field, isExcluded }: FilterTerm): boolean {
  return field === 'text' && !isExcluded;
}
