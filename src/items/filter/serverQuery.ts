// Writes a filter in Plane's query language (PQL), by which commercial servers filter work items.

import { FIELD_OF_FILTER, FILTER_KEYS, ITEM_FIELDS, type ItemField } from '../fields.ts';
import { dayRange } from './dateValue.ts';
import type { FilterField } from './fields.ts';
import type { Filter, FilterTerm } from './filter.ts';

/** The data of a project that the translation of a filter needs. */
export interface QueryContext {
  /** The id of the signed-in user. */
  readonly me: string;
  /** The current day in the user's time zone, in the form 2026-11-20. */
  readonly today: string;
  /** The identifier of the project, for example `PROJ`, with which the identifiers of its work items start. */
  readonly prefix: string;
  /** Returns the loaded states, labels or work item types of the project. */
  readonly recordsOf: (source: NamedSource) => readonly { readonly id: string; readonly name: string }[];
}

/**
 * A query, and the terms of the filter that the query contains. Every work item that matches the whole filter matches
 * the query.
 */
export interface FilterQuery {
  readonly pql: string;
  readonly terms: Filter;
}

/** The sources whose records a query names by id. */
const NAMED_SOURCES = ['states', 'labels', 'types'] as const;
export type NamedSource = (typeof NAMED_SOURCES)[number];

/** Returns the list that must be loaded to translate a term for the field; undefined if none must be. */
export function namedSourceOf(field: FilterField): NamedSource | undefined {
  const row = fieldRowOf(field);
  return row?.queryName === undefined ? undefined : NAMED_SOURCES.find((one) => one === row.source);
}

function fieldRowOf(field: FilterField): ItemField | undefined {
  const key = FILTER_KEYS.find((one) => one === field);
  return key === undefined ? undefined : ITEM_FIELDS[FIELD_OF_FILTER[key]];
}

/** The maximum number of conditions in a query. Source: see `filterQuery`. */
const MAX_CONDITIONS = 5;
const NOT_OPEN = ['completed', 'cancelled'];
/** Ids that need no escaping. The sources do not describe how PQL escapes characters. */
const UNESCAPED_ID = /^[\w-]+$/;

/**
 * Translates the terms for which PQL certainly has a condition with the same meaning; returns undefined if there is no
 * such term. All other terms must be applied to the response. Sources: makeplane/plane-mcp-server 61bb4fd,
 * plane_mcp/pql_reference.py (fields, operators, at most five conditions), and makeplane/plane-node-sdk,
 * tests/unit/work-items/work-items.test.ts, which sends `priority IN ("high")` to the list of a project. They do not
 * say how `NOT IN` treats fields with several values, and times depend on the time zone of the server, so neither is
 * translated.
 */
export function filterQuery(filter: Filter, context: QueryContext): FilterQuery | undefined {
  const conditions: string[] = [];
  const terms: FilterTerm[] = [];
  for (const term of filter) {
    const newConditions = conditionsOf(term, context);
    if (newConditions.length === 0 || conditions.length + newConditions.length > MAX_CONDITIONS) continue;
    for (const condition of newConditions) conditions.push(condition);
    terms.push(term);
  }
  return terms.length === 0 ? undefined : { pql: conditions.join(' AND '), terms };
}

/**
 * Returns the conditions that together have the meaning of the term; an empty array if the term cannot be translated.
 */
function conditionsOf(term: FilterTerm, context: QueryContext): readonly string[] {
  const { field, values, isExcluded } = term;
  const [value = '', ...others] = values;
  if (field === 'is') return statusConditions(term, context.today);
  if (field === 'text')
    return isExcluded || others.length > 0 || !matchesOnlyTitles(value, context.prefix) ? [] : [`title ~ "${value}"`];
  const { kind, source, queryName } = fieldRowOf(field) ?? {};
  if (queryName === undefined) return [];
  if (kind === 'priority')
    return [
      inListCondition(
        queryName,
        values.map((one) => one || 'none'),
        isExcluded,
      ),
    ];
  if (isExcluded) return [];
  if (kind === 'day') return others.length > 0 || value === '' ? [] : dayConditions(queryName, value, context.today);
  if (source === 'members') {
    const ids = values.map((one) => (one === 'me' ? context.me : one));
    // A value that is not an id is the name of a user, or '' for work items without a value.
    return ids.every(isId) ? [inListCondition(queryName, ids)] : [];
  }
  const namedSource = namedSourceOf(field);
  const ids = namedSource === undefined ? undefined : findIdsByName(context.recordsOf(namedSource), values);
  return ids === undefined ? [] : [inListCondition(queryName, ids)];
}

function dayConditions(queryName: string, value: string, today: string): readonly string[] {
  const { from, until } = dayRange(value, today, false);
  return [
    ...(from === undefined ? [] : [`${queryName} >= "${from}"`]),
    ...(until === undefined ? [] : [`${queryName} < "${until}"`]),
    ...(value === 'overdue' ? [inListCondition('stateGroup', NOT_OPEN, true)] : []),
  ];
}

function statusConditions({ values, isExcluded }: FilterTerm, today: string): readonly string[] {
  const [value = '', ...others] = values;
  if (value === 'overdue' && others.length === 0 && !isExcluded)
    return [`dueDate < "${today}"`, inListCondition('stateGroup', NOT_OPEN, true)];
  // A work item in an unknown state is open.
  if (value === 'open' && others.length === 0) return [inListCondition('stateGroup', NOT_OPEN, !isExcluded)];
  if (values.includes('open') || values.includes('overdue')) return [];
  return [
    inListCondition('stateGroup', [...new Set(values.flatMap((one) => (one === 'done' ? NOT_OPEN : one)))], isExcluded),
  ];
}

/** Returns the ids of all records with these names; undefined if there is a name that no record has. */
function findIdsByName(
  records: readonly { readonly id: string; readonly name: string }[],
  values: readonly string[],
): readonly string[] | undefined {
  const idsByName = values.map((value) =>
    records.flatMap(({ id, name }) =>
      name.toLowerCase() === value.toLowerCase() && UNESCAPED_ID.test(id) ? [id] : [],
    ),
  );
  return idsByName.every(({ length }) => length > 0) ? [...new Set(idsByName.flat())] : undefined;
}

function isId(text: string): boolean {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
}

/**
 * Whether no identifier can contain the word: Contrail also searches identifiers, but this PQL condition searches only
 * titles.
 */
function matchesOnlyTitles(word: string, prefix: string): boolean {
  return /^[a-z\d ]*[a-z]$/i.test(word) && !prefix.toLowerCase().includes(word.toLowerCase());
}

function inListCondition(field: string, values: readonly string[], isExcluded = false): string {
  return `${field} ${isExcluded ? 'NOT IN' : 'IN'} (${values.map((value) => `"${value}"`).join(', ')})`;
}
