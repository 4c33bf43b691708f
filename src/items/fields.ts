// The fields of a work item, one row each: its texts, the source of its values, and how it can be filtered, grouped,
// sorted and changed. The rules of its values are in contract/resources/workItem.ts.
import * as l10n from '@vscode/l10n';
import { ESTIMATE_NUMBERS } from '../contract/resources/workItem.ts';
import type { ChangeField } from '../core/cache/changes/itemChange.ts';
import type { ItemRecord } from '../core/cache/record.ts';

/** The list whose records are the values of a field. The values of `items` are found by a search. */
export type ValueSource =
  | 'states'
  | 'labels'
  | 'members'
  | 'people'
  | 'modules'
  | 'cycles'
  | 'types'
  | 'estimatePoints'
  | 'items';

/** How the form of a page shows a field. */
export interface FieldTraits {
  /** The choices of a field whose schema is a text with a pattern, not an enum. */
  readonly options?: readonly string[];
  /** The icon of each option: a state group or a priority. */
  readonly icons?: Readonly<Record<string, string>>;
  /** Set if the field cannot be cleared: if null is sent, the server selects its default choice. */
  readonly isNeverEmpty?: true;
  /**
   * Set if the page shows an empty field only as a button with the name of the field. A click on the button shows the
   * field.
   */
  readonly isSecondary?: true;
  /** Set for the due date. */
  readonly isDueDate?: true;
  /** The key that opens the list of the field. A narrow page shows a chip for each field with such a key. */
  readonly shortcut?: string;
}

/** An order of work items by a field. */
interface FieldOrder<Key extends string> {
  /** The name of the order in stored choices. */
  readonly key: Key;
  readonly ascending: () => string;
  readonly descending: () => string;
}

interface FieldRow<FilterKey extends string, OrderKey extends string> {
  /**
   * What a value is: `id` or `ids` of records of the source, a `day` (YYYY-MM-DD), or a `time` in the past (ISO 8601).
   */
  readonly kind: 'text' | 'html' | 'number' | 'priority' | 'day' | 'time' | 'id' | 'ids';
  /** Reads the value that a work item itself contains. A function of its own for each field makes filters fast. */
  readonly value?: (item: ItemRecord) => string | number | readonly string[] | null | undefined;
  readonly source?: ValueSource;
  /** The label of the field, for example `Assignees`. */
  readonly label: () => string;
  /** The field within a sentence, for example `assignees`. */
  readonly word: () => string;
  /** The text in place of a value within a sentence, for example `no assignees`. */
  readonly none: () => string;
  /** Label and word for one value of a field with several values, for example `Assignee`. */
  readonly one?: { readonly label: () => string; readonly word: () => string };
  readonly form?: FieldTraits;
  /** The title of the command that changes the field. Without it, no command does. */
  readonly changeTitle?: () => string;
  /** The placeholder of the list in which the user picks one value. */
  readonly placeholder?: () => string;
  /** The label of the row that clears the field. Without it, a picked field cannot be cleared. */
  readonly clearLabel?: () => string;
  /** Returns why no value can be picked in the project with this name. */
  readonly emptyList?: (project: string) => string;
  /** The key of the field in filters and groupings, for example `due`. */
  readonly filterKey?: FilterKey;
  /** The name of the field in Plane's query language, by which commercial servers filter. */
  readonly queryName?: string;
  /** The filter and the group of work items without a value, for example `No due date`. */
  readonly without?: () => string;
  /** The codicon of the groups by this field. Without it, work items cannot be grouped by the field. */
  readonly groupIcon?: string;
  readonly order?: FieldOrder<OrderKey>;
  /** The name of the field in the tools for language models, for example `dueDate`. */
  readonly agentKey?: string;
}

/** The fields that only the server sets. */
type ServerField = 'created_by' | 'created_at' | 'updated_at' | 'sequence_id';

const FIELDS = {
  name: {
    kind: 'text',
    value: ({ name }) => name,
    label: () => l10n.t('Title'),
    word: () => l10n.t('title'),
    none: () => l10n.t('no title'),
    order: { key: 'name', ascending: () => l10n.t('Title: A to Z'), descending: () => l10n.t('Title: Z to A') },
  },
  description_html: {
    kind: 'html',
    value: ({ description_html }) => description_html,
    label: () => l10n.t('Description'),
    word: () => l10n.t('description'),
    none: () => l10n.t('no description'),
  },
  state: {
    kind: 'id',
    value: ({ state }) => state,
    source: 'states',
    label: () => l10n.t('State'),
    word: () => l10n.t('state'),
    none: () => l10n.t('no state'),
    form: { isNeverEmpty: true, shortcut: 'S' },
    changeTitle: () => l10n.t('Change State'),
    placeholder: () => l10n.t('Search states'),
    filterKey: 'state',
    queryName: 'state',
    without: () => l10n.t('No state'),
    groupIcon: 'circle-large-outline',
    agentKey: 'state',
  },
  assignees: {
    kind: 'ids',
    value: ({ assignees }) => assignees,
    source: 'members',
    label: () => l10n.t('Assignees'),
    word: () => l10n.t('assignees'),
    none: () => l10n.t('no assignees'),
    one: { label: () => l10n.t('Assignee'), word: () => l10n.t('assignee') },
    form: { shortcut: 'A' },
    changeTitle: () => l10n.t('Change Assignees'),
    emptyList: (project) => l10n.t('The project “{0}” has no members.', project),
    filterKey: 'assignee',
    queryName: 'assignee',
    without: () => l10n.t('Unassigned'),
    groupIcon: 'account',
    agentKey: 'assignees',
  },
  priority: {
    kind: 'priority',
    value: ({ priority }) => priority,
    label: () => l10n.t('Priority'),
    word: () => l10n.t('priority'),
    none: () => l10n.t('no priority'),
    form: { icons: { urgent: 'urgent', high: 'high', medium: 'medium', low: 'low', none: 'none' }, shortcut: 'P' },
    changeTitle: () => l10n.t('Change Priority'),
    placeholder: () => l10n.t('Search priorities'),
    filterKey: 'priority',
    queryName: 'priority',
    without: () => l10n.t('No priority'),
    groupIcon: 'flame',
    order: {
      key: 'priority',
      ascending: () => l10n.t('Priority: most urgent first'),
      descending: () => l10n.t('Priority: least urgent first'),
    },
    agentKey: 'priority',
  },
  target_date: {
    kind: 'day',
    value: ({ target_date }) => target_date,
    label: () => l10n.t('Due date'),
    word: () => l10n.t('due date'),
    none: () => l10n.t('no due date'),
    form: { isDueDate: true, shortcut: 'D' },
    changeTitle: () => l10n.t('Change Due Date'),
    filterKey: 'due',
    queryName: 'dueDate',
    without: () => l10n.t('No due date'),
    groupIcon: 'calendar',
    order: {
      key: 'target',
      ascending: () => l10n.t('Due date: earliest first'),
      descending: () => l10n.t('Due date: latest first'),
    },
    agentKey: 'dueDate',
  },
  module: {
    kind: 'id',
    value: ({ module }) => module,
    source: 'modules',
    label: () => l10n.t('Module'),
    word: () => l10n.t('module'),
    none: () => l10n.t('no module'),
    changeTitle: () => l10n.t('Change Module'),
    placeholder: () => l10n.t('Search modules'),
    clearLabel: () => l10n.t('No Module'),
    emptyList: (project) => l10n.t('The project “{0}” has no modules.', project),
    filterKey: 'module',
    without: () => l10n.t('In no module'),
    groupIcon: 'package',
    agentKey: 'module',
  },
  /** Replaces `module` on servers where a work item can be in several modules. */
  modules: {
    kind: 'ids',
    source: 'modules',
    label: () => l10n.t('Modules'),
    word: () => l10n.t('modules'),
    none: () => l10n.t('no modules'),
    one: { label: () => l10n.t('Module'), word: () => l10n.t('module') },
    changeTitle: () => l10n.t('Change Modules'),
    emptyList: (project) => l10n.t('The project “{0}” has no modules.', project),
  },
  cycle: {
    kind: 'id',
    source: 'cycles',
    label: () => l10n.t('Cycle'),
    word: () => l10n.t('cycle'),
    none: () => l10n.t('no cycle'),
    changeTitle: () => l10n.t('Change Cycle'),
    placeholder: () => l10n.t('Search cycles'),
    clearLabel: () => l10n.t('No Cycle'),
    emptyList: (project) => l10n.t('The project “{0}” has no cycles.', project),
    filterKey: 'cycle',
    without: () => l10n.t('In no cycle'),
    groupIcon: 'sync',
    agentKey: 'cycle',
  },
  labels: {
    kind: 'ids',
    value: ({ labels }) => labels,
    source: 'labels',
    label: () => l10n.t('Labels'),
    word: () => l10n.t('labels'),
    none: () => l10n.t('no labels'),
    one: { label: () => l10n.t('Label'), word: () => l10n.t('label') },
    form: { shortcut: 'L' },
    changeTitle: () => l10n.t('Change Labels'),
    emptyList: (project) => l10n.t('The project “{0}” has no labels.', project),
    filterKey: 'label',
    queryName: 'label',
    without: () => l10n.t('No label'),
    groupIcon: 'tag',
    agentKey: 'labels',
  },
  estimate_point: {
    kind: 'id',
    value: ({ estimate_point }) => estimate_point,
    source: 'estimatePoints',
    label: () => l10n.t('Estimate'),
    word: () => l10n.t('estimate'),
    none: () => l10n.t('no estimate'),
    form: { options: ESTIMATE_NUMBERS, isSecondary: true },
    changeTitle: () => l10n.t('Change Estimate'),
    placeholder: () => l10n.t('Search estimates'),
    clearLabel: () => l10n.t('No Estimate'),
    agentKey: 'estimate',
  },
  type: {
    kind: 'id',
    value: ({ type }) => type,
    source: 'types',
    label: () => l10n.t('Type'),
    word: () => l10n.t('type'),
    none: () => l10n.t('no type'),
    form: { isSecondary: true },
    changeTitle: () => l10n.t('Change Type'),
    placeholder: () => l10n.t('Search work item types'),
    clearLabel: () => l10n.t('No Type'),
    emptyList: (project) => l10n.t('The project “{0}” has no work item types.', project),
    filterKey: 'type',
    queryName: 'type',
    without: () => l10n.t('No type'),
    groupIcon: 'type-hierarchy',
  },
  parent: {
    kind: 'id',
    value: ({ parent }) => parent,
    source: 'items',
    label: () => l10n.t('Parent'),
    word: () => l10n.t('parent'),
    none: () => l10n.t('no parent'),
    form: { isSecondary: true },
    changeTitle: () => l10n.t('Change Parent'),
    agentKey: 'parent',
  },
  start_date: {
    kind: 'day',
    value: ({ start_date }) => start_date,
    label: () => l10n.t('Start date'),
    word: () => l10n.t('start date'),
    none: () => l10n.t('no start date'),
    form: { isSecondary: true },
    changeTitle: () => l10n.t('Change Start Date'),
    filterKey: 'start',
    queryName: 'startDate',
    without: () => l10n.t('No start date'),
    agentKey: 'startDate',
  },
  created_by: {
    kind: 'id',
    value: ({ created_by }) => created_by,
    source: 'members',
    label: () => l10n.t('Created by'),
    word: () => l10n.t('creator'),
    none: () => l10n.t('unknown'),
    filterKey: 'creator',
    queryName: 'createdBy',
    without: () => l10n.t('Unknown user'),
    groupIcon: 'person-add',
  },
  created_at: {
    kind: 'time',
    value: ({ created_at }) => created_at,
    label: () => l10n.t({ message: 'Created', comment: ['When a work item was created'] }),
    word: () => l10n.t('created'),
    none: () => l10n.t('unknown'),
    filterKey: 'created',
    without: () => l10n.t('Unknown'),
    order: {
      key: 'created',
      ascending: () => l10n.t('Created: oldest first'),
      descending: () => l10n.t('Created: newest first'),
    },
  },
  updated_at: {
    kind: 'time',
    value: ({ updated_at }) => updated_at,
    label: () => l10n.t({ message: 'Updated', comment: ['When a work item was changed last'] }),
    word: () => l10n.t('updated'),
    none: () => l10n.t('unknown'),
    filterKey: 'updated',
    without: () => l10n.t('Unknown'),
    order: {
      key: 'updated',
      ascending: () => l10n.t('Updated: least recent first'),
      descending: () => l10n.t('Updated: most recent first'),
    },
  },
  sequence_id: {
    kind: 'number',
    value: ({ sequence_id }) => sequence_id,
    label: () => l10n.t('Identifier'),
    word: () => l10n.t('identifier'),
    none: () => l10n.t('unknown'),
    order: {
      key: 'identifier',
      ascending: () => l10n.t('Identifier: lowest number first'),
      descending: () => l10n.t('Identifier: highest number first'),
    },
  },
} as const satisfies Readonly<Record<ChangeField | ServerField, FieldRow<string, string>>>;

export type ItemFieldName = keyof typeof FIELDS;
type Rows = (typeof FIELDS)[ItemFieldName];

/** The key of a field in filters. */
export type FieldFilterKey = Extract<Rows, { readonly filterKey: string }>['filterKey'];
/** The key of a field that work items can be grouped by. */
export type Grouping = Extract<Rows, { readonly groupIcon: string }>['filterKey'];
/** The key of an order of work items. */
export type FieldOrderKey = Extract<Rows, { readonly order: object }>['order']['key'];
export type ItemField = FieldRow<FieldFilterKey, FieldOrderKey>;

/** The fields by their names in records and requests. `cycle` and `modules` are lists of their own on the server. */
export const ITEM_FIELDS: Readonly<Record<ItemFieldName, ItemField>> = FIELDS;
/** The names of the fields, in the order of forms and lists. */
export const itemFieldNames = Object.keys(FIELDS) as readonly ItemFieldName[];

/** The field of each key in filters. */
export const FIELD_OF_FILTER = namesBy(({ filterKey }) => filterKey);
/** The field of each order. */
export const FIELD_OF_ORDER = namesBy(({ order }) => order?.key);
export const FILTER_KEYS = Object.keys(FIELD_OF_FILTER) as readonly FieldFilterKey[];
/** The keys of the fields that work items can be grouped by. */
export const GROUPINGS = FILTER_KEYS.filter(
  (key): key is Grouping => ITEM_FIELDS[FIELD_OF_FILTER[key]].groupIcon !== undefined,
);

function namesBy<Key extends string>(
  keyOf: (field: ItemField) => Key | undefined,
): Readonly<Record<Key, ItemFieldName>> {
  const entries = itemFieldNames.map((name) => [keyOf(ITEM_FIELDS[name]), name] as const);
  return Object.fromEntries(entries.filter(([key]) => key !== undefined)) as Record<Key, ItemFieldName>;
}

/** Returns the value of a field that a work item itself contains; null if it is empty. */
export function storedValue(item: ItemRecord, { value: read }: ItemField): string | readonly string[] | null {
  const value = read?.(item);
  return (typeof value === 'number' ? String(value) : value) || null;
}

/** Returns the due date of a work item; undefined if it has none. Some servers send an empty text. */
export function dueDay({ target_date: due }: Pick<ItemRecord, 'target_date'>): string | undefined {
  return due || undefined;
}
