// Undoes adding and removing relations, except for relations that were changed again afterwards.
import * as l10n from '@vscode/l10n';
import { ApiError, type Fault, faultOf, isUnsupported } from '../../client/apiError.ts';
import type { ItemAddress } from '../../core/cache/address.ts';
import type { RelatedItem } from '../../core/cache/store/relatedItems.ts';
import { itemListText, relationText } from '../../items/relationText.ts';
import { identifierOrName } from '../../items/valueTexts.ts';
import type { ItemCommandDeps } from '../../shell/itemPicker/itemCommandDeps.ts';
import type { ChosenItem } from '../../shell/itemPicker/workItemPicker.ts';
import type { AddedRelations } from '../../shell/notifications/undoableChanges.ts';
import { readRelations } from './relatedItems.ts';

interface UndoDeps extends Pick<ItemCommandDeps, 'prompts'> {
  readonly items: Pick<ItemCommandDeps['items'], 'openInBrowser'>;
}

/** Removes each relation, or restores the relation that it has replaced. Rejects with an ApiError. */
export async function undoAddedRelations(
  deps: UndoDeps,
  chosenItem: ChosenItem,
  { identifier, type, otherItems, replacedRelations }: AddedRelations,
): Promise<void> {
  const { prompts } = deps;
  const { store } = chosenItem.session;
  const currentRelations = await readRelations(store, chosenItem.address);
  const undoneItems: ItemAddress[] = [];
  for (const other of otherItems) {
    // A relation that another user has changed or removed is not undone.
    if (!currentRelations.some((relation) => relation.other.id === other.id && relation.type === type)) continue;
    const replacedRelation = replacedRelations.find((relation) => relation.other.id === other.id);
    if (replacedRelation === undefined) {
      const fault = await removeRelationTo(chosenItem, other);
      if (fault !== undefined) return offerBrowser(deps, chosenItem);
    } else await store.relations.add(chosenItem.address, replacedRelation.type, [other]);
    undoneItems.push(other);
  }
  const namesOf = (items: readonly ItemAddress[]): string =>
    itemListText(items.map((item) => identifierOrName(store, item)));
  const itemsChangedLater = otherItems.filter((other) => !undoneItems.includes(other));
  const notes =
    itemsChangedLater.length === 0
      ? []
      : [l10n.t('Not undone because of later changes: {0}.', namesOf(itemsChangedLater))];
  if (undoneItems.length === 0) void prompts.notify('warning', [l10n.t('Nothing was undone.'), ...notes].join(' '));
  else if (notes.length === 0)
    prompts.showStatus(l10n.t('Undid the relation of {0} to {1}', identifier, namesOf(undoneItems)), 5000, 'discard');
  else
    void prompts.notify(
      'info',
      [l10n.t('Undid the relation of {0} to {1}.', identifier, namesOf(undoneItems)), ...notes].join(' '),
    );
}

/**
 * Adds the removed relation again, unless another relation between the work items was added afterwards. Rejects with an
 * ApiError.
 */
export async function undoRemovedRelation(
  { prompts }: ItemCommandDeps,
  { session: { store }, address }: ChosenItem,
  identifier: string,
  { type, other }: RelatedItem,
): Promise<void> {
  const current = await readRelations(store, address);
  const otherName = identifierOrName(store, other);
  if (current.some((relation) => relation.other.id === other.id)) {
    void prompts.notify(
      'warning',
      `${l10n.t('Nothing was undone.')} ${l10n.t('Not undone because of later changes: {0}.', otherName)}`,
    );
    return;
  }
  await store.relations.add(address, type, [other]);
  prompts.showStatus(relationText(type, identifier, [otherName]), 5000, 'discard');
}

/**
 * Removes the relations between the two work items. Resolves with the fault if the server cannot remove relations.
 * Rejects with an ApiError.
 */
export async function removeRelationTo(
  { session, address }: ChosenItem,
  other: ItemAddress,
): Promise<Fault | undefined> {
  try {
    await session.store.relations.remove(address, other);
    return undefined;
  } catch (error) {
    const fault = faultOf(error);
    if (isUnsupported(fault)) return fault;
    throw new ApiError(fault);
  }
}

/**
 * Reports that the server cannot remove relations, and offers to open the work item in the browser, where the user can
 * remove them.
 */
export async function offerBrowser({ prompts, items }: UndoDeps, chosenItem: ChosenItem): Promise<void> {
  const openInBrowser = l10n.t('Open in Browser');
  const message = l10n.t('This server can only remove relations in Plane itself.');
  const chosenButton = await prompts.notify('warning', message, openInBrowser);
  if (chosenButton === openInBrowser) await items.openInBrowser(chosenItem);
}
