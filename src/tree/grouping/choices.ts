// The user's choices for lists of work items (grouping, order and filter) and the grouping of
// initiatives.
import * as l10n from '@vscode/l10n';
import * as z from 'zod';
import { capitalize } from '../../std/english.ts';
import { GROUPINGS, type Grouping } from '../node.ts';

export const SORTS = ['created', 'updated', 'priority', 'target', 'name', 'identifier'] as const;
export type Sort = (typeof SORTS)[number];

/**
 * An item passes the filter if its identifier or name contains every word of the text, and if each field that lists
 * values has one of them. '' means no value. States, labels and types are matched by name, because projects share
 * names; assignees by id.
 */
const filter = z.object({
  text: z.string(),
  states: z.array(z.string()).readonly(),
  priorities: z.array(z.string()).readonly(),
  assignees: z.array(z.string()).readonly(),
  labels: z.array(z.string()).readonly(),
  types: z.array(z.string()).readonly(),
});
export type Filter = z.output<typeof filter>;
export type FilterField = Exclude<keyof Filter, 'text'>;
export const FILTER_FIELDS: readonly FilterField[] = ['states', 'priorities', 'assignees', 'labels', 'types'];

/** How initiatives can be grouped. */
export const INITIATIVE_GROUPINGS = ['none', 'state'] as const;

const choices = z.object({
  groupBy: z.enum([...GROUPINGS, 'none']),
  sortBy: z.enum(SORTS),
  descending: z.boolean(),
  filter,
  initiativesBy: z.enum(INITIATIVE_GROUPINGS).default('none'),
});
/** Immutable: a change creates a new object. */
export type ViewChoices = z.output<typeof choices>;

export const NO_FILTER: Filter = { text: '', states: [], priorities: [], assignees: [], labels: [], types: [] };
export const DEFAULT_CHOICES: ViewChoices = {
  groupBy: 'none',
  sortBy: 'created',
  descending: true,
  filter: NO_FILTER,
  initiativesBy: 'none',
};

/** Returns the stored choices; the default choices if they are invalid. */
export function parseViewChoices(kept: unknown): ViewChoices {
  const read = choices.safeParse(kept);
  return read.success ? read.data : DEFAULT_CHOICES;
}

export function isFiltering({ text, ...fields }: Filter): boolean {
  return text.trim() !== '' || Object.values(fields).some((values) => values.length > 0);
}

/** Returns the server's `order_by`; undefined for the default order and for names, by which the server cannot sort. */
export function sortOf({ sortBy, descending }: ViewChoices): string | undefined {
  if (sortBy === 'name' || (sortBy === 'created' && descending)) return undefined;
  const field = {
    created: 'created_at',
    updated: 'updated_at',
    priority: 'priority',
    target: 'target_date',
    identifier: 'sequence_id',
  }[sortBy];
  return descending ? `-${field}` : field;
}

export const GROUPING_LABELS: Readonly<Record<Grouping | 'none', string>> = {
  none: 'Not at All',
  state: 'State',
  priority: 'Priority',
  assignee: 'Assignee',
  label: 'Label',
  module: 'Module',
  cycle: 'Cycle',
  type: 'Type',
};

/** The label of each order and of its two directions: `up` is ascending. */
export const SORT_LABELS: Readonly<
  Record<Sort, { readonly name: string; readonly up: string; readonly down: string }>
> = {
  created: { name: 'Created', up: 'oldest first', down: 'newest first' },
  updated: { name: 'Updated', up: 'longest ago first', down: 'latest first' },
  priority: { name: 'Priority', up: 'most urgent first', down: 'least urgent first' },
  target: { name: 'Due Date', up: 'earliest first', down: 'latest first' },
  name: { name: 'Name', up: 'A to Z', down: 'Z to A' },
  identifier: { name: 'Identifier', up: 'lowest number first', down: 'highest number first' },
};

export const FIELD_LABELS: Readonly<Record<FilterField, { readonly name: string; readonly none: string }>> = {
  states: { name: 'State', none: 'No state' },
  priorities: { name: 'Priority', none: 'No priority' },
  assignees: { name: 'Assignee', none: 'Nobody' },
  labels: { name: 'Label', none: 'No label' },
  types: { name: 'Type', none: 'No type' },
};

/** Returns the label of a field's value. `person` returns the name of a user. */
export function valueText(field: FilterField, value: string, person: (id: string) => string): string {
  if (value === '' || (field === 'priorities' && value === 'none')) return FIELD_LABELS[field].none;
  if (field === 'assignees') return person(value);
  return field === 'priorities' ? capitalize(value) : value;
}

/** Returns the filter as text, for example `“login” · Priority: High, Urgent`; empty without a filter. */
export function filterText(of: Filter, person: (id: string) => string): string {
  const fields = FILTER_FIELDS.filter((field) => of[field].length > 0).map(
    (field) => `${FIELD_LABELS[field].name}: ${of[field].map((value) => valueText(field, value, person)).join(', ')}`,
  );
  return [...(of.text.trim() === '' ? [] : [`“${of.text.trim()}”`]), ...fields].join(' · ');
}

/**
 * Returns the description beside the view's title: grouping and order if they differ from the defaults, and the filter.
 */
export function choicesText(
  { groupBy, sortBy, descending, filter: of }: ViewChoices,
  person: (id: string) => string,
): string {
  const { name, up, down } = SORT_LABELS[sortBy];
  const isUsual = sortBy === DEFAULT_CHOICES.sortBy && descending === DEFAULT_CHOICES.descending;
  return [
    ...(groupBy === 'none' ? [] : [l10n.t('by {0}', GROUPING_LABELS[groupBy].toLowerCase())]),
    ...(isUsual ? [] : [`${name.toLowerCase()}, ${descending ? down : up}`]),
    ...(isFiltering(of) ? [l10n.t('filter {0}', filterText(of, person))] : []),
  ].join(' · ');
}
