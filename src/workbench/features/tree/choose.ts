// Asks how work items are shown: their grouping, order and filter, and the grouping of initiatives.
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
import { choose, chooseMany, onHide } from '../../ui/prompts.ts';
import type { Views } from './views.ts';

/** Grouping by type is not offered if the server does not support work item types, because their names are unknown. */
export async function askGrouping(views: Views, session: Session): Promise<void> {
  const now = views.choices.groupBy;
  const offered = GROUPINGS.filter((value) => value !== 'type' || value === now || hasTypes(session));
  const choices = (['none', ...offered] as const).map((value) => ({
    value,
    label: GROUPING_LABELS[value](),
    ...(value === now ? { description: l10n.t('current') } : {}),
  }));
  const chosen = await choose(choices, {
    title: l10n.t('Group Work Items By'),
    placeHolder: l10n.t('Select how to group the work items of a project'),
  });
  if (chosen !== undefined) await views.choose({ groupBy: chosen.value });
}

export async function askInitiativeGrouping(views: Views): Promise<void> {
  const now = views.choices.initiativesBy;
  const choices = INITIATIVE_GROUPINGS.map((value) => ({
    value,
    label: GROUPING_LABELS[value](),
    ...(value === now ? { description: l10n.t('current') } : {}),
  }));
  const chosen = await vscode.window.showQuickPick(choices, {
    title: l10n.t('Group Initiatives By'),
    placeHolder: l10n.t('Select how to group initiatives'),
  });
  if (chosen !== undefined) await views.choose({ initiativesBy: chosen.value });
}

export async function askOrder(views: Views): Promise<void> {
  const { sortBy: now, descending: isDown } = views.choices;
  const choices = SORTS.flatMap((sortBy) =>
    [true, false].map((descending) => {
      const isNow = sortBy === now && descending === isDown;
      const note = sortBy === 'name' ? l10n.t('among loaded work items') : '';
      return {
        sortBy,
        descending,
        label: sortText({ sortBy, descending }),
        description: [isNow && l10n.t('current'), note].filter(Boolean).join(' · '),
      };
    }),
  );
  const chosen = await choose(choices, {
    title: l10n.t('Sort Work Items By'),
    placeHolder: l10n.t('Select the order of the work items of a project'),
  });
  if (chosen !== undefined) await views.choose({ sortBy: chosen.sortBy, descending: chosen.descending });
}

function hasTypes({ client }: Session): boolean {
  return !client.unsupported.has('listWorkItemTypes');
}

interface FilterRow extends vscode.QuickPickItem {
  readonly does: 'show' | 'clear' | FilterField;
}

/** Typed text filters at once, and remains when the box is closed. A row for each field leads to its values. */
export async function askFilter(views: Views, session: Session): Promise<void> {
  for (;;) {
    const next = await pickFilter(views, session);
    if (next === 'clear') return views.choose({ filter: NO_FILTER });
    if (next === 'show')
      return views.choose({ filter: { ...views.choices.filter, text: views.choices.filter.text.trim() } });
    await pickValues(views, session, next);
  }
}

async function pickFilter(views: Views, session: Session): Promise<FilterRow['does']> {
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
      picker.onDidAccept(() => resolve(picker.activeItems[0]?.does ?? 'show'));
      onHide(picker, () => resolve('show'));
      picker.show();
    });
  } finally {
    picker.dispose();
  }
}

function filterRows({ choices: { filter } }: Views, session: Session): FilterRow[] {
  const offered = FILTER_FIELDS.filter((field) => field !== 'types' || filter.types.length > 0 || hasTypes(session));
  const fields = offered.map((field): FilterRow => {
    const values = filter[field].map((value) => valueText(field, value, personIn(session)));
    return {
      does: field,
      label: l10n.t('{0}…', FIELD_LABELS[field].name()),
      description:
        escapeCodicons(values.join(', ')) ||
        l10n.t({ message: 'any', comment: ['The filter accepts any value of the field'] }),
      alwaysShow: true,
    };
  });
  return [
    { does: 'show', label: `$(check) ${l10n.t('Show Matching Work Items')}`, alwaysShow: true },
    ...fields,
    { does: 'clear', label: `$(clear-all) ${l10n.t('Clear Filter')}`, alwaysShow: true },
  ];
}

async function pickValues(views: Views, session: Session, field: FilterField): Promise<void> {
  const { filter } = views.choices;
  const chosen = new Set(filter[field]);
  const choices = valuesOf(session, field, filter).map((value) => ({
    value,
    label: escapeCodicons(valueText(field, value, personIn(session))),
    picked: chosen.has(value),
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
 * Returns the values that work items in the cache have, by name, and the chosen ones, so that they can be unchecked.
 */
function valuesOf({ store, me }: Session, field: FilterField, filter: Filter): string[] {
  if (field === 'priorities') return [...PRIORITIES];
  const seen = new Set(filter[field]);
  for (const { project, state, labels, assignees, type } of store.resources.workItems.records.all().values()) {
    const names = {
      states: () => (state === null ? [] : [store.state(project, state)?.name]),
      labels: () => labels.map((id) => store.label(project, id)?.name),
      assignees: () => assignees,
      types: () => (type === null ? [] : [store.type(project, type)?.name]),
    }[field]();
    for (const name of names) if (name !== undefined) seen.add(name);
  }
  if (field === 'assignees') seen.add(me.id);
  const named = (value: string): string => (field === 'assignees' ? personIn({ store, me })(value) : value);
  return [
    '',
    ...[...seen].filter((value) => value !== '').sort((one, other) => named(one).localeCompare(named(other))),
  ];
}

function personIn({ store, me }: Pick<Session, 'store' | 'me'>): (id: string) => string {
  return (id) => {
    const person = store.person(id);
    const name = person === undefined ? (id === me.id ? me.name : id) : nameOfUser(person);
    return id === me.id ? l10n.t('{0} (me)', name) : name;
  };
}
