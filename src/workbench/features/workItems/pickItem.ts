// Lets the user pick the work item for a command.
// Lists the current, recently used and cached work items, and searches for the typed text.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { type ItemAddress, keyOf, parseItemKey } from '../../../cache/address.ts';
import type { Session } from '../../../session/session.ts';
import { type RememberedItem } from '../../../tree/treeData.ts';
import { itemRowOf, type OfferedItem, offeredOf, searchItems, unreadRow } from './searchItems.ts';

/** Maximum number of cached work items that are listed before the user types. */
const MAX_CACHED_ITEMS = 300;

export interface PickedItem {
  readonly title: string;
  readonly recents: readonly RememberedItem[];
  /** The work item in the first row, usually the current work item. */
  readonly suggested: RememberedItem | undefined;
}

/** Resolves with undefined if the user cancels. */
export async function pickItem(
  session: Session,
  { recents, suggested, title }: PickedItem,
): Promise<ItemAddress | undefined> {
  return (
    (await searchItems(session, { title, offered: initialRows(session, recents, suggested), unread: recents })) ??
    undefined
  );
}

/** Returns the rows that are listed before the user types. */
function initialRows(
  session: Session,
  recents: readonly RememberedItem[],
  suggested: RememberedItem | undefined,
): OfferedItem[] {
  const recentKeys = new Set([...recents, ...(suggested === undefined ? [] : [suggested])].map(keyOf));
  const cachedRows = [...session.store.resources.workItems.records.all().keys()]
    .filter((key) => !recentKeys.has(key))
    .slice(0, MAX_CACHED_ITEMS)
    .flatMap((key) => {
      const address = parseItemKey(key);
      return (address === undefined ? undefined : itemRowOf(session, address)) ?? [];
    });
  const otherRecents = recents.filter(({ id }) => id !== suggested?.id);
  const rowOf = (item: RememberedItem) => itemRowOf(session, item) ?? unreadRow(item) ?? [];
  return [
    ...withSeparator(l10n.t('Current'), suggested === undefined ? [] : [suggested].flatMap(rowOf).map(offeredOf)),
    ...withSeparator(l10n.t('Recent'), otherRecents.flatMap(rowOf).map(offeredOf)),
    ...withSeparator(l10n.t('Work items'), cachedRows.map(offeredOf)),
  ];
}

function withSeparator(label: string, rows: readonly OfferedItem[]): OfferedItem[] {
  return rows.length === 0 ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator }, ...rows];
}
