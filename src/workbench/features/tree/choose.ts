// Lets the user pick the grouping, order and filter of work items, and the grouping of initiatives.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
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
import { GROUPINGS } from '../../../tree/node.ts';
import { escapeCodicons } from '../../ui/escape.ts';
import { choose, chooseMany, onHide } from '../../ui/quickPick.ts';
import type { Views } from './views.ts';

/** Lets the user pick the grouping. Grouping by type is not listed if the server does not support work item types. */
export async function askGrouping(views: Views, session: Session): Promise<void> {
  const currentChoice = views.choices.groupBy;
  const available = GROUPINGS.filter((value) => value !== 'type' || value === currentChoice || hasTypes(session));
  const choices = (['none', ...available] as const).map((value) => ({
    value,
    label: GROUPING_LABELS[value](),
    ...(value === currentChoice ? { description: l10n.t('current') } : {}),
  }));
  const checkedValues = await choose(choices, {
    title: l10n.t('Group Work Items By'),
    placeHolder: l10n.t('Select how to group the work items of a project'),
  });
  if (checkedValues !== undefined) await views.choose({ groupBy: checkedValues.value });
}

export async function askInitiativeGrouping(views: Views): Promise<void> {
  const currentChoice = views.choices.initiativesBy;
  const choices = INITIATIVE_GROUPINGS.map((value) => ({
    value,
    label: GROUPING_LABELS[value](),
    ...(value === currentChoice ? { description: l10n.t('current') } : {}),
  }));
  const checkedValues = await vscode.window.showQuickPick(choices, {
    title: l10n.t('Group Initiatives By'),
    placeHolder: l10n.t('Select how to group initiatives'),
  });
  if (checkedValues !== undefined) await views.choose({ initiativesBy: checkedValues.value });
}

export async function askOrder(views: Views): Promise<void> {
  const { sortBy: currentChoice, descending: isDescending } = views.choices;
  const choices = SORTS.flatMap((sortBy) =>
    [true, false].map((descending) => {
      const isCurrent = sortBy === currentChoice && descending === isDescending;
      const note = sortBy === 'name' ? l10n.t('among loaded work items') : '';
      return {
        sortBy,
        descending,
        label: sortText({ sortBy, descending }),
        description: [isCurrent && l10n.t('current'), note].filter(Boolean).join(' · '),
      };
    }),
  );
  const checkedValues = await choose(choices, {
    title: l10n.t('Sort Work Items By'),
    placeHolder: l10n.t('Select the order of the work items of a project'),
  });
  if (checkedValues !== undefined)
    await views.choose({ sortBy: checkedValues.sortBy, descending: checkedValues.descending });
}

function hasTypes({ client }: Session): boolean {
  return !client.unsupported.has('listWorkItemTypes');
}

interface FilterRow extends vscode.QuickPickItem {
  readonly action: 'show' | 'clear' | FilterField;
}

/** Lets the user edit the filter. Typed text filters the views immediately; a row for each field opens its values. */
export async function askFilter(views: Views, session: Session): Promise<void> {
  for (;;) {
    const next = await pickFilter(views, session);
    if (next === 'clear') return views.choose({ filter: NO_FILTER });
    if (next === 'show')
      return views.choose({ filter: { ...views.choices.filter, text: views.choices.filter.text.trim() } });
    await pickValues(views, session, next);
  }
}

async function pickFilter(views: Views, session: Session): Promise<FilterRow['action']> {
  const picker = vscode.window.createQuickPick<FilterRow>();
  picker.title = l10n.t('Filter Work Items');
  picker.placeholder = l10n.t('Enter words or an identifier, or select a field');
  picker.value = views.choices.filter.text;
  picker.items = filterRows(views, session);
  try {
    return await new Promise((resolve) => {
      picker.onDidChangeValue(
        (text) => void views.choose({ filter: { ...views.choices.filter, text } }, { kept: false }),
      );
      picker.onDidAccept(() => resolve(picker.activeItems[0]?.action ?? 'show'));
      onHide(picker, () => resolve('show'));
      picker.show();
    });
  } finally {
    picker.dispose();
  }
}

function filterRows({ choices: { filter } }: Views, session: Session): FilterRow[] {
  const available = FILTER_FIELDS.filter((field) => field !== 'types' || filter.types.length > 0 || hasTypes(session));
  const fields = available.map((field): FilterRow => {
    const values = filter[field].map((value) => valueText(field, value, personNames(session)));
    return {
      action: field,
      label: l10n.t('{0}…', FIELD_LABELS[field].name()),
      description:
        escapeCodicons(values.join(', ')) ||
        l10n.t({ message: 'any', comment: ['The filter accepts any value of the field'] }),
      alwaysShow: true,
    };
  });
  return [
    { action: 'show', label: `$(check) ${l10n.t('Show Matching Work Items')}`, alwaysShow: true },
    ...fields,
    { action: 'clear', label: `$(clear-all) ${l10n.t('Clear Filter')}`, alwaysShow: true },
  ];
}

async function pickValues(views: Views, session: Session, field: FilterField): Promise<void> {
  const { filter } = views.choices;
  const checkedValues = new Set(filter[field]);
  const choices = valuesOf(session, field, filter).map((value) => ({
    value,
    label: escapeCodicons(valueText(field, value, personNames(session))),
    picked: checkedValues.has(value),
  }));
  const picked = await chooseMany(choices, {
    title: l10n.t('Filter Work Items by {0}', FIELD_LABELS[field].name()),
    placeHolder: l10n.t('Work items with any of the selected values are shown. Select none to show all.'),
  });
  if (picked !== undefined)
    await views.choose(
      { filter: { ...views.choices.filter, [field]: picked.map(({ value }) => value) } },
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
