// The fields that a filter can test, one row per field. A row determines the field's key in the text form, its picker
// and its evaluation.
import * as l10n from '@vscode/l10n';
import type { ItemRecord } from '../../cache/record.ts';
import { STATE_GROUPS } from '../../contract/resources/state.ts';
import { PRIORITIES } from '../../contract/resources/workItem.ts';
import type { FilterContext } from './filterContext.ts';

/** The fields by their key in the text form, in the order of the pickers. */
export const FILTER_FIELDS = [
  'text',
  'is',
  'state',
  'priority',
  'assignee',
  'label',
  'type',
  'module',
  'cycle',
  'due',
  'start',
  'creator',
  'created',
  'updated',
  'project',
] as const;
export type FilterField = (typeof FILTER_FIELDS)[number];

const STATUSES = ['open', 'done', 'overdue', ...STATE_GROUPS] as const;

/** Returns the ids of a work item's values: one, several, or none (null). */
type IdsOf = (item: ItemRecord, context: FilterContext) => readonly string[] | string | null;

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
  state: {
    kind: 'name',
    label: () => l10n.t('State'),
    any: () => l10n.t('Any state'),
    none: () => l10n.t('No state'),
    idsOf: ({ state }) => state,
    nameOf: (id, project, context) => context.state(project, id)?.name,
  },
  priority: { kind: 'priority', label: () => l10n.t('Priority'), any: () => l10n.t('Any priority') },
  assignee: {
    kind: 'user',
    label: () => l10n.t('Assignee'),
    any: () => l10n.t('Any assignee'),
    none: () => l10n.t('Unassigned'),
    idsOf: ({ assignees }) => assignees,
  },
  label: {
    kind: 'name',
    label: () => l10n.t('Label'),
    any: () => l10n.t('Any label'),
    none: () => l10n.t('No label'),
    idsOf: ({ labels }) => labels,
    nameOf: (id, project, context) => context.label(project, id)?.name,
  },
  type: {
    kind: 'name',
    label: () => l10n.t('Type'),
    any: () => l10n.t('Any type'),
    none: () => l10n.t('No type'),
    idsOf: ({ type }) => type,
    nameOf: (id, project, context) => context.type(project, id)?.name,
  },
  module: {
    kind: 'name',
    label: () => l10n.t('Module'),
    any: () => l10n.t('Any module'),
    none: () => l10n.t('In no module'),
    idsOf: (item, context) => (item.module === undefined ? context.cyclesOrModulesOf(item, 'module') : item.module),
    nameOf: (id, project, context) => context.module(project, id)?.name,
  },
  cycle: {
    kind: 'name',
    label: () => l10n.t('Cycle'),
    any: () => l10n.t('Any cycle'),
    none: () => l10n.t('In no cycle'),
    idsOf: (item, context) => context.cyclesOrModulesOf(item, 'cycle'),
    nameOf: (id, project, context) => context.cycle(project, id)?.name,
  },
  due: {
    kind: 'day',
    isAmbiguous: true,
    label: () => l10n.t('Due date'),
    none: () => l10n.t('No due date'),
    dayOf: ({ target_date }) => target_date || null,
  },
  start: {
    kind: 'day',
    isAmbiguous: true,
    label: () => l10n.t('Start date'),
    none: () => l10n.t('No start date'),
    dayOf: ({ start_date }) => start_date || null,
  },
  creator: {
    kind: 'user',
    isAmbiguous: true,
    label: () => l10n.t('Created by'),
    any: () => l10n.t('Any creator'),
    none: () => l10n.t('Unknown user'),
    idsOf: ({ created_by }) => created_by ?? null,
  },
  created: {
    kind: 'time',
    isAmbiguous: true,
    label: () => l10n.t({ message: 'Created', comment: ['When a work item was created'] }),
    none: () => l10n.t('Unknown'),
    timeOf: (item, context) => context.timeOf(item, 'created'),
  },
  updated: {
    kind: 'time',
    isAmbiguous: true,
    label: () => l10n.t({ message: 'Updated', comment: ['When a work item was changed last'] }),
    none: () => l10n.t('Unknown'),
    timeOf: (item, context) => context.timeOf(item, 'updated'),
  },
  project: {
    kind: 'name',
    label: () => l10n.t('Project'),
    idsOf: ({ project }) => project,
    nameOf: (id, _, context) => context.prefix(id),
  },
};

/** Returns the values of a field that has a fixed set of them; undefined for other fields. */
export function fixedValues(field: FilterField): readonly string[] | undefined {
  const { kind } = FIELD_TABLE[field];
  if (kind === 'status') return STATUSES;
  return kind === 'priority' ? PRIORITIES : undefined;
}
