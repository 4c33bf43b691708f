// Lets the user pick one or several values of a field from a list of choices.

import * as l10n from '@vscode/l10n';
import type { ItemAddress } from '../../core/cache/address.ts';
import {
  type ChangeField,
  currentValue,
  type ItemChange,
  idsIn,
  isSameItemFieldValue,
  type ListField,
  type SingleValueField,
} from '../../core/cache/changes/itemChange.ts';
import type { Session } from '../../core/session/session.ts';
import { ITEM_FIELDS } from '../../items/fields.ts';
import type { TreeIcon } from '../../items/icons.ts';
import { valueName } from '../../items/valueTexts.ts';
import { messageRow, type OnBack, pickRow, type RowUpdates, type ValueRow } from '../../shell/prompts/ask.ts';
import type { Prompts } from '../../shell/prompts/prompts.ts';
import type { Clock } from '../../std/clock.ts';
import { formatCount } from '../../std/displayLanguage.ts';
import { includesSearchText } from '../../std/searchText.ts';
import { type CheckRow, type ChoiceCreation, pickCheckedRows } from './checkedRows.ts';

/**
 * The work items to change, and what a picker for their new value needs. The work items are in the same project, unless
 * the field has the same values in all projects.
 */
export interface PickOptions {
  readonly prompts: Prompts;
  readonly clock: Clock;
  readonly session: Session;
  readonly project: string;
  readonly addresses: readonly ItemAddress[];
  /**
   * The current values of a new work item. If set, they are used instead of the values of the work items in
   * `addresses`.
   */
  readonly valuesOfNewItem?: readonly string[];
  /** The title of the picker, for example `Change State: WEB-28 Dark colors`. */
  readonly title: string;
  readonly onBack?: OnBack | undefined;
}

export interface NamedChoice {
  readonly id: string;
  readonly name: string;
  readonly icon?: TreeIcon;
  readonly detail?: string;
}

/** The cached choices of a field. `rowUpdates` is set if a newer list is loaded while the picker is open. */
export interface CachedChoices {
  now(): readonly NamedChoice[];
  /** Whether the list is loaded. If it is not, and `now` is empty, the picker shows that it is loading. */
  isRead(): boolean;
  readonly rowUpdates?: RowUpdates | undefined;
}

/** How a picker for one value creates choices, and what it shows if there is no choice. */
interface PickChoiceOptions {
  /** Returns whether the row that clears the field is shown. Without this function, the row is always shown. */
  readonly isClearable?: () => boolean;
  /** The placeholder if there are no choices, instead of that of the field. */
  readonly emptyText?: string;
  /** How the picker creates choices from typed text that matches no choice. */
  readonly creations?: () => readonly ChoiceCreation[];
  /** Returns the message for typed text that matches no choice. Without this function, no message is shown. */
  readonly noMatchText?: (text: string) => string;
}

/** Returns why no value of the field can be picked in the project of the work items. */
function emptyListText({ session, project }: PickOptions, field: ChangeField): string | undefined {
  return ITEM_FIELDS[field].emptyList?.(session.store.project(project)?.name ?? l10n.t('Unknown project'));
}

/** Lets the user pick one choice. */
export async function pickChoice(
  options: PickOptions,
  field: SingleValueField,
  choices: CachedChoices,
  { isClearable = () => true, emptyText, creations = () => [], noMatchText: noMatch }: PickChoiceOptions = {},
): Promise<ItemChange | undefined> {
  const { prompts, title, session, addresses, onBack } = options;
  const { placeholder, clearLabel } = ITEM_FIELDS[field];
  const currentValue = commonValue(session, addresses, field);
  const isLoading = (): boolean => choices.now().length === 0 && !choices.isRead();
  const allRows = (): ValueRow<string | null>[] => [
    ...choices.now().map(({ id, name, icon, detail }) => ({
      label: name,
      value: id,
      ...rowAppearance(currentValue === id, icon, detail),
    })),
    // The row that clears the field is not shown while the choices are loading, because Enter would select it as the
    // only row.
    ...(clearLabel === undefined || isLoading() || !isClearable()
      ? []
      : [{ label: clearLabel(), value: null, ...rowAppearance(currentValue === null, undefined) }]),
  ];
  const chosenRow = await pickRow<string | null>(prompts, {
    title,
    placeholder: placeholder?.() ?? '',
    matchedProperties: ['description'],
    staysOpen: true,
    rows: (text) => {
      const rows = allRows();
      const hasMatch = rows.some(({ label, description = '' }) => includesSearchText(`${label} ${description}`, text));
      const name = text.trim();
      if (hasMatch || name === '') return rows;
      const creationRows = choices.isRead() ? creations().map((creation) => creationRow(creation, name)) : [];
      return [...rows, ...creationRows, ...(noMatch === undefined ? [] : [messageRow(noMatch(name))])];
    },
    hint: () => emptyHint(choices, emptyText ?? emptyListText(options, field)),
    updates: choices.rowUpdates,
    onBack,
  });
  return chosenRow === undefined ? undefined : { field, value: chosenRow.value };
}

function creationRow({ label, description, icon, create }: ChoiceCreation, name: string): ValueRow<string> {
  return {
    label: label(name),
    ...(description === undefined ? {} : { description }),
    icon: icon ?? { id: 'add' },
    alwaysShow: true,
    create: () => create(name),
  };
}

function emptyHint(choices: CachedChoices, emptyText: string | undefined): string | undefined {
  if (choices.now().length > 0) return undefined;
  return choices.isRead() ? emptyText : l10n.t('Loading…');
}

/**
 * Lets the user pick several choices. Values that all work items have are checked. A value that only some work items
 * have is unchecked, and remains as it is unless the user checks it.
 */
export async function pickChoices(
  options: PickOptions,
  field: ListField,
  choices: CachedChoices,
  creation?: ChoiceCreation,
  nameOf = (id: string): string => valueName(options.session.store, options.project, field, id),
): Promise<ItemChange | undefined> {
  const { session, addresses, valuesOfNewItem } = options;
  const idLists =
    valuesOfNewItem === undefined
      ? addresses.map((address) => idsIn(currentValue(session.store, address, field)))
      : [valuesOfNewItem];
  const rows = (): readonly CheckRow[] => {
    const currentChoices = choices.now();
    const missingIds = [...new Set(idLists.flat())].filter((id) => !currentChoices.some((choice) => choice.id === id));
    return [...currentChoices, ...missingIds.map((id): NamedChoice => ({ id, name: nameOf(id) }))].map((choice) => {
      const count = idLists.filter((ids) => ids.includes(choice.id)).length;
      const isPartial = count > 0 && count < idLists.length;
      const description = isPartial
        ? l10n.t(
            'set on {0} of {1} work items; unchanged unless selected',
            formatCount(count),
            formatCount(idLists.length),
          )
        : choice.detail;
      return {
        id: choice.id,
        label: choice.name,
        isOnAllItems: count === idLists.length,
        ...rowAppearance(false, choice.icon, description),
      };
    });
  };
  const hint = (): string | undefined =>
    rows().length === 0 ? emptyHint(choices, emptyListText(options, field)) : undefined;
  const checkedResult = await pickCheckedRows(options, {
    rows,
    isRead: () => choices.isRead(),
    hint,
    updates: choices.rowUpdates,
    creation,
  });
  if (checkedResult === undefined) return undefined;
  const { shownRows: shown, checkedIds: checked } = checkedResult;
  const add = shown.filter((row) => !row.isOnAllItems && checked.has(row.id)).map(({ id }) => id);
  const remove = shown.filter((row) => row.isOnAllItems && !checked.has(row.id)).map(({ id }) => id);
  return { field, add, remove };
}

/** Returns the value that all work items have, or undefined if they differ. */
export function commonValue(
  { store }: Session,
  addresses: readonly ItemAddress[],
  field: SingleValueField,
): string | null | undefined {
  const [firstValue, ...otherValues] = addresses.map((address) => currentValue(store, address, field));
  if (firstValue === undefined || (typeof firstValue === 'object' && firstValue !== null)) return undefined;
  return otherValues.every((value) => value !== undefined && isSameItemFieldValue(value, firstValue))
    ? firstValue
    : undefined;
}

export function rowAppearance(
  isCurrent: boolean,
  icon: TreeIcon | undefined,
  description = '',
): Pick<ValueRow<unknown>, 'description' | 'icon' | 'isCurrent' | 'isFocused'> {
  return { description, isCurrent, isFocused: isCurrent, ...(icon === undefined ? {} : { icon }) };
}
