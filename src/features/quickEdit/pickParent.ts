// Lets the user pick a parent: a work item of the same project that is not a descendant.
import * as l10n from '@vscode/l10n';
import { type ItemAddress, parseItemKey } from '../../core/cache/address.ts';
import { type ItemChange, isSelfOrDescendant } from '../../core/cache/changes/itemChange.ts';
import { itemRowOf, type OfferedRow, searchItems } from '../../shell/itemPicker/searchItems.ts';
import { commonValue, type PickOptions } from './choices.ts';

/** Maximum number of cached work items that are listed before the user types. */
const MAX_CACHED_ITEMS = 30;

export async function pickParent({
  prompts,
  clock,
  title,
  session,
  addresses,
  onBack,
}: PickOptions): Promise<ItemChange | undefined> {
  const [firstItem] = addresses;
  if (firstItem === undefined) return undefined;
  const { store } = session;
  const currentParent = commonValue(session, addresses, 'parent');
  const canBeParent = ({ project, id }: ItemAddress): boolean =>
    project === firstItem.project &&
    !addresses.some((item) => item.id === id || isSelfOrDescendant(store, { ...item, id }, item));
  const noParentRow: OfferedRow[] =
    currentParent === null ? [] : [{ label: l10n.t('No Parent'), value: null, icon: { id: 'blank' } }];
  const { records } = store.resources.workItems;
  const cachedRows = [...records.all().keys()]
    .filter((key) => !records.isGone(key))
    .flatMap((key) => parseItemKey(key) ?? [])
    .filter(canBeParent)
    .slice(0, MAX_CACHED_ITEMS)
    .flatMap((address) => itemRowOf(session, address) ?? []);
  const cachedChoices = cachedRows.map((row) => {
    const isCurrent = currentParent === row.value?.id;
    return { ...row, isCurrent, isFocused: isCurrent };
  });
  const parent = await searchItems(prompts, session, {
    title,
    offeredRows: [...noParentRow, ...cachedChoices],
    isWanted: canBeParent,
    emptyText: l10n.t('No work item of this project with this identifier can be the parent'),
    staysOpen: true,
    onBack,
    clock,
  });
  if (parent === undefined) return undefined;
  // The message about the change contains the identifier of the parent. The search returns only a part of the work
  // item, so the identifier may be missing.
  if (parent !== null && store.identifier(parent) === undefined)
    await store.resources.workItems.readOne(parent.id, parent.project);
  return { field: 'parent', value: parent?.id ?? null };
}
