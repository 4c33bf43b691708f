// Lets the user pick the grouping, order and filter of work items, and the grouping of initiatives.
import * as l10n from '@vscode/l10n';
import { nameOfUser } from '../../../contract/resources/user.ts';
import { PRIORITIES } from '../../../contract/resources/workItem.ts';
import type { Session } from '../../../session/session.ts';
import {
  FIELD_LABELS,
  FILTER_FIELDS,
  type Filter,
  type FilterField,
  GROUPING_LABELS,
  INITIATIVE_GROUPINGS,
  NO_FILTER,
  SORTS,
  sortText,
  valueText,
} from '../../../tree/grouping/choices.ts';
import { GROUPINGS, type Grouping } from '../../../tree/node.ts';
import { chooseRow, chooseRows, type ValueRow } from '../../ui/ask.ts';
import type { ListRow, Prompts } from '../../ui/prompts.ts';
import type { Views } from './views.ts';

/** The part of `Views` that stores and applies the choices. */
type ChosenViews = Pick<Views, 'choices' | 'choose'>;

/** Lets the user pick the grouping. Grouping by type is not listed if the server does not support work item types. */
export async function askGrouping(prompts: Prompts, views: ChosenViews, session: Session): Promise<void> {
  const currentChoice = views.choices.groupBy;
  const available = GROUPINGS.filter((value) => value !== 'type' || value === currentChoice || hasTypes(session));
  const chosen = await chooseRow(prompts, groupingRows(['none', ...available] as const, currentChoice), {
    title: l10n.t('Group Work Items By'),
    placeholder: l10n.t('Select how to group the work items of a project'),
  });
  if (chosen !== undefined) await views.choose({ groupBy: chosen.value });
}

export async function askInitiativeGrouping(prompts: Prompts, views: ChosenViews): Promise<void> {
  const chosen = await chooseRow(prompts, groupingRows(INITIATIVE_GROUPINGS, views.choices.initiativesBy), {
    title: l10n.t('Group Initiatives By'),
    placeholder: l10n.t('Select how to group initiatives'),
  });
  if (chosen !== undefined) await views.choose({ initiativesBy: chosen.value });
}

function groupingRows<Value extends Grouping | 'none'>(
  values: readonly Value[],
  currentChoice: Value,
): ValueRow<Value>[] {
  return values.map((value) => ({
    value,
    label: GROUPING_LABELS[value](),
    ...(value === currentChoice ? { description: l10n.t('current') } : {}),
  }));
}

export async function askOrder(prompts: Prompts, views: ChosenViews): Promise<void> {
  const { sortBy: currentChoice, descending: isDescending } = views.choices;
  const rows = SORTS.flatMap((sortBy) =>
    [true, false].map((descending) => {
      const isCurrent = sortBy === currentChoice && descending === isDescending;
      const note = sortBy === 'name' ? l10n.t('among loaded work items') : '';
      return {
        value: { sortBy, descending },
        label: sortText({ sortBy, descending }),
        description: [isCurrent && l10n.t('current'), note].filter(Boolean).join(' · '),
      };
    }),
  );
  const chosen = await chooseRow(prompts, rows, {
    title: l10n.t('Sort Work Items By'),
    placeholder: l10n.t('Select the order of the work items of a project'),
  });
  if (chosen !== undefined) await views.choose(chosen.value);
}

function hasTypes({ client }: Session): boolean {
  return !client.unsupported.has('listWorkItemTypes');
}

interface FilterRow extends ListRow {
  readonly action: 'show' | 'clear' | FilterField;
}

/** Lets the user edit the filter. Typed text filters the views immediately; a row for each field opens its values. */
export async function askFilter(prompts: Prompts, views: ChosenViews, session: Session): Promise<void> {
  for (;;) {
    const next = await pickFilter(prompts, views, session);
    if (next === 'clear') return views.choose({ filter: NO_FILTER });
    if (next === 'show')
      return views.choose({ filter: { ...views.choices.filter, text: views.choices.filter.text.trim() } });
    await pickValues(prompts, views, session, next);
  }
}

async function pickFilter(prompts: Prompts, views: ChosenViews, session: Session): Promise<FilterRow['action']> {
  const list = prompts.createList<FilterRow>({
    title: l10n.t('Filter Work Items'),
    placeholder: l10n.t('Enter words or an identifier, or select a field'),
    text: views.choices.filter.text,
  });
  list.setRows(filterRows(views, session));
  try {
    return await new Promise((resolve) => {
      list.onDidType((text) => void views.choose({ filter: { ...views.choices.filter, text } }, { kept: false }));
      list.onDidAccept(({ row }) => resolve(row?.action ?? 'show'));
      list.onDidHide(() => resolve('show'));
      list.show();
    });
  } finally {
    list.dispose();
  }
}

function filterRows({ choices: { filter } }: ChosenViews, session: Session): FilterRow[] {
  const available = FILTER_FIELDS.filter((field) => field !== 'types' || filter.types.length > 0 || hasTypes(session));
  const fields = available.map((field): FilterRow => {
    const values = filter[field].map((value) => valueText(field, value, personNames(session)));
    return {
      action: field,
      label: l10n.t('{0}…', FIELD_LABELS[field].name()),
      description:
        values.join(', ') || l10n.t({ message: 'any', comment: ['The filter accepts any value of the field'] }),
      alwaysShow: true,
    };
  });
  return [
    { action: 'show', label: l10n.t('Show Matching Work Items'), icon: { id: 'check' }, alwaysShow: true },
    ...fields,
    { action: 'clear', label: l10n.t('Clear Filter'), icon: { id: 'clear-all' }, alwaysShow: true },
  ];
}

async function pickValues(prompts: Prompts, views: ChosenViews, session: Session, field: FilterField): Promise<void> {
  const { filter } = views.choices;
  const rows = valuesOf(session, field, filter).map((value) => ({
    value,
    label: valueText(field, value, personNames(session)),
  }));
  const checkedRows = await chooseRows(prompts, rows, {
    title: l10n.t('Filter Work Items by {0}', FIELD_LABELS[field].name()),
    placeholder: l10n.t('Work items with any of the selected values are shown. Select none to show all.'),
    isChecked: ({ value }) => filter[field].includes(value),
  });
  if (checkedRows !== undefined)
    await views.choose(
      { filter: { ...views.choices.filter, [field]: checkedRows.map(({ value }) => value) } },
      { kept: false },
    );
}

/**
 * Returns the values of the field that cached work items have, and the values of the current filter, sorted by name.
 * The first value is empty, for work items without a value.
 */
function valuesOf({ store, me }: Session, field: FilterField, filter: Filter): string[] {
  if (field === 'priorities') return [...PRIORITIES];
  const values = new Set(filter[field]);
  for (const { project, state, labels, assignees, type } of store.resources.workItems.records.all().values()) {
    const names = {
      states: () => (state === null ? [] : [store.state(project, state)?.name]),
      labels: () => labels.map((id) => store.label(project, id)?.name),
      assignees: () => assignees,
      types: () => (type === null ? [] : [store.type(project, type)?.name]),
    }[field]();
    for (const name of names) if (name !== undefined) values.add(name);
  }
  if (field === 'assignees') values.add(me.id);
  const displayedName = (value: string): string => (field === 'assignees' ? personNames({ store, me })(value) : value);
  return [
    '',
    ...[...values]
      .filter((value) => value !== '')
      .sort((first, other) => displayedName(first).localeCompare(displayedName(other))),
  ];
}

function personNames({ store, me }: Pick<Session, 'store' | 'me'>): (id: string) => string {
  return (id) => {
    const person = store.person(id);
    const name = person === undefined ? (id === me.id ? me.name : id) : nameOfUser(person);
    return id === me.id ? l10n.t('{0} (me)', name) : name;
  };
}
