// Lets the user filter work items: with a preset, by typed words, by the values of fields, or as text.
import * as l10n from '@vscode/l10n';
import { listedName } from '../../contract/userName.ts';
import type { Session } from '../../core/session/session.ts';
import { isDateValue } from '../../items/filter/dateValue.ts';
import { describeValue, type GetUserName } from '../../items/filter/describeFilter.ts';
import { FIELD_TABLE, FILTER_FIELDS, type FilterField, fixedValues } from '../../items/filter/fields.ts';
import {
  type Filter,
  isFiltering,
  NO_FILTER,
  selectedValues,
  typedText,
  withValues,
} from '../../items/filter/filter.ts';
import { loadedFilterNames } from '../../items/filter/loadedFilterNames.ts';
import type { GetFieldNames } from '../../items/filter/names.ts';
import type { ViewQuery } from '../../items/grouping/choices.ts';
import { stateIcon } from '../../items/icons.ts';
import { formatQuery } from '../../items/query/formatQuery.ts';
import { applyTypedText } from '../../items/query/typedFilter.ts';
import { COMMANDS } from '../../shell/commands/contributions.ts';
import { askInTwoSteps, askText, chooseRow, chooseRows, type OnBack, type ValueRow } from '../../shell/prompts/ask.ts';
import type { Prompts } from '../../shell/prompts/prompts.ts';
import { todayAt } from '../../std/calendarDay.ts';
import { supportsTypes, type ViewsWithChoices } from './askViewChoices.ts';
import { editQuery, type HelpRow, helpRows } from './editQuery.ts';
import { type FilterPreset, filterPresets, isPresetActive, togglePreset } from './filterPresets.ts';
import { inWorkflowOrder, namedStates } from './stateOrder.ts';

/**
 * The fields with a row in the picker. The Projects view shows projects as rows, so the field for projects is left out.
 */
const PICKER_FIELDS = FILTER_FIELDS.filter((field) => field !== 'text' && field !== 'project');

type FilterAction =
  | { readonly kind: 'show' | 'clear' | 'text' | 'save' }
  | { readonly kind: 'field'; readonly field: FilterField };

/** A row with an action closes the list. A row with a preset switches it on or off, and the list stays open. */
interface FilterRow extends HelpRow {
  readonly action?: FilterAction;
  readonly preset?: FilterPreset;
}

/**
 * Lets the user edit the filter. Typed words and conditions filter the views immediately, presets are switched on and
 * off, and a row for each field opens its values.
 */
export async function askFilter(prompts: Prompts, views: ViewsWithChoices, session: Session): Promise<void> {
  let unfinishedText: UnfinishedText | undefined;
  for (;;) {
    const nextAction = await pickAction(prompts, views, session);
    switch (nextAction.kind) {
      case 'clear':
        return views.choose({ filter: NO_FILTER });
      case 'show':
        return views.choose({ filter: views.choices.filter });
      case 'save':
        await views.choose({ filter: views.choices.filter });
        await prompts.runCommand(COMMANDS.saveView);
        return;
      case 'field':
        if (!(await pickValues(prompts, views, session, nextAction.field)))
          return views.choose({ filter: views.choices.filter });
        break;
      case 'text':
        unfinishedText = await editAsText(prompts, views, session, unfinishedText);
        if (unfinishedText === undefined) return;
        break;
      default:
        nextAction satisfies never;
    }
  }
}

async function pickAction(prompts: Prompts, views: ViewsWithChoices, session: Session): Promise<FilterAction> {
  let base: ViewQuery = views.choices;
  const list = prompts.createList<FilterRow>({
    title: l10n.t('Filter Work Items'),
    placeholder: l10n.t({
      message: 'Filter by words or {0}, or choose a field',
      args: ['is:open assignee:me'],
      comment: ['{0} is a filter, which is the same in every language'],
    }),
    text: typedText(base.filter),
  });
  const names = loadedFilterNames(session.store, session.me);
  let appliedText = list.text;
  const apply = (text: string, toggledPreset?: FilterPreset): void => {
    appliedText = text;
    const { query, conditions } = applyTypedText(base, text, names);
    void views.choose(query, { isStored: false });
    const rows = filterRows(query.filter, session, conditions !== undefined);
    const help = conditions === undefined ? [] : helpRows(text, conditions, names);
    const isValid = conditions === undefined || 'query' in conditions;
    const toggledRow = rows.find(({ preset }) => preset !== undefined && preset.label === toggledPreset?.label);
    // A mistake comes first, so that Enter does not accept a text that is not applied as typed.
    const firstHelp = isValid ? undefined : help.find(({ isSeparator }) => isSeparator !== true);
    list.setRows([...help, ...rows], { focused: toggledRow ?? firstHelp ?? firstRow(rows) });
  };
  const toggle = (preset: FilterPreset): void => {
    const { query, conditions } = applyTypedText(base, list.text, names);
    // Conditions that the user has typed can be those of the preset, so they leave the text, unless it has a mistake.
    if (conditions === undefined || 'query' in conditions) {
      base = query;
      // The user has found the preset by its name.
      const isNameTyped = preset.label.toLowerCase().includes(list.text.trim().toLowerCase());
      appliedText = isNameTyped ? '' : typedText(query.filter);
      if (appliedText !== list.text) list.setText(appliedText);
    }
    base = { ...base, filter: togglePreset(base.filter, preset, session.me.id) };
    apply(appliedText, preset);
  };
  const initialRows = filterRows(base.filter, session);
  list.setRows(initialRows, { focused: firstRow(initialRows) });
  list.onDidType((text) => {
    // VS Code also reports a text that the code has set.
    if (text !== appliedText) apply(text);
  });
  for await (const event of list.events()) {
    if (event.kind !== 'accept') continue;
    const { row } = event;
    if (row?.newText !== undefined) {
      list.setText(row.newText);
      apply(row.newText);
    } else if (row?.preset !== undefined) toggle(row.preset);
    else if (row === undefined || row.action !== undefined) return row?.action ?? { kind: 'show' };
  }
  return { kind: 'show' };
}

/** Returns the row that Enter selects at first: the one that keeps the filter, or the first preset without a filter. */
function firstRow(rows: readonly FilterRow[]): FilterRow | undefined {
  return rows.find(({ action }) => action?.kind === 'show') ?? rows.find(({ preset }) => preset !== undefined);
}

/** `hasConditions`: whether the typed text has conditions, which need not filter: `sort:due`. */
function filterRows(filter: Filter, session: Session, hasConditions = false): FilterRow[] {
  const availableFields = PICKER_FIELDS.filter(
    (field) => field !== 'type' || selectedValues(filter, 'type').length > 0 || supportsTypes(session),
  );
  const userName = userNames(session);
  const fields = availableFields.map((field): FilterRow => {
    const values = selectedValues(filter, field).map((value) => describeValue(field, value, userName));
    return {
      action: { kind: 'field', field },
      label: l10n.t('{0}…', FIELD_TABLE[field].label()),
      description:
        values.join(', ') || l10n.t({ message: 'any', comment: ['The filter accepts any value of the field'] }),
      alwaysShow: true,
    };
  });
  const now = Date.now();
  const presets = filterPresets(session, { now, today: todayAt(now) });
  const actionRow = (kind: 'show' | 'clear' | 'text' | 'save', label: string, icon: string): FilterRow => ({
    action: { kind },
    label,
    icon: { id: icon },
    alwaysShow: true,
  });
  const isActive = isFiltering(filter) || hasConditions;
  return [
    ...(isActive
      ? [
          actionRow('clear', l10n.t('Clear Filter'), 'clear-all'),
          actionRow('show', l10n.t('Show Matching Work Items'), 'search'),
          actionRow('save', l10n.t('Save as View…'), 'save'),
        ]
      : []),
    { label: l10n.t('Presets'), isSeparator: true },
    ...presets.map(
      (preset): FilterRow => ({
        preset,
        label: preset.label,
        icon: { id: 'blank' },
        isCurrent: isPresetActive(filter, preset, session.me.id),
        alwaysShow: true,
      }),
    ),
    { label: l10n.t('Fields'), isSeparator: true },
    ...fields,
    { label: '', isSeparator: true },
    actionRow('text', l10n.t('Edit as Text…'), 'edit'),
  ];
}

/** The text of the editor that the user has left, and the choices to which it applies. */
interface UnfinishedText {
  readonly text: string;
  readonly choices: ViewsWithChoices['choices'];
}

/**
 * Lets the user edit the filter as text. Starts with the unfinished text, unless the filter has changed since. Resolves
 * with the text if the user presses Back or Escape, and with undefined if the filter is applied.
 */
async function editAsText(
  prompts: Prompts,
  views: ViewsWithChoices,
  { store, me }: Session,
  unfinished: UnfinishedText | undefined,
): Promise<UnfinishedText | undefined> {
  const names = loadedFilterNames(store, me);
  const { choices } = views;
  let text = unfinished?.choices === choices ? unfinished.text : formatQuery(choices, names);
  const query = await editQuery(prompts, {
    title: l10n.t('Filter Work Items'),
    acceptLabel: l10n.t('Show Matching Work Items'),
    text,
    names,
    onLeave: (typed) => {
      text = typed;
    },
  });
  if (query === undefined) return { text, choices };
  await views.choose(query);
  return undefined;
}

/**
 * Lets the user select the values of a field. Each check is applied at once, and is kept if the user presses Escape or
 * Back. Resolves with false if the user presses Escape.
 */
async function pickValues(
  prompts: Prompts,
  views: ViewsWithChoices,
  session: Session,
  field: FilterField,
): Promise<boolean> {
  const { kind } = FIELD_TABLE[field];
  const isDate = kind === 'day' || kind === 'time';
  let wentBack = false;
  const onBack = (): void => {
    wentBack = true;
  };
  const apply = (values: readonly string[]): void =>
    void views.choose({ filter: withValues(views.choices.filter, field, values) }, { isStored: false });
  const { filter } = views.choices;
  if (!isDate) return (await checkValues(prompts, { filter, session, field, apply, onBack })) || wentBack;
  const dates = await pickDates(prompts, filter, session, field, onBack);
  if (dates !== undefined) apply(dates);
  return dates !== undefined || wentBack;
}

/** The titles that contain a field in title case, where the name of the field is not in title case. */
const TITLES: Partial<Readonly<Record<FilterField, () => string>>> = {
  is: () => l10n.t('Filter: Open or Closed'),
  due: () => l10n.t('Filter: Due Date'),
  start: () => l10n.t('Filter: Start Date'),
  creator: () => l10n.t('Filter: Creator'),
};

function titleOf(field: FilterField): string {
  return TITLES[field]?.() ?? l10n.t('Filter: {0}', FIELD_TABLE[field].label());
}

interface CheckValuesOptions {
  readonly filter: Filter;
  readonly session: Session;
  readonly field: FilterField;
  /** Called with the checked values after each change. */
  readonly apply: (values: readonly string[]) => void;
  readonly onBack: OnBack;
}

/** Resolves with false if the user presses Escape or Back. */
async function checkValues(
  prompts: Prompts,
  { filter, session, field, apply, onBack }: CheckValuesOptions,
): Promise<boolean> {
  const { me, store } = session;
  const userName = userNames(session);
  // A filter can contain `me` or the id of the signed-in user. Both mean the same user, so they have one row.
  const replaceOwnId = (value: string): string =>
    FIELD_TABLE[field].kind === 'user' && value === me.id ? 'me' : value;
  const selected = selectedValues(filter, field).map(replaceOwnId);
  const values = valuesOf(field, selected, loadedFilterNames(store, me)).map(replaceOwnId);
  const states = field === 'state' ? namedStates(store) : undefined;
  const uniqueValues = [...new Set(values)];
  const rows = (states === undefined ? uniqueValues : inWorkflowOrder(uniqueValues, states)).map((value) => ({
    value,
    label:
      value === 'me' && FIELD_TABLE[field].kind === 'user' ? userName(me.id) : describeValue(field, value, userName),
    ...(states === undefined ? {} : { icon: states.get(value)?.icon ?? stateIcon(undefined, []) }),
  }));
  const checkedRows = await chooseRows(prompts, rows, {
    title: titleOf(field),
    // VS Code shows the number of selected rows beside the placeholder, so the placeholder must be short.
    placeholder: FIELD_TABLE[field].any?.() ?? '',
    isChecked: ({ value }) => selected.includes(value),
    onCheck: (checked) => apply(checked.map(({ value }) => value)),
    onBack,
  });
  return checkedRows !== undefined;
}

/**
 * Returns the values of loaded records and the selected values, sorted by name. The first value is empty, for work
 * items without a value.
 */
function valuesOf(field: FilterField, selected: readonly string[], names: GetFieldNames): readonly string[] {
  const fixedChoices = fixedValues(field);
  if (fixedChoices !== undefined) return fixedChoices;
  const { kind, none } = FIELD_TABLE[field];
  const { values } = names(field);
  const otherValues = selected.filter((value) => !values.some((one) => one.value === value));
  // Every work item has a state, so there is no row for work items without a state.
  const specialValues = [...(none === undefined || field === 'state' ? [] : ['']), ...(kind === 'user' ? ['me'] : [])];
  return [...new Set([...specialValues, ...values.map(({ value }) => value), ...otherValues])];
}

const SUGGESTED_DATES: readonly string[] = ['overdue', 'today', 'week', '<7d', '<30d', ''];

/** Lets the user select one range of dates or enter one. Resolves with undefined if the user cancels. */
async function pickDates(
  prompts: Prompts,
  filter: Filter,
  session: Session,
  field: FilterField,
  onBack: OnBack,
): Promise<readonly string[] | undefined> {
  const { kind } = FIELD_TABLE[field];
  const isDueDate = field === 'due';
  const selected = selectedValues(filter, field);
  const suggestedValues = SUGGESTED_DATES.filter((value) =>
    value === '' ? kind === 'day' : isDateValue(value, isDueDate),
  );
  const dates = [...new Set([...suggestedValues, ...selected])];
  const title = titleOf(field);
  const rows: ValueRow<readonly string[] | 'enter'>[] = [
    { label: l10n.t('Any Date'), value: [] },
    ...dates.map((value) => ({
      value: [value],
      label: describeValue(field, value, userNames(session)),
      description: dateHint(value, kind === 'time'),
      isFocused: selected.includes(value),
    })),
    { label: l10n.t('Enter a Date…'), value: 'enter' as const, icon: { id: 'edit' } },
  ];
  return askInTwoSteps(
    () =>
      chooseRow(prompts, rows, { title, placeholder: l10n.t('Select the dates of the work items to show'), onBack }),
    async ({ value }, backToDates) => (value === 'enter' ? askDate(prompts, title, isDueDate, backToDates) : value),
  );
}

async function askDate(
  prompts: Prompts,
  title: string,
  isDueDate: boolean,
  onBack: OnBack,
): Promise<readonly string[] | undefined> {
  const text = await askText(
    prompts,
    {
      title,
      onBack,
      prompt: l10n.t(
        'Enter a day, a day after < or >, or a number of days or weeks: 2026-11-20, <2026-11-20, <7d, >2w',
      ),
    },
    (typed) =>
      isDateValue(typed.trim().toLowerCase(), isDueDate)
        ? undefined
        : l10n.t('This is not a date. Enter for example <2026-11-20 or <7d.'),
  );
  return text === undefined ? undefined : [text.trim().toLowerCase()];
}

/** Returns the description of a value that is a number of days, for example of `<7d`; '' for any other value. */
function dateHint(value: string, isPast: boolean): string {
  const dayCount = /^<(\d+)d$/.exec(value)?.[1];
  if (dayCount === undefined) return '';
  return isPast
    ? l10n.t('less than {0} days ago', dayCount)
    : l10n.t('in less than {0} days, or in the past', dayCount);
}

function userNames({ store, me }: Session): GetUserName {
  const { values } = loadedFilterNames(store, me)('assignee');
  return (id) => {
    const name = values.find(({ value }) => value === id)?.name ?? id;
    return listedName({ id }, name, me.id);
  };
}
