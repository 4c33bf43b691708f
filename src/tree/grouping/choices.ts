// Owns the person's choices for the lists of work items: how they are gathered, in what order they stand, and which of
// them are shown; and how initiatives are gathered.
import * as z from 'zod';
import { capitalize } from '../../std/english.ts';
import { GROUPINGS, type Grouping } from '../node.ts';

export const SORTS = ['created', 'updated', 'priority', 'target', 'name', 'identifier'] as const;
export type Sort = (typeof SORTS)[number];

/**
 * An item is shown when it has every word of the text in its identifier or name, and of each field that is named one of
 * the values. '' stands for having none. States, labels and types go by their names, which projects share; people by
 * id.
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

/** What initiatives can be gathered by. */
export const INITIATIVE_GROUPINGS = ['none', 'state'] as const;

const choices = z.object({
  groupBy: z.enum([...GROUPINGS, 'none']),
  sortBy: z.enum(SORTS),
  descending: z.boolean(),
  filter,
  initiativesBy: z.enum(INITIATIVE_GROUPINGS).default('none'),
});
/** Never changed, only replaced. */
export type ViewChoices = z.output<typeof choices>;

export const NO_FILTER: Filter = { text: '', states: [], priorities: [], assignees: [], labels: [], types: [] };
export const DEFAULT_CHOICES: ViewChoices = {
  groupBy: 'none',
  sortBy: 'created',
  descending: true,
  filter: NO_FILTER,
  initiativesBy: 'none',
};

/** What was kept; the usual choices where it cannot be understood. */
export function parseViewChoices(kept: unknown): ViewChoices {
  const read = choices.safeParse(kept);
  return read.success ? read.data : DEFAULT_CHOICES;
}

export function isFiltering({ text, ...fields }: Filter): boolean {
  return text.trim() !== '' || Object.values(fields).some((values) => values.length > 0);
}

/** `order_by` of the service; undefined where it is the usual one, or where the service cannot sort so (names). */
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

/** What the two directions of each order are called: ascending first. */
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

/** What a value of a field is called; `person` names people. */
export function valueText(field: FilterField, value: string, person: (id: string) => string): string {
  if (value === '' || (field === 'priorities' && value === 'none')) return FIELD_LABELS[field].none;
  if (field === 'assignees') return person(value);
  return field === 'priorities' ? capitalize(value) : value;
}

/** The filter in a few words: `“login” · Priority: High, Urgent`. Empty when there is none. */
export function filterText(of: Filter, person: (id: string) => string): string {
  const fields = FILTER_FIELDS.filter((field) => of[field].length > 0).map(
    (field) => `${FIELD_LABELS[field].name}: ${of[field].map((value) => valueText(field, value, person)).join(', ')}`,
  );
  return [...(of.text.trim() === '' ? [] : [`“${of.text.trim()}”`]), ...fields].join(' · ');
}

/** What stands beside the view's name: grouping and order where they are not the usual ones, and the filter. */
export function choicesText(
  { groupBy, sortBy, descending, filter: of }: ViewChoices,
  person: (id: string) => string,
): string {
  const { name, up, down } = SORT_LABELS[sortBy];
  const isUsual = sortBy === DEFAULT_CHOICES.sortBy && descending === DEFAULT_CHOICES.descending;
  return [
    ...(groupBy === 'none' ? [] : [`by ${GROUPING_LABELS[groupBy].toLowerCase()}`]),
    ...(isUsual ? [] : [`${name.toLowerCase()}, ${descending ? down : up}`]),
    ...(isFiltering(of) ? [`filter ${filterText(of, person)}`] : []),
  ].join(' · ');
}
