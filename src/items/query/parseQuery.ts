// Parses the text form of a filter with its order and grouping.
import * as l10n from '@vscode/l10n';
import { isDateValue } from '../filter/dateValue.ts';
import { FIELD_TABLE, FILTER_FIELDS, type FilterField, fixedValues } from '../filter/fields.ts';
import type { FilterTerm } from '../filter/filter.ts';
import { closestName, type GetFieldNames } from '../filter/names.ts';
import { DEFAULT_CHOICES, type ViewQuery } from '../grouping/choices.ts';
import { formatValue } from './formatQuery.ts';
import { closestKey, GROUP_KEY, GROUP_VALUES, isKey, NO_KEY, ORDER_BY_WORD, orderOf, SORT_KEY } from './queryKeys.ts';
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
  const tokens = tokensOf(text);
  for (const [index, token] of tokens.entries()) {
    const unclosedValue = token.values.find(({ isUnclosed }) => isUnclosed);
    const key = token.key?.text.toLowerCase() ?? 'text';
    const field = FILTER_FIELDS.find((one) => one === key);
    if (unclosedValue !== undefined)
      problems.push({ ...rangeOf(unclosedValue), message: l10n.t('Missing closing quotation mark') });
    else if (key === SORT_KEY)
      applyPart(parseOrder(token), (order) => {
        ({ sortBy, descending } = order);
      });
    else if (key === GROUP_KEY)
      applyPart(parseSingleValue(token, GROUP_VALUES), (by) => {
        groupBy = by;
      });
    else if (field === undefined) problems.push(unknownField(token));
    else if (isOperator(token, tokens)) problems.push(operatorProblem(token, tokens[index + 1]));
    else {
      const values: string[] = [];
      for (const value of token.values) {
        const parsed = parseValue(field, value, names, (warning) => warnings.push(warning));
        applyPart(statusOf(token, parsed), (one) => values.push(one));
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

function unknownField({ key, values, ...token }: Token): QueryProblem {
  const typed = key?.text ?? '';
  const [value] = values;
  const message = l10n.t('Unknown field “{0}”', typed);
  if (typed.toLowerCase() === NO_KEY && value !== undefined && isKey(value.text))
    return { ...rangeOf(token), message, ...suggestionOr(`${value.text.toLowerCase()}:none`, '') };
  return {
    ...rangeOf(key ?? token),
    message,
    ...suggestionOr(closestKey(typed), l10n.t('To search for this text, put it in quotation marks.')),
  };
}

/** Whether the word is an operator of other trackers between or before conditions: `is:open AND NOT label:bug`. */
export function isOperator({ key, values: [value] }: Token, tokens: readonly Token[]): boolean {
  return (
    key === undefined &&
    value?.isQuoted === false &&
    /^(?:AND|OR|NOT|&&|\|\|)$/.test(value.text) &&
    tokens.some((other) => other.key !== undefined)
  );
}

function operatorProblem({ start, end, values: [value] }: Token, next: Token | undefined): QueryProblem {
  const word = value?.text ?? '';
  const message = l10n.t('“{0}” is not used in filters', word);
  if (word === 'NOT') return { start, end: next?.start ?? end, message, ...suggestionOr('-', '') };
  if (word === 'AND' || word === '&&')
    return { start, end, message, hint: l10n.t('Work items must meet all conditions.'), fix: '' };
  return { start, end, message, hint: l10n.t('Separate the values of a field with commas, for example label:bug,ui.') };
}

/** Other trackers have statuses as states: `state:open` is `is:open` here, unless a state has this name. */
function statusOf(token: Token, parsed: ParsedPart<string>): ParsedPart<string> {
  const [value, second] = token.values;
  if (
    !('problem' in parsed) ||
    token.key?.text.toLowerCase() !== 'state' ||
    value === undefined ||
    second !== undefined
  )
    return parsed;
  const word = value.text.toLowerCase();
  const status = OTHER_WORDS.get(word) ?? word;
  if (!fixedValues('is')?.includes(status)) return parsed;
  const { message } = parsed.problem;
  const fix = `${token.isExcluded ? '-' : ''}is:${status}`;
  return { problem: { ...rangeOf(token), message, hint: suggestionOf(fix), fix } };
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

/** What GitHub, Jira and Linear call the values. */
const OTHER_WORDS: ReadonlyMap<string, string> = new Map([
  ['closed', 'done'],
  ['resolved', 'done'],
  ['todo', 'unstarted'],
  ['doing', 'started'],
  ['canceled', 'cancelled'],
  ['highest', 'urgent'],
  ['critical', 'urgent'],
  ['normal', 'medium'],
  ['lowest', 'low'],
]);
/** What other trackers call the absence of a value. */
const NONE_WORDS: ReadonlySet<string> = new Set(['unassigned', 'empty', 'null', 'no', 'nobody']);

function parseOrder(token: Token): ParsedPart<Pick<ViewQuery, 'sortBy' | 'descending'>> {
  const [value] = token.values;
  const order = orderOf(value?.text.toLowerCase() ?? '');
  const parsed = parseSingleValue(token, [...ORDER_BY_WORD.keys()]);
  if (order === undefined || token.isExcluded || token.values.length > 1)
    return 'problem' in parsed ? parsed : { value: DEFAULT_CHOICES };
  return { value: order };
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
  const otherWord = OTHER_WORDS.get(typed.toLowerCase()) ?? '';
  const fix = words.includes(otherWord) ? otherWord : closestName(typed, words);
  return { message: l10n.t('Unknown value “{0}”', typed), ...suggestionOr(fix, hint) };
}

function parseValue(
  field: FilterField,
  typed: TokenValue,
  names: GetFieldNames,
  warn: (warning: QueryProblem) => void,
): ParsedPart<string> {
  const row = FIELD_TABLE[field];
  const { isQuoted } = typed;
  // Other trackers write `@` before the name of a user.
  const text = row.kind === 'user' && !isQuoted ? typed.text.replace(/^@(?=.)/, '') : typed.text;
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
  const fix =
    closestValue !== undefined
      ? formatValue(field, closestValue.value, names)
      : row.none !== undefined && NONE_WORDS.has(word)
        ? 'none'
        : undefined;
  const problem: QueryProblem = {
    ...rangeOf(typed),
    message: isComplete
      ? l10n.t('{0}: there is no “{1}”', row.label(), text)
      : l10n.t('{0}: “{1}” is not known', row.label(), text),
    ...(fix === undefined ? {} : { hint: suggestionOf(closest ?? fix), fix }),
  };
  if (isComplete) return { problem };
  warn(problem);
  return { value: text };
}

function dateProblem({ text, ...range }: TokenValue, isDueDate: boolean): QueryProblem {
  const examples = `${isDueDate ? 'overdue, ' : ''}today, tomorrow, week, none, 2026-11-20, <2026-11-20, <7d, >2w, 2026-11-20..2026-11-30`;
  return {
    ...rangeOf(range),
    message: l10n.t('“{0}” is not a date', text),
    hint: l10n.t('Enter a value such as {0}.', examples),
  };
}
