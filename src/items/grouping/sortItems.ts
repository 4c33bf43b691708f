// Filters, sorts and groups work items. All functions except sorting take linear time.

import { PRIORITIES } from '../../contract/resources/workItem.ts';
import type { ItemRecord } from '../../core/cache/record.ts';
import { FIELD_OF_ORDER, type Grouping, ITEM_FIELDS, storedValue } from '../fields.ts';
import { FIELD_TABLE } from '../filter/fields.ts';
import { type Filter, isFiltering } from '../filter/filter.ts';
import { type FilterContext, TIME_FIELDS } from '../filter/filterContext.ts';
import { matcherOf } from '../filter/matcher.ts';
import { DEFAULT_CHOICES, type ViewChoices } from './choices.ts';
import { dueGroupOf } from './dueGroups.ts';
import { type ItemHierarchy, itemHierarchy } from './itemHierarchy.ts';

/** Looks up the data that is needed to filter and group work items. */
export type ItemSorterDeps = Omit<FilterContext, 'searchText' | 'timeOf'>;

/** Values computed once for each record. They stay valid, because records are immutable. */
interface ComputedValues {
  readonly text: string;
  readonly created_at: number;
  readonly updated_at: number;
}

/** A work item with the value of the field by which a list is sorted. */
export interface SortedItem {
  readonly item: ItemRecord;
  readonly key: number | string | undefined;
}

type Order = Pick<ViewChoices, 'sortBy' | 'descending'>;

/** Filters and sorts work items, with a cache for each record. `deps.prefix` must not change for a project. */
export class ItemSorter {
  readonly #deps: ItemSorterDeps;
  readonly #valuesByItem = new WeakMap<ItemRecord, ComputedValues>();
  readonly #hierarchies = new WeakMap<readonly ItemRecord[], ItemHierarchy>();
  /** The texts of the work items of a list: to look up the text of each work item is half of the cost of a filter. */
  readonly #textsByList = new WeakMap<readonly ItemRecord[], readonly string[]>();

  constructor(deps: ItemSorterDeps) {
    this.#deps = deps;
  }

  /**
   * Returns the work items that match the filter, in the same order; the same array if all of them match. The list must
   * not be mutated.
   */
  filter(items: readonly ItemRecord[], filter: Filter): readonly ItemRecord[] {
    if (!isFiltering(filter)) return items;
    let texts: readonly string[] | undefined;
    const searchText = (_: ItemRecord, index: number): string => (texts ??= this.#textsOf(items))[index] ?? '';
    const matchingItems = items.filter(matcherOf(filter, { ...this.#context(), searchText }));
    return matchingItems.length === items.length ? items : matchingItems;
  }

  /** Returns a function that tests whether a work item matches the filter. */
  matcherOf(filter: Filter): (item: ItemRecord) => boolean {
    const matches = matcherOf(filter, this.#context());
    return (item) => matches(item, 0);
  }

  /** Returns the values of the groups that contain a work item; [null] for the group without a value. */
  groupsOf(item: ItemRecord, by: Grouping): readonly (string | null)[] {
    const row = FIELD_TABLE[by];
    if (row.kind === 'day') return [dueGroupOf(item, this.#deps)];
    if (row.kind === 'priority') return [item.priority === 'none' ? null : item.priority];
    const ids = 'idsOf' in row ? row.idsOf(item, this.#deps) : null;
    if (ids === null || typeof ids === 'string') return [ids];
    return ids.length === 0 ? [null] : ids;
  }

  /** Returns the ids of the work items by group value, in the order of `items`. */
  group(items: readonly ItemRecord[], by: Grouping): ReadonlyMap<string | null, readonly string[]> {
    return groupItems(items, (item) => this.groupsOf(item, by));
  }

  /** Returns the hierarchy of the items of a list. The result is cached, so the list must not be mutated. */
  hierarchyOf(items: readonly ItemRecord[], { sortBy, descending }: Order): ItemHierarchy {
    const cached = this.#hierarchies.get(items);
    if (cached !== undefined) return cached;
    const hierarchy = itemHierarchy(items, sortBy === DEFAULT_CHOICES.sortBy && descending);
    this.#hierarchies.set(items, hierarchy);
    return hierarchy;
  }

  /** Returns the work items as `sortWithKeys` sorts them. */
  sort(items: readonly ItemRecord[], order: Order): readonly ItemRecord[] {
    return this.sortWithKeys(items, order).map(({ item }) => item);
  }

  /**
   * Sorts work items. Items without a value are last in both directions. Items with equal values are sorted by number:
   * ascending if the order is by priority or due date, otherwise in the same direction.
   */
  sortWithKeys(items: readonly ItemRecord[], order: Order): readonly SortedItem[] {
    return sortByKeys(
      items.map((item) => ({ item, key: this.#sortKey(item, order.sortBy) })),
      order,
    );
  }

  /** Returns the same as `sortWithKeys` after some work items have changed: `current` returns undefined for the others. */
  sortAgain(
    sorted: readonly SortedItem[],
    order: Order,
    current: (id: string) => ItemRecord | undefined,
  ): readonly SortedItem[] {
    // Sorting a list that is almost in order takes linear time.
    return sortByKeys(
      sorted.map((one) => {
        const item = current(one.item.id);
        return item === undefined ? one : { item, key: this.#sortKey(item, order.sortBy) };
      }),
      order,
    );
  }

  #context(): FilterContext {
    return {
      ...this.#deps,
      searchText: (item) => this.#computedValuesOf(item).text,
      timeOf: (item, time) => this.#computedValuesOf(item)[time],
    };
  }

  #textsOf(items: readonly ItemRecord[]): readonly string[] {
    const cached = this.#textsByList.get(items);
    if (cached !== undefined) return cached;
    const texts = items.map((item) => this.#computedValuesOf(item).text);
    this.#textsByList.set(items, texts);
    return texts;
  }

  #computedValuesOf(item: ItemRecord): ComputedValues {
    const cached = this.#valuesByItem.get(item);
    if (cached !== undefined) return cached;
    const values: ComputedValues = {
      text: `${this.#deps.prefix(item.project)}-${item.sequence_id} ${item.name}`.toLowerCase(),
      created_at: Date.parse(item.created_at ?? ''),
      updated_at: Date.parse(item.updated_at ?? ''),
    };
    this.#valuesByItem.set(item, values);
    return values;
  }

  #sortKey(item: ItemRecord, by: ViewChoices['sortBy']): number | string | undefined {
    const name = FIELD_OF_ORDER[by];
    const time = TIME_FIELDS.find((field) => field === name);
    if (time !== undefined) return timestampOrUndefined(this.#computedValuesOf(item)[time]);
    const { kind } = ITEM_FIELDS[name];
    if (kind === 'priority') return priorityRank(item.priority);
    if (kind === 'number') return item.sequence_id;
    const value = storedValue(item, ITEM_FIELDS[name]);
    if (typeof value !== 'string') return undefined;
    return kind === 'text' ? value.toLowerCase() : value;
  }
}

/** Sorts the array, and returns it. */
function sortByKeys(items: SortedItem[], { sortBy, descending }: Order): readonly SortedItem[] {
  const sign = descending ? -1 : 1;
  const { kind } = ITEM_FIELDS[FIELD_OF_ORDER[sortBy]];
  const signOfNumber = kind === 'priority' || kind === 'day' ? 1 : sign;
  return items.sort((one, other) => {
    if (one.key === other.key) return (one.item.sequence_id - other.item.sequence_id) * signOfNumber;
    if (one.key === undefined || other.key === undefined) return one.key === undefined ? 1 : -1;
    return (one.key < other.key ? -1 : 1) * sign;
  });
}

/** Returns the rank of a priority: 0 is the most urgent. An unknown priority has the last rank. */
export function priorityRank(priority: string): number {
  const rank = PRIORITIES.findIndex((one) => one === priority);
  return rank === -1 ? PRIORITIES.length : rank;
}

/** Returns the ids of the work items by group, in the order of `items`. */
function groupItems(
  items: readonly ItemRecord[],
  groupsOf: (item: ItemRecord) => readonly (string | null)[],
): ReadonlyMap<string | null, readonly string[]> {
  const groups = new Map<string | null, string[]>();
  for (const item of items) {
    for (const value of groupsOf(item)) {
      const ids = groups.get(value);
      if (ids === undefined) groups.set(value, [item.id]);
      else ids.push(item.id);
    }
  }
  return groups;
}

function timestampOrUndefined(time: number): number | undefined {
  return Number.isNaN(time) ? undefined : time;
}
