// The words for order and grouping in the text form: `sort:due-desc`, `group:state`.
import { SORTS, type Sort, type ViewQuery } from '../grouping/choices.ts';
import { GROUPINGS } from '../node.ts';

export const SORT_KEY = 'sort';
export const GROUP_KEY = 'group';
export const GROUP_VALUES = ['none', ...GROUPINGS] as const;

type Order = Pick<ViewQuery, 'sortBy' | 'descending'>;

/** The word for an order, and whether the word without suffix means the descending order. */
const SORT_WORDS: Readonly<Record<Sort, { readonly word: string; readonly isDescending: boolean }>> = {
  created: { word: 'created', isDescending: true },
  updated: { word: 'updated', isDescending: true },
  priority: { word: 'priority', isDescending: false },
  target: { word: 'due', isDescending: false },
  name: { word: 'name', isDescending: false },
  identifier: { word: 'identifier', isDescending: false },
};

/** Returns the word of an order: `due` for the usual direction, `due-desc` or `created-asc` for the other one. */
export function sortWord({ sortBy, descending }: Order): string {
  const { word, isDescending } = SORT_WORDS[sortBy];
  if (descending === isDescending) return word;
  return descending ? `${word}-desc` : `${word}-asc`;
}

/** Every word of an order, the usual direction first. */
export const ORDER_BY_WORD: ReadonlyMap<string, Order> = new Map(
  [true, false].flatMap((isUsual) =>
    SORTS.map((sortBy) => {
      const order = { sortBy, descending: SORT_WORDS[sortBy].isDescending === isUsual };
      return [sortWord(order), order] as const;
    }),
  ),
);
