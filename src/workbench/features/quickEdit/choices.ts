// Lets the user pick one or several values of a field from a list of choices.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ItemAddress } from '../../../cache/address.ts';
import {
  currentValue,
  type ItemChange,
  isSameValue,
  type ListField,
  type SetField,
} from '../../../cache/changes/itemChange.ts';
import type { Session } from '../../../session/session.ts';
import { formatCount } from '../../../std/displayLanguage.ts';
import { displayText } from '../../../std/displayName.ts';
import { includesSearchText } from '../../../std/searchText.ts';
import type { TreeIcon } from '../../../tree/presentation/symbols.ts';
import { escapeCodicons } from '../../ui/escape.ts';
import { showInfo } from '../../ui/notifications.ts';
import { emptyListText } from './fieldTexts.ts';
import { followRowUpdates, messageRow, type PickRow, pickRow, type RowUpdates } from './pick.ts';

/** The work items to change. They are in the same project, unless the edit works across projects. */
export interface PickOptions {
  readonly session: Session;
  readonly project: string;
  readonly addresses: readonly ItemAddress[];
  /** The title of the picker, for example `State of WEB-28`. */
  readonly title: string;
}

export interface NamedChoice {
  readonly id: string;
  readonly name: string;
  readonly icon?: TreeIcon;
  readonly detail?: string;
}

/** The choices that are in the cache now, with events for a newer list that is being loaded. */
export interface LiveChoices {
  now(): readonly NamedChoice[];
  readonly rowUpdates?: RowUpdates | undefined;
}

/** Returns the name of the project of the work items. */
export function projectName({ session, project }: PickOptions): string {
  return session.store.project(project)?.name ?? l10n.t('Unknown project');
}

/**
 * Lets the user pick one choice. `clearLabel` is the label of a row that clears the field. `noMatchText` returns the
 * message for typed text that matches no choice.
 */
export async function pickChoice(
  { title, session, addresses }: PickOptions,
  field: SetField,
  choices: LiveChoices,
  clearLabel?: string,
  noMatchText: (text: string) => string = (text) => l10n.t('No match for “{0}”.', text),
): Promise<ItemChange | undefined> {
  const currentId = commonValue(session, addresses, field);
  const allRows = (): PickRow<string | null>[] => [
    ...choices.now().map(({ id, name, icon, detail }) => ({
      label: escapeCodicons(name),
      value: id,
      ...rowAppearance(currentId === id, icon, detail),
    })),
    ...(clearLabel === undefined
      ? []
      : [{ label: clearLabel, value: null, ...rowAppearance(currentId === null, { id: 'circle-slash' }) }]),
  ];
  const chosen = await pickRow<string | null>({
    title,
    placeholder: l10n.t('Type to filter the list'),
    rows: (text) => {
      const rows = allRows();
      const hasMatch = rows.some(({ label, description = '' }) => includesSearchText(`${label} ${description}`, text));
      return hasMatch ? rows : [...rows, messageRow(noMatchText(text.trim()))];
    },
    renewal: choices.rowUpdates,
  });
  return chosen === undefined ? undefined : { field, value: chosen.value };
}

/**
 * Lets the user pick several choices. Values that all work items have are checked. A value that only some work items
 * have is unchecked, and remains as it is unless the user checks it.
 */
export async function pickChoices(
  options: PickOptions,
  field: ListField,
  choices: LiveChoices,
  nameOf: (id: string) => string,
): Promise<ItemChange | undefined> {
  const { title, session, addresses } = options;
  const valueLists = addresses.map((address) => session.store.item(address)?.[field] ?? []);
  const rows = (): readonly CheckRow[] => {
    const currentChoices = choices.now();
    const missing = [...new Set(valueLists.flat())].filter((id) => !currentChoices.some((choice) => choice.id === id));
    return [...currentChoices, ...missing.map((id): NamedChoice => ({ id, name: nameOf(id) }))].map((choice) => {
      const count = valueLists.filter((ids) => ids.includes(choice.id)).length;
      const isPartial = count > 0 && count < addresses.length;
      const description = isPartial
        ? l10n.t(
            'set on {0} of {1} work items; unchanged unless selected',
            formatCount(count),
            formatCount(addresses.length),
          )
        : choice.detail;
      return {
        id: choice.id,
        label: escapeCodicons(choice.name),
        isOnAll: count === addresses.length,
        ...rowAppearance(false, choice.icon, description),
      };
    });
  };
  if (rows().length === 0) {
    void showInfo(emptyListText(field, projectName(options)));
    return undefined;
  }
  const chosen = await pickCheckedRows(displayText(title), rows, choices.rowUpdates);
  if (chosen === undefined) return undefined;
  const { shown, checked } = chosen;
  const add = shown.filter((row) => !row.isOnAll && checked.has(row.id)).map(({ id }) => id);
  const remove = shown.filter((row) => row.isOnAll && !checked.has(row.id)).map(({ id }) => id);
  return { field, add, remove };
}

interface CheckRow extends vscode.QuickPickItem {
  readonly id: string;
  readonly isOnAll: boolean;
}

/** Resolves with the latest rows and the checked ids. When newer rows are loaded, the user's checks remain. */
async function pickCheckedRows(
  title: string,
  rows: () => readonly CheckRow[],
  renewal: RowUpdates | undefined,
): Promise<{ readonly shown: readonly CheckRow[]; readonly checked: ReadonlySet<string> } | undefined> {
  const picker = vscode.window.createQuickPick<CheckRow>();
  picker.title = title;
  picker.placeholder = l10n.t('Select all that apply, or none to clear the field');
  picker.canSelectMany = true;
  picker.matchOnDescription = true;
  picker.ignoreFocusOut = true;
  const setRows = (checked: (row: CheckRow) => boolean): void => {
    picker.items = rows();
    picker.selectedItems = picker.items.filter(checked);
  };
  setRows(({ isOnAll }) => isOnAll);
  const updates = followRowUpdates(picker, renewal, () => {
    const checked = new Set(picker.selectedItems.map(({ id }) => id));
    const previousIds = new Set(picker.items.map(({ id }) => id));
    const activeId = picker.activeItems[0]?.id;
    setRows(({ id, isOnAll }) => (previousIds.has(id) ? checked.has(id) : isOnAll));
    const activeRow = picker.items.find(({ id }) => id === activeId);
    if (activeRow !== undefined) picker.activeItems = [activeRow];
  });
  try {
    return await new Promise((resolve) => {
      picker.onDidAccept(() =>
        resolve({ shown: picker.items, checked: new Set(picker.selectedItems.map(({ id }) => id)) }),
      );
      picker.onDidHide(() => resolve(undefined));
      picker.show();
    });
  } finally {
    updates.dispose();
    picker.dispose();
  }
}

/** Returns the value that all work items have, or undefined if they differ. */
export function commonValue(
  { store }: Session,
  addresses: readonly ItemAddress[],
  field: SetField,
): string | null | undefined {
  const [firstValue, ...otherValues] = addresses.map((address) => currentValue(store, address, field));
  if (firstValue === undefined || (typeof firstValue === 'object' && firstValue !== null)) return undefined;
  return otherValues.every((value) => value !== undefined && isSameValue(value, firstValue)) ? firstValue : undefined;
}

export function rowAppearance(
  isCurrent: boolean,
  icon: TreeIcon | undefined,
  detail?: string,
): Pick<vscode.QuickPickItem, 'description' | 'iconPath' | 'picked'> {
  const description = [isCurrent ? l10n.t('current') : '', detail ?? ''].filter((part) => part !== '').join(' · ');
  return {
    ...(description === '' ? {} : { description: escapeCodicons(description) }),
    ...(isCurrent ? { picked: true } : {}),
    ...(icon === undefined
      ? {}
      : {
          iconPath: new vscode.ThemeIcon(
            icon.id,
            icon.color === undefined ? undefined : new vscode.ThemeColor(icon.color),
          ),
        }),
  };
}
