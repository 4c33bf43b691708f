// Removes the relation in a row, or a relation of a work item that the user picks.
import * as l10n from '@vscode/l10n';
import { type RelatedItem, relatedItems } from '../../core/cache/store/relatedItems.ts';
import type { Session } from '../../core/session/session.ts';
import { relationTypeName } from '../../items/relationTypeName.ts';
import { identifierOrName } from '../../items/valueTexts.ts';
import type { ItemCommandDeps } from '../../shell/itemPicker/itemCommandDeps.ts';
import { itemRowOf } from '../../shell/itemPicker/searchItems.ts';
import type { ChosenItem } from '../../shell/itemPicker/workItemPicker.ts';
import { offerUndo } from '../../shell/notifications/undoStatus.ts';
import { type OnBack, pickReadRow, type ValueRow } from '../../shell/prompts/ask.ts';
import { definedFields } from '../../std/objects/definedFields.ts';
import { loadRelatedItemNames, readRelations } from './relatedItems.ts';
import { offerBrowser, removeRelationTo, undoRemovedRelation } from './undo.ts';

/**
 * Removes the relation with this id or, without an id, a relation that the user picks from a list that is sorted by
 * type. Rejects with an ApiError if the relation is not removed.
 */
export async function removeRelation(
  deps: ItemCommandDeps,
  chosenItem: ChosenItem,
  id?: string,
  onBack?: OnBack,
): Promise<void> {
  const { quickEdits } = deps;
  // The user is not asked which relation to remove if none can be removed.
  if (!chosenItem.session.store.relations.canRemove) return offerBrowser(deps, chosenItem);
  const identifier = await deps.items.identifierOf(chosenItem);
  const pickedRelation =
    id === undefined
      ? await pickRelation(deps, chosenItem, identifier, onBack)
      : relatedItems(chosenItem.session.store, chosenItem.address).find((relation) => relation.id === id);
  if (pickedRelation === undefined) return;
  const { session } = chosenItem;
  const { store } = session;
  const { other } = pickedRelation;
  const fault = await removeRelationTo(chosenItem, other);
  if (fault !== undefined) {
    await offerBrowser(deps, chosenItem);
    return;
  }
  const change = quickEdits.addNonFieldChange({
    session,
    undo: () => undoRemovedRelation(deps, chosenItem, identifier, pickedRelation),
  });
  const otherName = store.identifier(other) ?? store.item(other)?.name;
  const message =
    otherName === undefined
      ? l10n.t('Removed the relation of {0} to a work item.', identifier)
      : l10n.t('Removed the relation of {0} to {1}.', identifier, otherName);
  offerUndo(deps, message, () => change.undo());
}

async function pickRelation(
  { prompts }: ItemCommandDeps,
  { session, address }: ChosenItem,
  identifier: string,
  onBack: OnBack | undefined,
): Promise<RelatedItem | undefined> {
  const { store } = session;
  const picked = await pickReadRow(prompts, {
    title: l10n.t('Remove Relation of {0}', identifier),
    placeholder: l10n.t('Select the relation to remove'),
    emptyText: l10n.t('{0} has no relations.', identifier),
    rateLimit: store.rateLimit,
    onBack,
    rows: () => relationRows(session, relatedItems(store, address)),
    read: async (showRows) => {
      await readRelations(store, address);
      showRows();
      await loadRelatedItemNames(store, address);
    },
  });
  return relatedItems(store, address).find(({ id }) => id === picked?.value);
}

/** The relations are in the order of their types. Each type has a heading. */
function relationRows(session: Session, relations: readonly RelatedItem[]): ValueRow<string>[] {
  return relations.flatMap((relation, index) => {
    const { label, description, icon } = itemRowOf(session, relation.other) ?? {
      label: identifierOrName(session.store, relation.other),
      description: l10n.t('You may have no access to it'),
      icon: { id: 'question' },
    };
    const row = definedFields({ label, value: relation.id, description, icon });
    const isFirst = relations[index - 1]?.type !== relation.type;
    return isFirst ? [{ label: relationTypeName(relation.type), isSeparator: true }, row] : [row];
  });
}
