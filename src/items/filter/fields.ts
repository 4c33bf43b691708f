// The fields that a filter can test, one row per field. A row determines the field's key in the text form, its picker
// and its evaluation.
import * as l10n from '@vscode/l10n';
import { STATE_GROUPS } from '../../contract/resources/state.ts';
import { PRIORITIES } from '../../contract/resources/workItem.ts';
import type { ItemRecord } from '../../core/cache/record.ts';
import {
  FIELD_OF_FILTER,
  FILTER_KEYS,
  type FieldFilterKey,
  ITEM_FIELDS,
  type ItemFieldName,
  storedValue,
  type ValueSource,
} from '../fields.ts';
import { type FilterContext, TIME_FIELDS } from './filterContext.ts';

/** The fields by their key in the text form, in the order of the pickers. */
export const FILTER_FIELDS = ['text', 'is', ...FILTER_KEYS, 'project'] as const;
export type FilterField = (typeof FILTER_FIELDS)[number];

const STATUSES = ['open', 'done', 'overdue', ...STATE_GROUPS] as const;

/** Returns the ids of a work item's values: one, several, or none (null). */
type IdsOf = (item: ItemRecord, context: Pick<FilterContext, 'cyclesOrModulesOf'>) => readonly string[] | string | null;

export type FieldRow = {
  readonly label: () => string;
  /** The text for any value of the field; undefined if no list shows the values. */
  readonly any?: () => string;
  /** The text for work items without a value; undefined if every work item has a value. */
  readonly none?: () => string;
  /** Whether a value does not say which field it is of, for example a day. */
  readonly isAmbiguous?: true;
} & (
  | { readonly kind: 'text' }
  /** The values in a filter are names. `nameOf` returns the name for each of the work item's ids. */
  | { readonly kind: 'name'; readonly idsOf: IdsOf; readonly nameOf: NameOf }
  /** The values in a filter are ids, names or `me`. */
  | { readonly kind: 'user'; readonly idsOf: IdsOf }
  | { readonly kind: 'status' }
  | { readonly kind: 'priority' }
  /** A calendar day, which can be in the future. */
  | { readonly kind: 'day'; readonly dayOf: (item: ItemRecord) => string | null }
  /** A time in the past. */
  | { readonly kind: 'time'; readonly timeOf: (item: ItemRecord, context: FilterContext) => number }
);

type NameOf = (id: string, project: string, context: FilterContext) => string | undefined;

export const FIELD_TABLE: Readonly<Record<FilterField, FieldRow>> = {
  text: { kind: 'text', label: () => l10n.t('Text') },
  is: { kind: 'status', label: () => l10n.t('Open or closed'), any: () => l10n.t('Open or closed') },
  ...(Object.fromEntries(FILTER_KEYS.map((key) => [key, itemFieldRow(FIELD_OF_FILTER[key])])) as Record<
    FieldFilterKey,
    FieldRow
  >),
  project: {
    kind: 'name',
    label: () => l10n.t('Project'),
    idsOf: ({ project }) => project,
    nameOf: (id, _, context) => context.prefix(id),
  },
};

/** Returns the row of a field of work items. */
function itemFieldRow(name: ItemFieldName): FieldRow {
  const field = ITEM_FIELDS[name];
  const { kind, source, label, word, one = { label, word }, without } = field;
  const none = without === undefined ? {} : { none: without };
  const time = TIME_FIELDS.find((one) => one === name);
  if (time !== undefined)
    return { kind: 'time', label, ...none, isAmbiguous: true, timeOf: (item, context) => context.timeOf(item, time) };
  if (kind === 'day')
    return { kind, label, ...none, isAmbiguous: true, dayOf: (item) => dayIn(storedValue(item, field)) };
  const texts = {
    label: one.label,
    any: () => l10n.t({ message: 'Any {0}', args: [one.word()], comment: ['{0} is a field, for example state'] }),
  };
  if (kind === 'priority') return { kind, ...texts };
  const idsOf: IdsOf = (item, context) => {
    const isUnknown = name === 'cycle' || (name === 'module' && item.module === undefined);
    return isUnknown ? context.cyclesOrModulesOf(item, name) : storedValue(item, field);
  };
  return source === 'members'
    ? { kind: 'user', ...texts, ...none, ...(name === 'created_by' ? { isAmbiguous: true } : {}), idsOf }
    : { kind: 'name', ...texts, ...none, idsOf, nameOf: (...id) => nameOfRecord(source, ...id) };
}

function dayIn(value: ReturnType<typeof storedValue>): string | null {
  return typeof value === 'string' ? value : null;
}

function nameOfRecord(
  source: ValueSource | undefined,
  id: string,
  project: string,
  context: FilterContext,
): string | undefined {
  switch (source) {
    case 'states':
      return context.state(project, id)?.name;
    case 'labels':
      return context.label(project, id)?.name;
    case 'types':
      return context.type(project, id)?.name;
    case 'modules':
      return context.module(project, id)?.name;
    case 'cycles':
      return context.cycle(project, id)?.name;
    default:
      return undefined;
  }
}

/** Returns the values of a field that has a fixed set of them; undefined for other fields. */
export function fixedValues(field: FilterField): readonly string[] | undefined {
  const { kind } = FIELD_TABLE[field];
  if (kind === 'status') return STATUSES;
  return kind === 'priority' ? PRIORITIES : undefined;
}
