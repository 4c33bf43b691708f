// Lets the user pick the work item for a command.
// Offers the current, recent and cached work items, and searches for the typed text.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { type ItemAddress, keyOf, parseAddress } from '../../../cache/address.ts';
import type { Session } from '../../../session/session.ts';
import { type RememberedItem } from '../../../tree/treeData.ts';
import { itemRowOf, type OfferedItem, offeredOf, searchItems, unreadRow } from './searchItems.ts';

/** Maximum number of cached work items that are offered before anything is typed. */
const MOST_KNOWN = 300;

export interface PickedItem {
  readonly title: string;
  readonly recents: readonly RememberedItem[];
  /** The first row. */
  readonly suggested: RememberedItem | undefined;
}

/** Resolves with undefined if the user cancels. */
export async function pickItem(
  session: Session,
  { recents, suggested, title }: PickedItem,
): Promise<ItemAddress | undefined> {
  return (
    (await searchItems(session, { title, offered: offered(session, recents, suggested), unread: recents })) ?? undefined
  );
}

/** The rows before anything is typed. */
function offered(
  session: Session,
  recents: readonly RememberedItem[],
  suggested: RememberedItem | undefined,
): OfferedItem[] {
  const isRecent = new Set([...recents, ...(suggested === undefined ? [] : [suggested])].map(keyOf));
  const known = [...session.store.resources.workItems.records.all().keys()]
    .filter((key) => !isRecent.has(key))
    .slice(0, MOST_KNOWN)
    .flatMap((key) => {
      const address = parseAddress(key);
      return (address === undefined ? undefined : itemRowOf(session, address)) ?? [];
    });
  const recent = recents.filter(({ id }) => id !== suggested?.id);
  const rowOfRecent = (one: RememberedItem) => itemRowOf(session, one) ?? unreadRow(one) ?? [];
  return [
    ...group(l10n.t('Current'), suggested === undefined ? [] : [suggested].flatMap(rowOfRecent).map(offeredOf)),
    ...group(l10n.t('Recent'), recent.flatMap(rowOfRecent).map(offeredOf)),
    ...group(l10n.t('Work items'), known.map(offeredOf)),
  ];
}

function group(label: string, rows: readonly OfferedItem[]): OfferedItem[] {
  return rows.length === 0 ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator }, ...rows];
}
