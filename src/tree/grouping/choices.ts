// The user's choices for the trees: grouping, order and filter of items, grouping of initiatives.
import * as l10n from '@vscode/l10n';
import * as z from 'zod';
import { NO_FILTER, storedFilter } from '../filter/filter.ts';
import { GROUPINGS, type Grouping } from '../node.ts';

export const SORTS = ['created', 'updated', 'priority', 'target', 'name', 'identifier'] as const;
export type Sort = (typeof SORTS)[number];

/** How initiatives can be grouped. */
export const INITIATIVE_GROUPINGS = ['none', 'state'] as const;

const query = {
  groupBy: z.enum([...GROUPINGS, 'none']),
  sortBy: z.enum(SORTS),
  descending: z.boolean(),
  filter: storedFilter,
};
/** The schema of a stored query. */
export const storedQuery = z.object(query);

const choicesSchema = z.object({
  ...query,
  initiativesBy: z.enum(INITIATIVE_GROUPINGS).default('none'),
});
/** The user's choices. The object is immutable: a change creates a new one. */
export type ViewChoices = z.output<typeof choicesSchema>;

/** Which work items are shown, and how. */
export type ViewQuery = z.output<typeof storedQuery>;

/** The choices that apply to a saved view in text form if its text does not set them. */
export const DEFAULT_CHOICES: ViewChoices = {
  groupBy: 'none',
  sortBy: 'created',
  descending: true,
  filter: NO_FILTER,
  initiativesBy: 'none',
};

/** The choices of an account for which none are stored. */
export const INITIAL_CHOICES: ViewChoices = { ...DEFAULT_CHOICES, groupBy: 'state' };

/** Returns the stored choices; the initial choices if there are none, or if they are invalid. */
export function parseViewChoices(stored: unknown): ViewChoices {
  const parsed = choicesSchema.safeParse(stored);
  return parsed.success ? parsed.data : INITIAL_CHOICES;
}

/**
 * Returns the `order_by` for the server; undefined for the default order, and for the order by name, which the server
 * does not support.
 */
export function orderByParameter({ sortBy, descending }: ViewChoices): string | undefined {
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
  due: () => l10n.t('Due date'),
  creator: () => l10n.t('Created by'),
};

const GROUPED_BY_TEXTS: Readonly<Record<Grouping, () => string>> = {
  state: () => l10n.t('by state'),
  priority: () => l10n.t('by priority'),
  assignee: () => l10n.t('by assignee'),
  label: () => l10n.t('by label'),
  module: () => l10n.t('by module'),
  cycle: () => l10n.t('by cycle'),
  type: () => l10n.t('by type'),
  due: () => l10n.t('by due date'),
  creator: () => l10n.t('by creator'),
};

/** Returns the grouping as part of a view's description: `by state`. */
export function groupedByText(by: Grouping): string {
  return GROUPED_BY_TEXTS[by]();
}

/** The text for each order in both directions. */
const SORT_TEXTS: Readonly<Record<Sort, { readonly ascending: () => string; readonly descending: () => string }>> = {
  created: { ascending: () => l10n.t('Created: oldest first'), descending: () => l10n.t('Created: newest first') },
  updated: {
    ascending: () => l10n.t('Updated: least recent first'),
    descending: () => l10n.t('Updated: most recent first'),
  },
  priority: {
    ascending: () => l10n.t('Priority: most urgent first'),
    descending: () => l10n.t('Priority: least urgent first'),
  },
  target: { ascending: () => l10n.t('Due date: earliest first'), descending: () => l10n.t('Due date: latest first') },
  name: { ascending: () => l10n.t('Title: A to Z'), descending: () => l10n.t('Title: Z to A') },
  identifier: {
    ascending: () => l10n.t('Identifier: lowest number first'),
    descending: () => l10n.t('Identifier: highest number first'),
  },
};

/** Returns the order with its direction, for example `Due date: earliest first`. */
export function sortText({ sortBy, descending }: Pick<ViewChoices, 'sortBy' | 'descending'>): string {
  const { ascending: up, descending: down } = SORT_TEXTS[sortBy];
  return descending ? down() : up();
}

/**
 * Returns the grouping and order, each unless it is the initial one. The message of the view contains the filter.
 */
export function choicesText({ groupBy, sortBy, descending }: Omit<ViewQuery, 'filter'>): string {
  const isInitialOrder = sortBy === INITIAL_CHOICES.sortBy && descending === INITIAL_CHOICES.descending;
  return [
    ...(groupBy === 'none' || groupBy === INITIAL_CHOICES.groupBy ? [] : [groupedByText(groupBy)]),
    ...(isInitialOrder ? [] : [sortText({ sortBy, descending })]),
  ].join(' · ');
}
