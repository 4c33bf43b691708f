// Picks the value of a field from choices: one of them, or several.

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
import { includesTyped } from '../../../std/searchText.ts';
import type { TreeIcon } from '../../../tree/presentation/symbols.ts';
import { escapeCodicons } from '../../ui/escape.ts';
import { showInfo } from '../../ui/notifications.ts';
import { emptyListText } from './fieldTexts.ts';
import { followRowUpdates, messageRow, type PickRow, pickRow, type RowUpdates } from './pick.ts';

/** The work items to pick for. They are from one project, unless the edit applies to every project. */
export interface PickOptions {
  readonly session: Session;
  readonly project: string;
  readonly addresses: readonly ItemAddress[];
  /** For example `State of WEB-28`. */
  readonly title: string;
}

export interface NamedChoice {
  readonly id: string;
  readonly name: string;
  readonly icon?: TreeIcon;
  readonly detail?: string;
}

/** The choices: those in the cache now, and a newer list that may be loading. */
export interface LiveChoices {
  now(): readonly NamedChoice[];
  readonly renewal?: RowUpdates | undefined;
}

/** Returns the name of the project to pick for. */
export function projectName({ session, project }: PickOptions): string {
  return session.store.project(project)?.name ?? l10n.t('Unknown project');
}

/**
 * Picks one choice. `none` is the row that clears the field. `unfit` returns the message for a text that matches no
 * choice.
 */
export async function pickChoice(
  { title, session, addresses }: PickOptions,
  field: SetField,
  choices: LiveChoices,
  none?: string,
  unfit: (text: string) => string = (text) => l10n.t('No match for “{0}”.', text),
): Promise<ItemChange | undefined> {
  const present = presentIn(session, addresses, field);
  const allRows = (): PickRow<string | null>[] => [
    ...choices.now().map(({ id, name, icon, detail }) => ({
      label: escapeCodicons(name),
      value: id,
      ...rowLooks(present === id, icon, detail),
    })),
    ...(none === undefined
      ? []
      : [{ label: none, value: null, ...rowLooks(present === null, { id: 'circle-slash' }) }]),
  ];
  const chosen = await pickRow<string | null>({
    title,
    placeholder: l10n.t('Type to filter the list'),
    rows: (text) => {
      const rows = allRows();
      const isThere = rows.some(({ label, description = '' }) => includesTyped(`${label} ${description}`, text));
      return isThere ? rows : [...rows, messageRow(unfit(text.trim()))];
    },
    renewal: choices.renewal,
  });
  return chosen === undefined ? undefined : { field, value: chosen.value };
}

/**
 * Picks several choices. Those that every work item has are checked. Those that only some have stay unchanged unless
 * checked.
 */
export async function pickChoices(
  picking: PickOptions,
  field: ListField,
  choices: LiveChoices,
  nameOf: (id: string) => string,
): Promise<ItemChange | undefined> {
  const { title, session, addresses } = picking;
  const held = addresses.map((one) => session.store.item(one)?.[field] ?? []);
  const rows = (): readonly CheckRow[] => {
    const known = choices.now();
    const missing = [...new Set(held.flat())].filter((id) => !known.some((one) => one.id === id));
    return [...known, ...missing.map((id): NamedChoice => ({ id, name: nameOf(id) }))].map((one) => {
      const count = held.filter((ids) => ids.includes(one.id)).length;
      const isPartial = count > 0 && count < addresses.length;
      const description = isPartial
        ? l10n.t(
            'set on {0} of {1} work items; unchanged unless selected',
            formatCount(count),
            formatCount(addresses.length),
          )
        : one.detail;
      return {
        id: one.id,
        label: escapeCodicons(one.name),
        isOnAll: count === addresses.length,
        ...rowLooks(false, one.icon, description),
      };
    });
  };
  if (rows().length === 0) {
    void showInfo(emptyListText(field, projectName(picking)));
    return undefined;
  }
  const chosen = await checkRows(displayText(title), rows, choices.renewal);
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

/** Resolves with the latest rows and the checked ids. When the rows are replaced, the user's checks remain. */
async function checkRows(
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
  const show = (checked: (row: CheckRow) => boolean): void => {
    picker.items = rows();
    picker.selectedItems = picker.items.filter(checked);
  };
  show(({ isOnAll }) => isOnAll);
  const renewing = followRowUpdates(picker, renewal, () => {
    const checked = new Set(picker.selectedItems.map(({ id }) => id));
    const before = new Set(picker.items.map(({ id }) => id));
    const activeId = picker.activeItems[0]?.id;
    show(({ id, isOnAll }) => (before.has(id) ? checked.has(id) : isOnAll));
    const active = picker.items.find(({ id }) => id === activeId);
    if (active !== undefined) picker.activeItems = [active];
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
    renewing.dispose();
    picker.dispose();
  }
}

/** Returns the value that all work items have, or undefined if they differ. */
export function presentIn(
  { store }: Session,
  addresses: readonly ItemAddress[],
  field: SetField,
): string | null | undefined {
  const [held, ...others] = addresses.map((one) => currentValue(store, one, field));
  if (held === undefined || (typeof held === 'object' && held !== null)) return undefined;
  return others.every((one) => one !== undefined && isSameValue(one, held)) ? held : undefined;
}

export function rowLooks(
  isPresent: boolean,
  icon: TreeIcon | undefined,
  detail?: string,
): Pick<vscode.QuickPickItem, 'description' | 'iconPath' | 'picked'> {
  const description = [isPresent ? l10n.t('current') : '', detail ?? ''].filter((part) => part !== '').join(' · ');
  return {
    ...(description === '' ? {} : { description: escapeCodicons(description) }),
    ...(isPresent ? { picked: true } : {}),
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
