// Parses the text form of a filter with its order and grouping.
import * as l10n from '@vscode/l10n';
import { isDateValue } from '../filter/dateValue.ts';
import { FIELD_TABLE, FILTER_FIELDS, type FilterField, fixedValues } from '../filter/fields.ts';
import type { FilterTerm } from '../filter/filter.ts';
import { closestName, type GetFieldNames } from '../filter/names.ts';
import { DEFAULT_CHOICES, type ViewQuery } from '../grouping/choices.ts';
import { formatValue } from './formatQuery.ts';
import { GROUP_KEY, GROUP_VALUES, ORDER_BY_WORD, SORT_KEY } from './queryKeys.ts';
import { type TextRange, type Token, type TokenValue, tokensOf } from './tokens.ts';

/** An invalid part of the text. */
export interface QueryProblem extends TextRange {
  /** Short, without a period, because a row of a picker shows it. */
  readonly message: string;
  /** A sentence that says what to enter instead. */
  readonly hint?: string;
  /** A correction: the text that the user may have meant for this part. */
  readonly fix?: string;
}

/**
 * `warnings` are about unknown names of fields whose names are not all loaded. These names are part of the query,
 * because the server may have records with these names.
 */
export type ParsedQuery =
  | { readonly query: ViewQuery; readonly warnings: readonly QueryProblem[] }
  | { readonly problems: readonly [QueryProblem, ...QueryProblem[]] };

type ParsedPart<T> = { readonly value: T } | { readonly problem: QueryProblem };

/** Parses `is:open assignee:me label:bug,"needs review" due:<7d -priority:none sort:priority group:state words`. */
export function parseQuery(text: string, names: GetFieldNames): ParsedQuery {
  const filter: FilterTerm[] = [];
  const problems: QueryProblem[] = [];
  const warnings: QueryProblem[] = [];
  let { groupBy, sortBy, descending }: ViewQuery = DEFAULT_CHOICES;
  const applyPart = <T>(part: ParsedPart<T>, use: (value: T) => void): void => {
    if ('problem' in part) problems.push(part.problem);
    else use(part.value);
  };
  for (const token of tokensOf(text)) {
    const unclosedValue = token.values.find(({ isUnclosed }) => isUnclosed);
    const key = token.key?.text.toLowerCase() ?? 'text';
    const field = FILTER_FIELDS.find((one) => one === key);
    if (unclosedValue !== undefined)
      problems.push({ ...rangeOf(unclosedValue), message: l10n.t('Missing closing quotation mark') });
    else if (key === SORT_KEY)
      applyPart(parseSingleValue(token, [...ORDER_BY_WORD.keys()]), (word) => {
        ({ sortBy, descending } = ORDER_BY_WORD.get(word) ?? DEFAULT_CHOICES);
      });
    else if (key === GROUP_KEY)
      applyPart(parseSingleValue(token, GROUP_VALUES), (by) => {
        groupBy = by;
      });
    else if (field === undefined) problems.push(unknownField(token));
    else {
      const values: string[] = [];
      for (const value of token.values) {
        const parsed = parseValue(field, value, names, (warning) => warnings.push(warning));
        applyPart(parsed, (one) => values.push(one));
      }
      filter.push({ field, values, isExcluded: token.isExcluded });
    }
  }
  const [first, ...others] = problems;
  if (first !== undefined) return { problems: [first, ...others] };
  return { query: { filter, groupBy, sortBy, descending }, warnings };
}

function rangeOf({ start, end }: TextRange): TextRange {
  return { start, end };
}

function unknownField({ key, start, end }: Token): QueryProblem {
  const typed = key?.text ?? '';
  return {
    ...rangeOf(key ?? { start, end }),
    message: l10n.t('Unknown field “{0}”', typed),
    ...suggestionOr(
      closestName(typed, [...FILTER_FIELDS, SORT_KEY, GROUP_KEY]),
      l10n.t('To search for this text, put it in quotation marks.'),
    ),
  };
}

/** Returns the hint that suggests the correction; `hint` if there is no correction. */
function suggestionOr(fix: string | undefined, hint: string): Pick<QueryProblem, 'hint' | 'fix'> {
  return fix === undefined ? { hint } : { hint: suggestionOf(fix), fix };
}

function suggestionOf(name: string): string {
  return l10n.t('Did you mean “{0}”?', name);
}

/** Returns the message and the hint of a problem as one text. */
export function problemText({ message, hint }: Pick<QueryProblem, 'message' | 'hint'>): string {
  return hint === undefined ? message : l10n.t('{0}. {1}', message, hint);
}

/** Returns the value of `sort` or `group`, which have one value and no exclusion. */
function parseSingleValue<Word extends string>(token: Token, words: readonly Word[]): ParsedPart<Word> {
  const [value, second] = token.values;
  if (token.isExcluded || second !== undefined || value === undefined)
    return {
      problem: {
        ...rangeOf(token),
        message: l10n.t('Only one value is allowed'),
        hint: l10n.t("“sort” and “group” can't have a “-” before them."),
      },
    };
  return parseWord(value, words);
}

function parseWord<Word extends string>(typed: TokenValue, words: readonly Word[]): ParsedPart<Word> {
  const word = words.find((one) => one === typed.text.toLowerCase());
  if (word !== undefined) return { value: word };
  return { problem: { ...rangeOf(typed), ...unknownWord(typed.text, words) } };
}

function unknownWord(typed: string, words: readonly string[]): Pick<QueryProblem, 'message' | 'hint' | 'fix'> {
  const hint = l10n.t('Enter one of: {0}.', words.join(', '));
  if (typed === '') return { message: l10n.t('Missing value'), hint };
  return { message: l10n.t('Unknown value “{0}”', typed), ...suggestionOr(closestName(typed, words), hint) };
}

function parseValue(
  field: FilterField,
  typed: TokenValue,
  names: GetFieldNames,
  warn: (warning: QueryProblem) => void,
): ParsedPart<string> {
  const row = FIELD_TABLE[field];
  const { text, isQuoted } = typed;
  const words = fixedValues(field);
  if (words !== undefined) return parseWord(typed, words);
  if (text.trim() === '') return { problem: { ...rangeOf(typed), message: l10n.t('Missing value') } };
  if (row.kind === 'text') return { value: text };
  const word = text.toLowerCase();
  if (!isQuoted && word === 'none' && row.none !== undefined) return { value: '' };
  if (row.kind === 'day' || row.kind === 'time') {
    return isDateValue(word, field === 'due') ? { value: word } : { problem: dateProblem(typed, field === 'due') };
  }
  if (row.kind === 'user' && !isQuoted && word === 'me') return { value: 'me' };
  const { values, isComplete } = names(field);
  const matchingValue =
    values.find((one) => one.value === text) ??
    values.find(({ name }) => name === text) ??
    values.find(({ name }) => name.toLowerCase() === word);
  if (matchingValue !== undefined) return { value: matchingValue.value };
  const closest = closestName(
    text,
    values.map(({ name }) => name),
  );
  const closestValue = values.find(({ name }) => name === closest);
  const problem: QueryProblem = {
    ...rangeOf(typed),
    message: isComplete
      ? l10n.t('{0}: there is no “{1}”', row.label(), text)
      : l10n.t('{0}: “{1}” is not known', row.label(), text),
    ...(closest === undefined ? {} : { hint: suggestionOf(closest) }),
    ...(closestValue === undefined ? {} : { fix: formatValue(field, closestValue.value, names) }),
  };
  if (isComplete) return { problem };
  warn(problem);
  return { value: text };
}

function dateProblem({ text, ...range }: TokenValue, isDueDate: boolean): QueryProblem {
  const examples = `${isDueDate ? 'overdue, ' : ''}today, week, none, 2026-11-20, <2026-11-20, <7d, >2w`;
  return {
    ...rangeOf(range),
    message: l10n.t('“{0}” is not a date', text),
    hint: l10n.t('Enter a value such as {0}.', examples),
  };
}
