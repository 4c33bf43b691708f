// Filters, sorts and groups work items. Everything but sorting takes linear time.

import type { ItemRecord, LabelRecord, StateRecord } from '../../cache/record.ts';
import { PRIORITIES } from '../../contract/resources/workItem.ts';
import { wordsIn } from '../../std/searchText.ts';
import type { Grouping } from '../node.ts';
import { DEFAULT_CHOICES, type Filter, type ViewChoices } from './choices.ts';
import { type Family, familyOf } from './family.ts';

/** Looks up the names that filters and identifiers use. */
export interface ItemNames {
  /** `PROJ` of `PROJ-123`. */
  prefix(project: string): string;
  state(project: string, id: string): StateRecord | undefined;
  label(project: string, id: string): LabelRecord | undefined;
  type(project: string, id: string): { readonly name: string } | undefined;
}

/** Values computed once for each record. Records are immutable, so the values stay valid. */
interface Facts {
  readonly text: string;
  readonly created: number;
  readonly updated: number;
}

/** Caches computed values per record. `names.prefix` must not change for a project. */
export class ItemSorter {
  readonly #names: ItemNames;
  readonly #facts = new WeakMap<ItemRecord, Facts>();
  readonly #families = new WeakMap<readonly ItemRecord[], Family>();

  constructor(names: ItemNames) {
    this.#names = names;
  }

  /** Returns the items that pass the filter, in their order; the same array if all of them pass. */
  filter(items: readonly ItemRecord[], filter: Filter): readonly ItemRecord[] {
    const words = wordsIn(filter.text);
    const fields = this.#fieldTests(filter);
    if (words.length === 0 && fields.length === 0) return items;
    const passed = items.filter((item) => {
      const { text } = this.#factsOf(item);
      return words.every((word) => text.includes(word)) && fields.every((test) => test(item));
    });
    return passed.length === items.length ? items : passed;
  }

  /**
   * Returns the hierarchy of a list, which must not be mutated; see `familyOf`. The order of the list determines the
   * order of the sub-items.
   */
  family(items: readonly ItemRecord[], { sortBy, descending }: Pick<ViewChoices, 'sortBy' | 'descending'>): Family {
    const known = this.#families.get(items);
    if (known !== undefined) return known;
    const family = familyOf(items, sortBy === DEFAULT_CHOICES.sortBy && descending);
    this.#families.set(items, family);
    return family;
  }

  /**
   * Sorts items. Items without a value are last in both directions. Items with equal values are ordered by number:
   * ascending by priority and due date, otherwise in the direction of the order.
   */
  sort(
    items: readonly ItemRecord[],
    { sortBy, descending }: Pick<ViewChoices, 'sortBy' | 'descending'>,
  ): readonly ItemRecord[] {
    const turn = descending ? -1 : 1;
    const keyed = items.map((item) => ({ item, key: this.#sortKey(item, sortBy) }));
    keyed.sort((one, other) => {
      if (one.key !== other.key) {
        if (one.key === undefined || other.key === undefined) return one.key === undefined ? 1 : -1;
        return (one.key < other.key ? -1 : 1) * turn;
      }
      return (
        (one.item.sequence_id - other.item.sequence_id) * (sortBy === 'priority' || sortBy === 'target' ? 1 : turn)
      );
    });
    return keyed.map(({ item }) => item);
  }

  /**
   * Returns a key of an item's position: two versions of a record with the same key have the same position in every
   * list.
   */
  slotOf(item: ItemRecord, { groupBy, sortBy, filter }: ViewChoices): string {
    const shown = this.filter([item], filter).length > 0;
    const groups = groupBy === 'none' ? [] : groupsOf(item, groupBy);
    return JSON.stringify([shown, item.parent, groups, this.#sortKey(item, sortBy) ?? null]);
  }

  #factsOf(item: ItemRecord): Facts {
    const known = this.#facts.get(item);
    if (known !== undefined) return known;
    const facts: Facts = {
      text: `${this.#names.prefix(item.project)}-${item.sequence_id} ${item.name}`.toLowerCase(),
      created: Date.parse(item.created_at ?? ''),
      updated: Date.parse(item.updated_at ?? ''),
    };
    this.#facts.set(item, facts);
    return facts;
  }

  #sortKey(item: ItemRecord, by: ViewChoices['sortBy']): number | string | undefined {
    switch (by) {
      case 'created':
        return instant(this.#factsOf(item).created);
      case 'updated':
        return instant(this.#factsOf(item).updated);
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
    const state = once((id, project) => names.state(project, id)?.name);
    const label = once((id, project) => names.label(project, id)?.name);
    const type = once((id, project) => names.type(project, id)?.name);
    const own = (value: string): string => value;
    return [
      ...testOf(states, ({ state: id }) => (id === null ? [] : [id]), state),
      ...testOf(priorities, ({ priority }) => [priority], own),
      ...testOf(assignees, (item) => item.assignees, own),
      ...testOf(labels, (item) => item.labels, label),
      ...testOf(types, ({ type: id }) => (id === null ? [] : [id]), type),
    ];
  }
}

type NameOf = (id: string, project: string) => string | undefined;

/** Returns no test if no value of the field is selected. */
function testOf(
  values: readonly string[],
  idsOf: (item: ItemRecord) => readonly string[],
  nameOf: NameOf,
): ((item: ItemRecord) => boolean)[] {
  if (values.length === 0) return [];
  const wanted = new Set<string | undefined>(values);
  return [
    (item) => {
      const ids = idsOf(item);
      return ids.length === 0 ? wanted.has('') : ids.some((id) => wanted.has(nameOf(id, item.project)));
    },
  ];
}

/** Looks up each name once. Ids are unique across projects. */
function once(nameOf: NameOf): NameOf {
  const known = new Map<string, string | undefined>();
  return (id, project) => {
    if (!known.has(id)) known.set(id, nameOf(id, project));
    return known.get(id);
  };
}

/** Returns the sort rank of a priority, most urgent first; a priority that is not in the contract is last. */
export function priorityRank(priority: string): number {
  const rank = PRIORITIES.findIndex((one) => one === priority);
  return rank === -1 ? PRIORITIES.length : rank;
}

/**
 * The groups that contain an item; [null] if there are none. A work item does not contain its cycle: cycles have their
 * own lists.
 */
function groupsOf(item: ItemRecord, by: Grouping): readonly (string | null)[] {
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

/** Returns the item ids of each group, in the order of `items`. */
export function groupItems(items: readonly ItemRecord[], by: Grouping): ReadonlyMap<string | null, readonly string[]> {
  const groups = new Map<string | null, string[]>();
  for (const item of items) {
    for (const value of groupsOf(item, by)) {
      const ids = groups.get(value);
      if (ids === undefined) groups.set(value, [item.id]);
      else ids.push(item.id);
    }
  }
  return groups;
}

function instant(at: number): number | undefined {
  return Number.isNaN(at) ? undefined : at;
}
