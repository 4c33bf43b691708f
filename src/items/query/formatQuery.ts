// Writes a filter with its order and grouping as text.

import { FIELD_TABLE, type FilterField } from '../filter/fields.ts';
import type { FilterTerm } from '../filter/filter.ts';
import type { GetFieldNames } from '../filter/names.ts';
import { DEFAULT_CHOICES, type ViewQuery } from '../grouping/choices.ts';
import { GROUP_KEY, SORT_KEY, sortWord } from './queryKeys.ts';

/**
 * Returns the text form, for example `is:open assignee:me label:"needs review" sort:priority`. The default order and
 * grouping are left out.
 */
export function formatQuery({ filter, groupBy, ...order }: ViewQuery, names: GetFieldNames): string {
  const sort = sortWord(order);
  return [
    ...filter.map((term) => formatTerm(term, names)),
    ...(sort === sortWord(DEFAULT_CHOICES) ? [] : [`${SORT_KEY}:${sort}`]),
    ...(groupBy === 'none' ? [] : [`${GROUP_KEY}:${groupBy}`]),
  ].join(' ');
}

function formatTerm({ field, values, isExcluded }: FilterTerm, names: GetFieldNames): string {
  const formattedValues = values.map((value) => formatValue(field, value, names)).join(',');
  return `${isExcluded ? '-' : ''}${field === 'text' ? '' : `${field}:`}${formattedValues}`;
}

/** Returns a value as it is written after the key, in quotation marks where the text form needs them. */
export function formatValue(field: FilterField, value: string, names: GetFieldNames): string {
  const { kind } = FIELD_TABLE[field];
  if (kind === 'text') return /^[^\s"=-][^\s":：=]*$/.test(value) ? value : quote(value);
  if (value === '') return 'none';
  if (kind !== 'name' && kind !== 'user') return value;
  if (kind === 'user' && value === 'me') return value;
  const name = kind === 'user' ? userName(value, names(field).values) : value;
  return /^[^\s",'“”„«=][^\s",]*$/.test(name) && !/^(?:none|me)$/i.test(name) ? name : quote(name);
}

/** Returns the display name of a user, or the id if the name is not known or belongs to several users. */
function userName(id: string, users: ReturnType<GetFieldNames>['values']): string {
  const name = users.find(({ value }) => value === id)?.name ?? id;
  return users.filter((user) => user.name.toLowerCase() === name.toLowerCase()).length === 1 ? name : id;
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
