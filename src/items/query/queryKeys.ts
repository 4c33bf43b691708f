// The keys of the text form, and the words for order and grouping: `sort:due-desc`, `group:state`.
import { FIELD_OF_ORDER, GROUPINGS, ITEM_FIELDS } from '../fields.ts';
import { FILTER_FIELDS } from '../filter/fields.ts';
import { closestName } from '../filter/names.ts';
import { isNewestFirst, SORTS, type ViewQuery } from '../grouping/choices.ts';

export const SORT_KEY = 'sort';
export const GROUP_KEY = 'group';
/** `no:label` is GitHub's form of `label:none`. */
export const NO_KEY = 'no';
export const GROUP_VALUES = ['none', ...GROUPINGS] as const;

const KEYS: readonly string[] = [...FILTER_FIELDS, SORT_KEY, GROUP_KEY];

/** What GitHub, GitLab, Jira and Linear call the fields, without dashes. */
const OTHER_KEYS: ReadonlyMap<string, string> = new Map([
  ['status', 'state'],
  ['author', 'creator'],
  ['reporter', 'creator'],
  ['createdby', 'creator'],
  ['owner', 'assignee'],
  ['tag', 'label'],
  ['tags', 'label'],
  ['sprint', 'cycle'],
  ['iteration', 'cycle'],
  ['milestone', 'module'],
  ['deadline', 'due'],
  ['duedate', 'due'],
  ['order', SORT_KEY],
  ['orderby', SORT_KEY],
  ['sortby', SORT_KEY],
  ['groupby', GROUP_KEY],
]);

export function isKey(text: string): boolean {
  return KEYS.includes(text.toLowerCase());
}

/** Returns the key that the user may have meant; undefined if none is similar. */
export function closestKey(text: string, maxDistance?: number): string | undefined {
  return OTHER_KEYS.get(text.toLowerCase().replaceAll('-', '')) ?? closestName(text, KEYS, maxDistance);
}

/**
 * Whether the user has typed a condition whose key is wrong, for example `assigne:me`, and not a word with a colon, for
 * example `https://` or `std::vector`.
 */
export function isMistypedKey(text: string, value: string): boolean {
  if (text.toLowerCase() === NO_KEY) return isKey(value);
  if (text.length < 3 || !/^[^:/\\]/.test(value)) return false;
  const key = closestKey(text, 1);
  return key !== undefined && key !== 'text' && key !== 'is';
}

type Order = Pick<ViewQuery, 'sortBy' | 'descending'>;

/** Returns the word of an order: `due` for the usual direction, `due-desc` or `created-asc` for the other one. */
export function sortWord({ sortBy, descending }: Order): string {
  const word = ITEM_FIELDS[FIELD_OF_ORDER[sortBy]].filterKey ?? sortBy;
  if (descending === isNewestFirst(sortBy)) return word;
  return descending ? `${word}-desc` : `${word}-asc`;
}

/** Every word of an order that is suggested, the usual direction first. */
export const ORDER_BY_WORD: ReadonlyMap<string, Order> = new Map(
  [true, false].flatMap((isUsual) =>
    SORTS.map((sortBy) => {
      const order = { sortBy, descending: isNewestFirst(sortBy) === isUsual };
      return [sortWord(order), order] as const;
    }),
  ),
);

/** Returns the order for a word in the text form, in which the usual direction may be written too: `due-asc`. */
export function orderOf(word: string): Order | undefined {
  const [, field = '', direction = ''] = /^(.*)-(asc|desc)$/.exec(word) ?? [];
  const usual = ORDER_BY_WORD.get(field);
  return usual?.descending === (direction === 'desc') ? usual : ORDER_BY_WORD.get(word);
}
