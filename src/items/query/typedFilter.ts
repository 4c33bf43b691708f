// What the user types into the box of the filter: words, and conditions of the text form such as `is:open`.

import { type Filter, withTypedText } from '../filter/filter.ts';
import type { GetFieldNames } from '../filter/names.ts';
import type { ViewQuery } from '../grouping/choices.ts';
import { isOperator, type ParsedQuery, parseQuery } from './parseQuery.ts';
import { GROUP_KEY, isKey, isMistypedKey, SORT_KEY } from './queryKeys.ts';
import { type TextRange, type Token, tokensOf } from './tokens.ts';

export interface TypedFilter {
  /** The base with the words and the valid conditions of the text. */
  readonly query: ViewQuery;
  /** All conditions of the text, with the offsets of mistakes in it; undefined if the text has only words. */
  readonly conditions: ParsedQuery | undefined;
}

/**
 * Applies a typed text to the query `base`. The words replace the words of `base`. A condition replaces the conditions
 * of `base` on the same field. A part with an unknown key, for example an address, is a word, unless it is a misspelled
 * condition.
 */
export function applyTypedText(base: ViewQuery, text: string, names: GetFieldNames): TypedFilter {
  const allTokens = tokensOf(text);
  const tokens = allTokens.filter((token) => isCondition(token));
  const isWord = (token: Token): boolean => !tokens.includes(token) && !isOperator(token, tokens);
  const wordTokens = allTokens.filter(isWord);
  const words = without(
    text,
    allTokens.filter((token) => !isWord(token)),
  );
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
  return { query, conditions: parseQuery(without(text, wordTokens), names) };
}

function keyOf({ key }: Token): string {
  return key?.text.toLowerCase() ?? '';
}

/** A condition with a misspelled key is a condition too: as a word, it would match nothing, and nothing would say why. */
function isCondition({ key, values: [value] }: Token): boolean {
  return key !== undefined && (isKey(key.text) || isMistypedKey(key.text, value?.text ?? ''));
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
