// Filters, sorts and groups work items. All functions except sorting take linear time.

import type { ItemRecord, LabelRecord, StateRecord } from '../../cache/record.ts';
import { PRIORITIES } from '../../contract/resources/workItem.ts';
import { searchWords } from '../../std/searchText.ts';
import type { Grouping } from '../node.ts';
import { DEFAULT_CHOICES, type Filter, type ViewChoices } from './choices.ts';
import { type ItemHierarchy, itemHierarchy } from './family.ts';

/** Looks up the names that are needed to filter work items. */
export interface ItemNames {
  /** Returns the project's part of identifiers: `PROJ` in `PROJ-123`. */
  prefix(project: string): string;
  state(project: string, id: string): StateRecord | undefined;
  label(project: string, id: string): LabelRecord | undefined;
  type(project: string, id: string): { readonly name: string } | undefined;
}

/** Values computed once for each record. They stay valid, because records are immutable. */
interface ComputedValues {
  readonly text: string;
  readonly created: number;
  readonly updated: number;
}

/** Filters and sorts work items, with a cache for each record. `names.prefix` must not change for a project. */
export class ItemSorter {
  readonly #names: ItemNames;
  readonly #valuesByItem = new WeakMap<ItemRecord, ComputedValues>();
  readonly #hierarchies = new WeakMap<readonly ItemRecord[], ItemHierarchy>();

  constructor(names: ItemNames) {
    this.#names = names;
  }

  /** Returns the work items that match the filter, in the same order; the same array if all of them match. */
  filter(items: readonly ItemRecord[], filter: Filter): readonly ItemRecord[] {
    const words = searchWords(filter.text);
    const fields = this.#fieldTests(filter);
    if (words.length === 0 && fields.length === 0) return items;
    const matchingItems = items.filter((item) => {
      const { text } = this.#computedValuesOf(item);
      return words.every((word) => text.includes(word)) && fields.every((test) => test(item));
    });
    return matchingItems.length === items.length ? items : matchingItems;
  }

  /** Returns the hierarchy of the items of a list. The result is cached, so the list must not be mutated. */
  family(
    items: readonly ItemRecord[],
    { sortBy, descending }: Pick<ViewChoices, 'sortBy' | 'descending'>,
  ): ItemHierarchy {
    const cached = this.#hierarchies.get(items);
    if (cached !== undefined) return cached;
    const family = itemHierarchy(items, sortBy === DEFAULT_CHOICES.sortBy && descending);
    this.#hierarchies.set(items, family);
    return family;
  }

  /**
   * Sorts work items. Items without a value are last in both directions. Items with equal values are sorted by number:
   * ascending if the order is by priority or due date, otherwise in the same direction.
   */
  sort(
    items: readonly ItemRecord[],
    { sortBy, descending }: Pick<ViewChoices, 'sortBy' | 'descending'>,
  ): readonly ItemRecord[] {
    const sign = descending ? -1 : 1;
    const itemsWithKeys = items.map((item) => ({ item, key: this.#sortKey(item, sortBy) }));
    itemsWithKeys.sort((one, other) => {
      if (one.key !== other.key) {
        if (one.key === undefined || other.key === undefined) return one.key === undefined ? 1 : -1;
        return (one.key < other.key ? -1 : 1) * sign;
      }
      return (
        (one.item.sequence_id - other.item.sequence_id) * (sortBy === 'priority' || sortBy === 'target' ? 1 : sign)
      );
    });
    return itemsWithKeys.map(({ item }) => item);
  }

  /** Returns a key of the fields that determine the position of an item in the lists of the view. */
  slotOf(item: ItemRecord, { groupBy, sortBy, filter }: ViewChoices): string {
    const isVisible = this.filter([item], filter).length > 0;
    const groups = groupBy === 'none' ? [] : groupValuesOf(item, groupBy);
    return JSON.stringify([isVisible, item.parent, groups, this.#sortKey(item, sortBy) ?? null]);
  }

  #computedValuesOf(item: ItemRecord): ComputedValues {
    const cached = this.#valuesByItem.get(item);
    if (cached !== undefined) return cached;
    const values: ComputedValues = {
      text: `${this.#names.prefix(item.project)}-${item.sequence_id} ${item.name}`.toLowerCase(),
      created: Date.parse(item.created_at ?? ''),
      updated: Date.parse(item.updated_at ?? ''),
    };
    this.#valuesByItem.set(item, values);
    return values;
  }

  #sortKey(item: ItemRecord, by: ViewChoices['sortBy']): number | string | undefined {
    switch (by) {
      case 'created':
        return timestampOrUndefined(this.#computedValuesOf(item).created);
      case 'updated':
        return timestampOrUndefined(this.#computedValuesOf(item).updated);
      case 'priority':
        return priorityRank(item.priority);
      case 'target':
        return item.target_date ?? undefined;
      case 'name':
        return item.name.toLowerCase();
      case 'identifier':
        return item.sequence_id;
      default:
        return by satisfies never;
    }
  }

  #fieldTests(filter: Filter): ((item: ItemRecord) => boolean)[] {
    const names = this.#names;
    const { states, priorities, assignees, labels, types } = filter;
    const state = cachedByName((id, project) => names.state(project, id)?.name);
    const label = cachedByName((id, project) => names.label(project, id)?.name);
    const type = cachedByName((id, project) => names.type(project, id)?.name);
    const returnUnchanged = (value: string): string => value;
    return [
      ...fieldTestOf(states, ({ state: id }) => (id === null ? [] : [id]), state),
      ...fieldTestOf(priorities, ({ priority }) => [priority], returnUnchanged),
      ...fieldTestOf(assignees, (item) => item.assignees, returnUnchanged),
      ...fieldTestOf(labels, (item) => item.labels, label),
      ...fieldTestOf(types, ({ type: id }) => (id === null ? [] : [id]), type),
    ];
  }
}

type NameOf = (id: string, project: string) => string | undefined;

/** Returns a function that tests one field of a work item; nothing if no value of the field is selected. */
function fieldTestOf(
  values: readonly string[],
  idsOf: (item: ItemRecord) => readonly string[],
  nameOf: NameOf,
): ((item: ItemRecord) => boolean)[] {
  if (values.length === 0) return [];
  const selectedValues = new Set<string | undefined>(values);
  return [
    (item) => {
      const ids = idsOf(item);
      return ids.length === 0 ? selectedValues.has('') : ids.some((id) => selectedValues.has(nameOf(id, item.project)));
    },
  ];
}

/** Caches names by id, which is unique across projects. */
function cachedByName(nameOf: NameOf): NameOf {
  const cached = new Map<string, string | undefined>();
  return (id, project) => {
    if (!cached.has(id)) cached.set(id, nameOf(id, project));
    return cached.get(id);
  };
}

/** Returns the rank of a priority: 0 is the most urgent. An unknown priority has the last rank. */
export function priorityRank(priority: string): number {
  const rank = PRIORITIES.findIndex((one) => one === priority);
  return rank === -1 ? PRIORITIES.length : rank;
}

/**
 * Returns the values of the groups that contain a work item; [null] for the group without a value. Cycles are not
 * handled here, because a work item does not contain its cycle.
 */
function groupValuesOf(item: ItemRecord, by: Grouping): readonly (string | null)[] {
  switch (by) {
    case 'state':
      return [item.state];
    case 'priority':
      return [item.priority === 'none' ? null : item.priority];
    case 'assignee':
      return item.assignees.length === 0 ? [null] : item.assignees;
    case 'label':
      return item.labels.length === 0 ? [null] : item.labels;
    case 'type':
      return [item.type];
    case 'module':
      return [item.module ?? null];
    case 'cycle':
      return [null];
    default:
      return by satisfies never;
  }
}

/** Returns the ids of the work items by group value, in the order of `items`. */
export function groupItems(items: readonly ItemRecord[], by: Grouping): ReadonlyMap<string | null, readonly string[]> {
  const groups = new Map<string | null, string[]>();
  for (const item of items) {
    for (const value of groupValuesOf(item, by)) {
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
