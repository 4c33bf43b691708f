// The words for order and grouping in the text form: `sort:due-desc`, `group:state`.
import { FIELD_OF_ORDER, GROUPINGS, ITEM_FIELDS } from '../fields.ts';
import { isNewestFirst, SORTS, type ViewQuery } from '../grouping/choices.ts';

export const SORT_KEY = 'sort';
export const GROUP_KEY = 'group';
export const GROUP_VALUES = ['none', ...GROUPINGS] as const;

type Order = Pick<ViewQuery, 'sortBy' | 'descending'>;

/** Returns the word of an order: `due` for the usual direction, `due-desc` or `created-asc` for the other one. */
export function sortWord({ sortBy, descending }: Order): string {
  const word = ITEM_FIELDS[FIELD_OF_ORDER[sortBy]].filterKey ?? sortBy;
  if (descending === isNewestFirst(sortBy)) return word;
  return descending ? `${word}-desc` : `${word}-asc`;
}

/** Every word of an order, the usual direction first. */
export const ORDER_BY_WORD: ReadonlyMap<string, Order> = new Map(
  [true, false].flatMap((isUsual) =>
    SORTS.map((sortBy) => {
      const order = { sortBy, descending: isNewestFirst(sortBy) === isUsual };
      return [sortWord(order), order] as const;
    }),
  ),
);
