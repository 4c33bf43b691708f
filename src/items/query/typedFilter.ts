// What the user types into the box of the filter: words, and conditions of the text form such as `is:open`.

import { FILTER_FIELDS } from '../filter/fields.ts';
import { type Filter, withTypedText } from '../filter/filter.ts';
import type { GetFieldNames } from '../filter/names.ts';
import type { ViewQuery } from '../grouping/choices.ts';
import { type ParsedQuery, parseQuery } from './parseQuery.ts';
import { GROUP_KEY, SORT_KEY } from './queryKeys.ts';
import { type TextRange, type Token, tokensOf } from './tokens.ts';

const KEYS: ReadonlySet<string> = new Set([...FILTER_FIELDS, SORT_KEY, GROUP_KEY]);

export interface TypedFilter {
  /** The base with the words and the valid conditions of the text. */
  readonly query: ViewQuery;
  /** All conditions of the text, with the offsets of mistakes in it; undefined if the text has only words. */
  readonly conditions: ParsedQuery | undefined;
}

/**
 * Applies a typed text to the query `base`. The words replace the words of `base`. A condition replaces the conditions
 * of `base` on the same field. A part with an unknown key, for example an address, is a word.
 */
export function applyTypedText(base: ViewQuery, text: string, names: GetFieldNames): TypedFilter {
  const tokens = tokensOf(text).filter(isCondition);
  const words = without(text, tokens);
  let query: ViewQuery = { ...base, filter: withTypedText(base.filter, words) };
  if (tokens.length === 0) return { query, conditions: undefined };
  const replacedFields = new Set<string>();
  for (const token of tokens) {
    const parsed = parseQuery(text.slice(token.start, token.end), names);
    if (!('query' in parsed)) continue;
    const { filter, sortBy, descending, groupBy } = parsed.query;
    const key = keyOf(token);
    if (key === SORT_KEY) query = { ...query, sortBy, descending };
    else if (key === GROUP_KEY) query = { ...query, groupBy };
    else {
      // Several conditions on one field are typed on purpose, so only the first one replaces those of `base`.
      const isReplacing = !token.isExcluded && !replacedFields.has(key);
      if (isReplacing) replacedFields.add(key);
      const otherTerms = isReplacing ? withoutField(query.filter, key) : query.filter;
      query = { ...query, filter: [...otherTerms, ...filter] };
    }
  }
  const wordTokens = tokensOf(text).filter((token) => !isCondition(token));
  return { query, conditions: parseQuery(without(text, wordTokens), names) };
}

function keyOf({ key }: Token): string {
  return key?.text.toLowerCase() ?? '';
}

function isCondition(token: Token): boolean {
  return KEYS.has(keyOf(token));
}

/** Returns the text with spaces in place of the ranges, so that all other parts keep their offsets. */
function without(text: string, ranges: readonly TextRange[]): string {
  return ranges.reduce(
    (rest, { start, end }) => rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end),
    text,
  );
}

/** Returns the filter without the conditions that select values of the field. */
function withoutField(filter: Filter, field: string): Filter {
  return filter.filter((term) => term.isExcluded || term.field !== field || field === 'text');
}
