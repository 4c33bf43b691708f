// Picks a parent: a work item of the same project, but not the work item itself or one below it.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { type ItemAddress, parseAddress } from '../../../cache/address.ts';
import { type ItemChange, isBelow } from '../../../cache/changes/itemChange.ts';
import { itemRowOf, type OfferedItem, offeredOf, searchItems } from '../workItems/searchItems.ts';
import { type PickOptions, presentIn } from './choices.ts';

/** Maximum number of cached work items that are offered before anything is typed. */
const MOST_KNOWN = 30;

export async function pickParent({ title, session, addresses }: PickOptions): Promise<ItemChange | undefined> {
  const [first] = addresses;
  if (first === undefined) return undefined;
  const { store } = session;
  const present = presentIn(session, addresses, 'parent');
  const isWanted = ({ project, id }: ItemAddress): boolean =>
    project === first.project && !addresses.some((one) => one.id === id || isBelow(store, { ...one, id }, one));
  const clear: OfferedItem[] =
    present === null
      ? []
      : [{ label: l10n.t('No Parent'), value: null, iconPath: new vscode.ThemeIcon('circle-slash') }];
  const known = [...store.resources.workItems.records.all().keys()]
    .flatMap((key) => parseAddress(key) ?? [])
    .filter(isWanted)
    .slice(0, MOST_KNOWN)
    .flatMap((address) => itemRowOf(session, address) ?? []);
  const offered = known.map((row) => {
    const choice = offeredOf(row);
    return present === row.address?.id
      ? { ...choice, description: [choice.description ?? '', l10n.t('current')].join(' · '), picked: true }
      : choice;
  });
  const parent = await searchItems(session, {
    title,
    offered: [...clear, ...offered],
    isWanted,
    emptyText: l10n.t('No work item of this project with this identifier can be the parent'),
    ignoreFocusOut: true,
  });
  return parent === undefined ? undefined : { field: 'parent', value: parent?.id ?? null };
}
