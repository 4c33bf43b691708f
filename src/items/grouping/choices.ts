// The user's choices for the trees: grouping, order and filter of items, grouping of initiatives.
import * as l10n from '@vscode/l10n';
import * as z from 'zod';
import {
  FIELD_OF_FILTER,
  FIELD_OF_ORDER,
  type FieldOrderKey,
  GROUPINGS,
  type Grouping,
  ITEM_FIELDS,
} from '../fields.ts';
import { FIELD_TABLE } from '../filter/fields.ts';
import { NO_FILTER, storedFilter } from '../filter/filter.ts';

export const SORTS = Object.keys(FIELD_OF_ORDER) as readonly Sort[];
export type Sort = FieldOrderKey;

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
  const field = FIELD_OF_ORDER[sortBy];
  return descending ? `-${field}` : field;
}

/** Returns the label of a grouping, for example `Assignee`. */
export function groupingLabel(by: Grouping | 'none'): string {
  return by === 'none' ? l10n.t('None') : FIELD_TABLE[by].label();
}

/** Returns the grouping as part of a view's description: `by state`. */
export function groupedByText(by: Grouping): string {
  const { one, word } = ITEM_FIELDS[FIELD_OF_FILTER[by]];
  return l10n.t({ message: 'by {0}', args: [(one?.word ?? word)()], comment: ['{0} is a field, for example state'] });
}

/** Whether users expect the highest value of the order first. */
export function isNewestFirst(sortBy: Sort): boolean {
  return ITEM_FIELDS[FIELD_OF_ORDER[sortBy]].kind === 'time';
}

/** Returns the order with its direction, for example `Due date: earliest first`. */
export function sortText({ sortBy, descending }: Pick<ViewChoices, 'sortBy' | 'descending'>): string {
  const { order } = ITEM_FIELDS[FIELD_OF_ORDER[sortBy]];
  return (descending ? order?.descending() : order?.ascending()) ?? '';
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
