// Suggests how to complete the text form of a filter at an offset.
import * as l10n from '@vscode/l10n';
import { DATE_WORDS } from '../filter/dateValue.ts';
import { describeValue } from '../filter/describeFilter.ts';
import { FIELD_TABLE, FILTER_FIELDS, type FilterField, fixedValues } from '../filter/fields.ts';
import type { GetFieldNames } from '../filter/names.ts';
import { groupingLabel, sortText } from '../grouping/choices.ts';
import { formatValue } from './formatQuery.ts';
import { GROUP_KEY, GROUP_VALUES, ORDER_BY_WORD, SORT_KEY } from './queryKeys.ts';
import { type TextRange, tokensOf } from './tokens.ts';

export interface Suggestion {
  /** The text that replaces the range. */
  readonly text: string;
  /** What the text means. */
  readonly label: string;
}

/** `start` and `end` delimit the part of the text that each suggestion replaces. */
export interface QueryCompletion extends TextRange {
  readonly suggestions: readonly Suggestion[];
}

const MAX_SUGGESTIONS = 50;
const DATE_EXAMPLES = ['<7d', '<=2w', '>7d'];

/** Returns the keys or values that complete the word at the offset. */
export function completeQuery(text: string, offset: number, names: GetFieldNames): QueryCompletion {
  const token = tokensOf(text).find(({ start, end }) => start < offset && offset <= end);
  if (token === undefined) return { start: offset, end: offset, suggestions: keySuggestions('') };
  const { key } = token;
  if (key === undefined || offset <= key.end) {
    const start = token.isExcluded ? token.start + 1 : token.start;
    const end = key === undefined ? token.end : (token.values[0]?.start ?? token.end);
    return { start, end, suggestions: keySuggestions(text.slice(start, offset)) };
  }
  const value = token.values.find(({ start, end }) => start <= offset && offset <= end);
  if (value === undefined) return { start: offset, end: offset, suggestions: [] };
  const typed = text.slice(value.start, offset).replace(/^["'“”„«]/, '');
  const suggestions = matchingSuggestions(valueSuggestions(key.text.toLowerCase(), names), typed);
  return { start: value.start, end: value.end, suggestions };
}

function keySuggestions(typed: string): readonly Suggestion[] {
  const fields = FILTER_FIELDS.filter((field) => field !== 'text');
  return matchingSuggestions(
    [
      ...fields.map((field) => ({ text: `${field}:`, label: FIELD_TABLE[field].label() })),
      { text: `${SORT_KEY}:`, label: l10n.t('Order') },
      { text: `${GROUP_KEY}:`, label: l10n.t('Grouping') },
    ],
    typed,
  );
}

function valueSuggestions(key: string, names: GetFieldNames): readonly Suggestion[] {
  if (key === SORT_KEY) return [...ORDER_BY_WORD].map(([text, order]) => ({ text, label: sortText(order) }));
  if (key === GROUP_KEY) return GROUP_VALUES.map((by) => ({ text: by, label: groupingLabel(by) }));
  const field = FILTER_FIELDS.find((one) => one === key);
  if (field === undefined || field === 'text') return [];
  return valuesOf(field, names).map((value) => ({
    text: formatValue(field, value, names),
    label: describeValue(field, value, (id) => nameOfId(names(field).values, id)),
  }));
}

/** Returns the values that can be suggested for a field. The last one may be '', for items without a value. */
function valuesOf(field: FilterField, names: GetFieldNames): readonly string[] {
  const { kind, none } = FIELD_TABLE[field];
  const constantValues = fixedValues(field);
  if (constantValues !== undefined) return constantValues;
  const withoutValue = none === undefined ? [] : [''];
  if (kind === 'day' || kind === 'time')
    return [...DATE_WORDS.filter((word) => word !== 'overdue' || field === 'due'), ...DATE_EXAMPLES, ...withoutValue];
  return [...(kind === 'user' ? ['me'] : []), ...names(field).values.map(({ value }) => value), ...withoutValue];
}

function nameOfId(values: ReturnType<GetFieldNames>['values'], id: string): string {
  return values.find(({ value }) => value === id)?.name ?? id;
}

/** Returns the suggestions that contain the typed text; suggestions that start with that text come first. */
function matchingSuggestions(suggestions: readonly Suggestion[], typed: string): readonly Suggestion[] {
  const word = typed.toLowerCase();
  const startsWith = ({ text, label }: Suggestion): boolean =>
    [text.replace(/^"/, ''), label].some((one) => one.toLowerCase().startsWith(word));
  const includes = ({ text, label }: Suggestion): boolean => `${text}\n${label}`.toLowerCase().includes(word);
  return [...suggestions.filter(startsWith), ...suggestions.filter((one) => !startsWith(one) && includes(one))].slice(
    0,
    MAX_SUGGESTIONS,
  );
}
