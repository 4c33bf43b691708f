// Lets the user pick the work item for a command.
// Lists the current, recently used and cached work items, and searches for the typed text.
import * as l10n from '@vscode/l10n';
import { type ItemAddress, keyOf } from '../../core/cache/address.ts';
import type { Session } from '../../core/session/session.ts';
import type { Clock } from '../../std/clock.ts';
import type { OnBack } from '../prompts/ask.ts';
import type { Prompts } from '../prompts/prompts.ts';
import type { RememberedItem } from '../tree/treeData.ts';
import { withProjectNames } from './itemRows.ts';
import {
  itemRowOf,
  type OfferedRow,
  type OtherAccountSearch,
  type SearchItemsOptions,
  searchItems,
  searchSeveralItems,
  uncachedRow,
} from './searchItems.ts';

/** Maximum number of cached work items that are listed before the user types, the most recently changed first. */
const MAX_CACHED_ITEMS = 300;

export interface PickItemOptions {
  readonly title: string;
  readonly recents: readonly RememberedItem[];
  /** The work item in the first row, usually the current work item. */
  readonly suggested: RememberedItem | undefined;
  readonly clock: Clock;
  readonly otherAccounts?: OtherAccountSearch | undefined;
  readonly onBack?: OnBack | undefined;
}

/** Lets the user pick a work item. Resolves with undefined if the user cancels. */
export async function pickItem(
  prompts: Prompts,
  session: Session,
  { recents, suggested, ...options }: PickItemOptions,
): Promise<ItemAddress | undefined> {
  const offeredRows = initialRows(session, recents, suggested);
  return (await searchItems(prompts, session, { ...options, offeredRows, unreadItems: recents })) ?? undefined;
}

export interface PickSeveralItemsOptions
  extends Omit<PickItemOptions, 'otherAccounts'>,
    Pick<SearchItemsOptions, 'noteOf'> {
  readonly isWanted: (address: ItemAddress) => boolean;
}

/** Lets the user pick one or several work items. Resolves with undefined if the user cancels. */
export async function pickSeveralItems(
  prompts: Prompts,
  session: Session,
  { recents, suggested, ...options }: PickSeveralItemsOptions,
): Promise<readonly ItemAddress[] | undefined> {
  const offeredRows = initialRows(session, recents, suggested).filter(
    ({ value, isSeparator }) => isSeparator === true || (value && options.isWanted(value)),
  );
  return searchSeveralItems(prompts, session, { ...options, offeredRows, unreadItems: recents });
}

/** Returns the rows that are listed before the user types. */
function initialRows(
  session: Session,
  recents: readonly RememberedItem[],
  suggested: RememberedItem | undefined,
): readonly OfferedRow[] {
  const recentItemKeys = new Set([...recents, ...(suggested === undefined ? [] : [suggested])].map(keyOf));
  const isOpenAndAssignedToMe = (address: ItemAddress): boolean =>
    session.store.item(address)?.assignees.includes(session.me.id) === true && !session.store.isDone(address);
  const latestItems = (isWanted: (address: ItemAddress) => boolean): ItemAddress[] =>
    session.store.finder.findLatest(MAX_CACHED_ITEMS, (item) => !recentItemKeys.has(keyOf(item)) && isWanted(item));
  const otherItems = latestItems((item) => !isOpenAndAssignedToMe(item));
  // Completed and canceled work items come last.
  const sortedItems = [
    ...otherItems.filter((item) => !session.store.isDone(item)),
    ...otherItems.filter((item) => session.store.isDone(item)),
  ];
  const cachedRow = (address: ItemAddress) => itemRowOf(session, address) ?? [];
  const otherRecents = recents.filter(({ id }) => id !== suggested?.id);
  const rowOf = (item: RememberedItem) => itemRowOf(session, item) ?? uncachedRow(item) ?? [];
  return withProjectNames(session, [
    ...withSeparator(l10n.t('Current'), suggested === undefined ? [] : [suggested].flatMap(rowOf)),
    ...withSeparator(l10n.t('Recent'), otherRecents.flatMap(rowOf)),
    ...withSeparator(l10n.t('Assigned to Me'), latestItems(isOpenAndAssignedToMe).flatMap(cachedRow)),
    ...withSeparator(l10n.t('All'), sortedItems.flatMap(cachedRow)),
  ]);
}

function withSeparator(label: string, rows: readonly OfferedRow[]): OfferedRow[] {
  return rows.length === 0 ? [] : [{ label, isSeparator: true }, ...rows];
}
