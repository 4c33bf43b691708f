// Lets the user pick the work item for a command.
// Lists the current, recently used and cached work items, and searches for the typed text.
import * as l10n from '@vscode/l10n';
import { type ItemAddress, keyOf, parseItemKey } from '../../../cache/address.ts';
import type { Session } from '../../../session/session.ts';
import type { Clock } from '../../../std/clock.ts';
import type { RememberedItem } from '../../../tree/treeData.ts';
import type { Prompts } from '../../ui/prompts.ts';
import { itemRowOf, type OfferedItem, searchItems, unreadRow } from './searchItems.ts';

/** Maximum number of cached work items that are listed before the user types. */
const MAX_CACHED_ITEMS = 300;

export interface PickedItem {
  readonly title: string;
  readonly recents: readonly RememberedItem[];
  /** The work item in the first row, usually the current work item. */
  readonly suggested: RememberedItem | undefined;
  readonly clock: Clock;
}

/** Resolves with undefined if the user cancels. */
export async function pickItem(
  prompts: Prompts,
  session: Session,
  { recents, suggested, title, clock }: PickedItem,
): Promise<ItemAddress | undefined> {
  const offered = initialRows(session, recents, suggested);
  return (await searchItems(prompts, session, { title, offered, unread: recents, clock })) ?? undefined;
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
    ...withSeparator(l10n.t('Current'), suggested === undefined ? [] : [suggested].flatMap(rowOf)),
    ...withSeparator(l10n.t('Recent'), otherRecents.flatMap(rowOf)),
    ...withSeparator(l10n.t('Work items'), cachedRows),
  ];
}

function withSeparator(label: string, rows: readonly OfferedItem[]): OfferedItem[] {
  return rows.length === 0 ? [] : [{ label, isSeparator: true }, ...rows];
}
