// Owns the picking of a field's value from choices: one of them, or several.
import * as vscode from 'vscode';
import type { Icon } from '../../outline/symbols.ts';
import type { Session } from '../../session/session.ts';
import type { ItemAddress } from '../../store/address.ts';
import { type Change, heldIn, isSame, type ListField, type SetField } from '../../store/change.ts';
import { inform } from '../notices.ts';
import { plain } from '../plain.ts';
import { pickRow, type Row, sentenceRow } from './pick.ts';

/** What is picked for: items of one project, unless the edit is of every project. */
export interface Picking {
  readonly session: Session;
  readonly project: string;
  readonly addresses: readonly ItemAddress[];
  /** `State of WEB-28` */
  readonly title: string;
}

export interface Named {
  readonly id: string;
  readonly name: string;
  readonly icon?: Icon;
  readonly detail?: string;
}

/** `none` is the row that clears the field; `unfit` says what is wrong with a text that no choice has. */
export async function pickFrom(
  { title, session, addresses }: Picking,
  field: SetField,
  choices: readonly Named[],
  none?: string,
  unfit: (text: string) => string = (text) => `Nothing here is called “${text}”.`,
): Promise<Change | undefined> {
  const present = presentIn(session, addresses, field);
  const rows: Row<string | null>[] = choices.map(({ id, name, icon, detail }) => ({
    label: plain(name),
    value: id,
    ...rowLooks(present === id, icon, detail),
  }));
  if (none !== undefined) rows.push({ label: none, value: null, ...rowLooks(present === null, { id: 'circle-slash' }) });
  const chosen = await pickRow<string | null>({
    title,
    placeholder: 'Type to narrow the list',
    rows: (text) => {
      const wanted = text.trim().toLowerCase();
      const isThere = rows.some(({ label, description = '' }) => `${label} ${description}`.toLowerCase().includes(wanted));
      return isThere ? rows : [...rows, sentenceRow(unfit(text.trim()))];
    },
  });
  return chosen === undefined ? undefined : { field, value: chosen.value };
}

/** Checked are those that every item has. What only some of them have stays as it is unless it is checked. */
export async function pickSeveral(
  { title, session: { store }, addresses }: Picking,
  field: ListField,
  choices: readonly Named[],
  nameOf: (id: string) => string,
): Promise<Change | undefined> {
  const held = addresses.map((one) => store.item(one)?.[field] ?? []);
  const missing = [...new Set(held.flat())].filter((id) => !choices.some((one) => one.id === id));
  const rows = [...choices, ...missing.map((id): Named => ({ id, name: nameOf(id) }))].map((one) => {
    const count = held.filter((ids) => ids.includes(one.id)).length;
    const isPartial = count > 0 && count < addresses.length;
    const description = isPartial ? `on ${count} of ${addresses.length}, left so unless checked` : one.detail;
    return { id: one.id, label: plain(one.name), picked: count === addresses.length, ...rowLooks(false, one.icon, description) };
  });
  if (rows.length === 0) {
    void inform(`This project has no ${field} to choose from.`);
    return undefined;
  }
  const chosen = await vscode.window.showQuickPick(rows, {
    title,
    canPickMany: true,
    matchOnDescription: true,
    ignoreFocusOut: true,
    placeHolder: 'Check all that apply; none clears them',
  });
  if (chosen === undefined) return undefined;
  const add = rows.filter((row) => !row.picked && chosen.includes(row)).map(({ id }) => id);
  const remove = rows.filter((row) => row.picked && !chosen.includes(row)).map(({ id }) => id);
  return { field, add, remove };
}

/** What all the items hold; undefined when they differ. */
export function presentIn({ store }: Session, addresses: readonly ItemAddress[], field: SetField): string | null | undefined {
  const [held, ...others] = addresses.map((one) => heldIn(store, one, field));
  if (held === undefined || (typeof held === 'object' && held !== null)) return undefined;
  return others.every((one) => one !== undefined && isSame(one, held)) ? held : undefined;
}

export function rowLooks(
  isPresent: boolean,
  icon: Icon | undefined,
  detail?: string,
): Pick<vscode.QuickPickItem, 'description' | 'iconPath' | 'picked'> {
  const description = [isPresent ? 'now' : '', detail ?? ''].filter((part) => part !== '').join(' · ');
  return {
    ...(description === '' ? {} : { description: plain(description) }),
    ...(isPresent ? { picked: true } : {}),
    ...(icon === undefined
      ? {}
      : { iconPath: new vscode.ThemeIcon(icon.id, icon.color === undefined ? undefined : new vscode.ThemeColor(icon.color)) }),
  };
}
