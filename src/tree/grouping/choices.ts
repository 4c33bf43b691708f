// The user's choices for the trees: grouping, order and filter of items, grouping of initiatives.
import * as l10n from '@vscode/l10n';
import * as z from 'zod';
import { GROUPINGS, type Grouping } from '../node.ts';
import { priorityName } from '../presentation/symbols.ts';

export const SORTS = ['created', 'updated', 'priority', 'target', 'name', 'identifier'] as const;
export type Sort = (typeof SORTS)[number];

/**
 * A work item matches the filter if its identifier or name contains every word of `text` and, for every field with
 * selected values, the item has one of the values. '' selects items without a value. States, labels and types are
 * selected by name, because several projects have the same names; assignees are selected by id.
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

const choicesSchema = z.object({
  groupBy: z.enum([...GROUPINGS, 'none']),
  sortBy: z.enum(SORTS),
  descending: z.boolean(),
  filter,
  initiativesBy: z.enum(INITIATIVE_GROUPINGS).default('none'),
});
/** The user's choices. The object is immutable: a change creates a new one. */
export type ViewChoices = z.output<typeof choicesSchema>;

export const NO_FILTER: Filter = { text: '', states: [], priorities: [], assignees: [], labels: [], types: [] };
export const DEFAULT_CHOICES: ViewChoices = {
  groupBy: 'none',
  sortBy: 'created',
  descending: true,
  filter: NO_FILTER,
  initiativesBy: 'none',
};

/** Returns the stored choices; the default choices if the stored value is invalid. */
export function parseViewChoices(stored: unknown): ViewChoices {
  const parsed = choicesSchema.safeParse(stored);
  return parsed.success ? parsed.data : DEFAULT_CHOICES;
}

export function isFiltering({ text, ...fields }: Filter): boolean {
  return text.trim() !== '' || Object.values(fields).some((values) => values.length > 0);
}

/**
 * Returns the `order_by` for the server; undefined for the default order, and for names, which the server can't sort.
 */
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

export const GROUPING_LABELS: Readonly<Record<Grouping | 'none', () => string>> = {
  none: () => l10n.t('None'),
  state: () => l10n.t('State'),
  priority: () => l10n.t('Priority'),
  assignee: () => l10n.t('Assignee'),
  label: () => l10n.t('Label'),
  module: () => l10n.t('Module'),
  cycle: () => l10n.t('Cycle'),
  type: () => l10n.t('Type'),
};

const GROUPED_BY_TEXTS: Readonly<Record<Grouping, () => string>> = {
  state: () => l10n.t('by state'),
  priority: () => l10n.t('by priority'),
  assignee: () => l10n.t('by assignee'),
  label: () => l10n.t('by label'),
  module: () => l10n.t('by module'),
  cycle: () => l10n.t('by cycle'),
  type: () => l10n.t('by type'),
};

/** Returns the grouping as part of a view's description: `by state`. */
export function groupedByText(by: Grouping): string {
  return GROUPED_BY_TEXTS[by]();
}

/** The text for each order, ascending (`up`) and descending (`down`). */
const SORT_TEXTS: Readonly<Record<Sort, { readonly up: () => string; readonly down: () => string }>> = {
  created: { up: () => l10n.t('Created: oldest first'), down: () => l10n.t('Created: newest first') },
  updated: { up: () => l10n.t('Updated: least recent first'), down: () => l10n.t('Updated: most recent first') },
  priority: { up: () => l10n.t('Priority: most urgent first'), down: () => l10n.t('Priority: least urgent first') },
  target: { up: () => l10n.t('Due date: earliest first'), down: () => l10n.t('Due date: latest first') },
  name: { up: () => l10n.t('Name: A to Z'), down: () => l10n.t('Name: Z to A') },
  identifier: {
    up: () => l10n.t('Identifier: lowest number first'),
    down: () => l10n.t('Identifier: highest number first'),
  },
};

/** Returns the order with its direction, for example `Due date: earliest first`. */
export function sortText({ sortBy, descending }: Pick<ViewChoices, 'sortBy' | 'descending'>): string {
  const { up, down } = SORT_TEXTS[sortBy];
  return descending ? down() : up();
}

/** The name of each filter field, and the text for work items without a value in this field. */
export const FIELD_LABELS: Readonly<Record<FilterField, { readonly name: () => string; readonly none: () => string }>> =
  {
    states: { name: () => l10n.t('State'), none: () => l10n.t('No state') },
    priorities: { name: () => l10n.t('Priority'), none: () => l10n.t('No priority') },
    assignees: { name: () => l10n.t('Assignee'), none: () => l10n.t('Unassigned') },
    labels: { name: () => l10n.t('Label'), none: () => l10n.t('No label') },
    types: { name: () => l10n.t('Type'), none: () => l10n.t('No type') },
  };

/** Returns the text for a value of a filter field. `userName` returns the name of a user. */
export function valueText(field: FilterField, value: string, userName: (id: string) => string): string {
  if (value === '' || (field === 'priorities' && value === 'none')) return FIELD_LABELS[field].none();
  if (field === 'assignees') return userName(value);
  return field === 'priorities' ? priorityName(value) : value;
}

/** Returns the filter as text, for example `“login” · Priority: High, Urgent`; empty without a filter. */
export function filterText(shownFilter: Filter, userName: (id: string) => string): string {
  const fields = FILTER_FIELDS.filter((field) => shownFilter[field].length > 0).map((field) =>
    l10n.t(
      '{0}: {1}',
      FIELD_LABELS[field].name(),
      shownFilter[field].map((value) => valueText(field, value, userName)).join(', '),
    ),
  );
  return [...(shownFilter.text.trim() === '' ? [] : [l10n.t('“{0}”', shownFilter.text.trim())]), ...fields].join(' · ');
}

/** Returns the description beside the view's title: grouping, order and filter, if they are not the default. */
export function choicesText(
  { groupBy, sortBy, descending, filter: shownFilter }: ViewChoices,
  userName: (id: string) => string,
): string {
  const isDefaultOrder = sortBy === DEFAULT_CHOICES.sortBy && descending === DEFAULT_CHOICES.descending;
  return [
    ...(groupBy === 'none' ? [] : [groupedByText(groupBy)]),
    ...(isDefaultOrder ? [] : [sortText({ sortBy, descending })]),
    ...(isFiltering(shownFilter) ? [l10n.t('filter {0}', filterText(shownFilter, userName))] : []),
  ].join(' · ');
}
