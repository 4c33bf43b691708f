// Describes a filter in the display language, for the description and the message of a view.
import * as l10n from '@vscode/l10n';
import { constantLabel } from '../../contract/constantLabel.ts';
import { priorityName } from '../priorityName.ts';
import { FIELD_TABLE, type FilterField } from './fields.ts';
import type { Filter, FilterTerm } from './filter.ts';

/** Returns the name of a user by id. */
export type GetUserName = (id: string) => string;

const VALUE_TEXTS: Readonly<Record<string, () => string>> = {
  open: () => l10n.t({ message: 'Open', comment: ['Adjective: work items that are not completed or canceled'] }),
  done: () => l10n.t('Done'),
  overdue: () => l10n.t('Overdue'),
  today: () => l10n.t('Today'),
  tomorrow: () => l10n.t('Tomorrow'),
  yesterday: () => l10n.t('Yesterday'),
  week: () => l10n.t('This week'),
};

/** The texts of statuses within a line, for `shortFilterText`. */
const LOWER_CASE_TEXTS: Readonly<Record<string, () => string>> = {
  open: () => l10n.t({ message: 'open', comment: ['Adjective: work items that are not completed or canceled'] }),
  done: () => l10n.t('done'),
  overdue: () => l10n.t('overdue'),
};

/** Returns the text for a value of a field, for example `Unassigned` for ''. */
export function describeValue(field: FilterField, value: string, userName: GetUserName): string {
  const { kind, none } = FIELD_TABLE[field];
  if (kind === 'priority') return priorityName(value) || l10n.t('No priority');
  if (value === '') return none?.() ?? '';
  if (kind === 'user') return value === 'me' ? l10n.t('Me') : userName(value);
  if (kind === 'status') return (VALUE_TEXTS[value] ?? (() => constantLabel(value)))();
  return kind === 'day' || kind === 'time' ? (VALUE_TEXTS[value]?.() ?? value) : value;
}

/** Returns the filter as text, for example `“login” · Priority: High, Urgent`; empty without a filter. */
export function describeFilter(filter: Filter, userName: GetUserName): string {
  return joinTerms(filter, (term) => describeTerm(term, userName));
}

/** Returns the filter in little space, for example `“login” · open · me · Bug`; empty without a filter. */
export function shortFilterText(filter: Filter, userName: GetUserName): string {
  return joinTerms(filter, (term) => shortTermText(term, userName));
}

function joinTerms(filter: Filter, textOf: (term: FilterTerm) => string): string {
  const textTerms = filter.filter(({ field, isExcluded }) => field === 'text' && !isExcluded);
  const otherTerms = filter.filter((term) => !textTerms.includes(term));
  const text = textTerms.flatMap(({ values }) => values).join(' ');
  return [...(text === '' ? [] : [l10n.t('“{0}”', text)]), ...otherTerms.map(textOf)].join(' · ');
}

function describeTerm({ field, values, isExcluded }: FilterTerm, userName: GetUserName): string {
  const valuesText = values.map((value) => describeValue(field, value, userName)).join(', ');
  const name = FIELD_TABLE[field].label();
  return isExcluded ? l10n.t('not {0}: {1}', name, valuesText) : l10n.t('{0}: {1}', name, valuesText);
}

function shortTermText(term: FilterTerm, userName: GetUserName): string {
  const { field, values, isExcluded } = term;
  const { kind, isAmbiguous } = FIELD_TABLE[field];
  if (isAmbiguous) return describeTerm(term, userName);
  const valueText = (value: string): string => {
    if (kind === 'user' && value === 'me') return l10n.t('me');
    return (kind === 'status' ? LOWER_CASE_TEXTS[value]?.() : undefined) ?? describeValue(field, value, userName);
  };
  const valuesText = values.map(valueText).join(', ');
  return isExcluded ? l10n.t('not {0}', valuesText) : valuesText;
}
