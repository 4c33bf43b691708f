// Owns the arranging of work items: which of a list are shown, in what order, and what they are gathered by. Every step
// is linear but for the sorting.

import type { ItemRecord, LabelRecord, StateRecord } from '../../cache/record.ts';
import { PRIORITIES } from '../../contract/resources/workItem.ts';
import { wordsIn } from '../../std/searchText.ts';
import type { Grouping } from '../node.ts';
import { DEFAULT_CHOICES, type Filter, type ViewChoices } from './choices.ts';
import { type Family, familyOf } from './family.ts';

/** What names the things that items refer to. */
export interface ItemNames {
  /** `PROJ` of `PROJ-123`. */
  prefix(project: string): string;
  state(project: string, id: string): StateRecord | undefined;
  label(project: string, id: string): LabelRecord | undefined;
  type(project: string, id: string): { readonly name: string } | undefined;
}

/** What is worked out once for each record: records are replaced, never changed. */
interface Facts {
  readonly text: string;
  readonly created: number;
  readonly updated: number;
}

/** Keeps what it works out for as long as the records live. `names` must not change what they call a project. */
export class ItemSorter {
  readonly #names: ItemNames;
  readonly #facts = new WeakMap<ItemRecord, Facts>();
  readonly #families = new WeakMap<readonly ItemRecord[], Family>();

  constructor(names: ItemNames) {
    this.#names = names;
  }

  /** Those that the filter lets through, in the order given; the very list when it lets all of them through. */
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
   * Who stands under whom in a list, which is never changed; see `familyOf`. The list's order decides that of the
   * sub-items.
   */
  family(items: readonly ItemRecord[], { sortBy, descending }: Pick<ViewChoices, 'sortBy' | 'descending'>): Family {
    const known = this.#families.get(items);
    if (known !== undefined) return known;
    const family = familyOf(items, sortBy === DEFAULT_CHOICES.sortBy && descending);
    this.#families.set(items, family);
    return family;
  }

  /** Items without a value of the kind come last in either direction; equals stand by their number. */
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

  /** What the choices make of a record: two that give the same stand at the same places of every list. */
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

/** None when no value is wanted of the field. */
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

/** Asks for each name once; ids are unique beyond their project. */
function once(nameOf: NameOf): NameOf {
  const known = new Map<string, string | undefined>();
  return (id, project) => {
    if (!known.has(id)) known.set(id, nameOf(id, project));
    return known.get(id);
  };
}

/** Most urgent first; a priority of the server's own comes last. */
export function priorityRank(priority: string): number {
  const rank = PRIORITIES.findIndex((one) => one === priority);
  return rank === -1 ? PRIORITIES.length : rank;
}

/**
 * The groups that an item stands in; [null] when it has none. Cycles are not told by the item: they have lists of their
 * own.
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

/** The ids of each group's items, in the order given. */
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
