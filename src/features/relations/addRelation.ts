// Adds relations to a work item: asks for the type and the related work items, reports the result, and offers Undo.
import * as l10n from '@vscode/l10n';
import type { RelationType } from '../../contract/resources/relation.ts';
import { type ItemAddress, keyOf } from '../../core/cache/address.ts';
import { type RelatedItem, relatedItems } from '../../core/cache/store/relatedItems.ts';
import type { Session } from '../../core/session/session.ts';
import { itemListText, relationText } from '../../items/relationText.ts';
import { relationTypeName } from '../../items/relationTypeName.ts';
import { identifierOrName } from '../../items/valueTexts.ts';
import type { ItemCommandDeps } from '../../shell/itemPicker/itemCommandDeps.ts';
import type { ChosenItem } from '../../shell/itemPicker/workItemPicker.ts';
import { notifyErrors } from '../../shell/notifications/faultNotification.ts';
import { offerUndo, showUndoStatus } from '../../shell/notifications/undoStatus.ts';
import { askInTwoSteps, chooseRow, type OnBack } from '../../shell/prompts/ask.ts';
import { formatList } from '../../std/formatText.ts';
import { readRelations } from './relatedItems.ts';
import { undoAddedRelations } from './undo.ts';

/** The relation types in the order in which they are offered. */
const OFFERED_TYPES: readonly RelationType[] = [
  'blocking',
  'blocked_by',
  'duplicate',
  'relates_to',
  'start_before',
  'start_after',
  'finish_before',
  'finish_after',
];

/**
 * Lets the user pick the relation type and the work items to relate, and adds the relations. Rejects with an ApiError.
 */
export async function addRelation(deps: ItemCommandDeps, chosenItem: ChosenItem, onBack?: OnBack): Promise<void> {
  const { session, address } = chosenItem;
  const identifier = await deps.items.identifierOf(chosenItem);
  const newRelations = await askInTwoSteps(
    () => pickRelationType(deps, l10n.t('Add Relation to {0}', identifier), onBack),
    async (type, backToTypes) => {
      const relations = await readRelations(session.store, address);
      const otherItems = await deps.items.chooseSeveral(session, {
        title: l10n.t('{0}: {1}', identifier, relationTypeName(type)),
        isWanted: (item) => keyOf(item) !== keyOf(address),
        noteOf: (item) => {
          const relation = relations.find(({ other }) => other.id === item.id);
          return relation === undefined ? undefined : relationTypeName(relation.type);
        },
        onBack: backToTypes,
      });
      return otherItems && { identifier, type, otherItems, relations };
    },
  );
  if (newRelations !== undefined) await sendRelations(deps, chosenItem, newRelations);
}

/**
 * Lets the user pick the type of a relation to the work item `other`, and adds the relation. Resolves with false if the
 * user cancels or presses Back. Rejects with an ApiError.
 */
export async function addRelationTo(
  deps: ItemCommandDeps,
  chosenItem: ChosenItem,
  other: ItemAddress,
  onBack: OnBack,
): Promise<boolean> {
  const { session, address } = chosenItem;
  const identifier = await deps.items.identifierOf(chosenItem);
  const otherIdentifier = await deps.items.identifierOf({ session, address: other });
  const type = await pickRelationType(
    deps,
    l10n.t('Add Relation from {0} to {1}', identifier, otherIdentifier),
    onBack,
  );
  if (type === undefined) return false;
  const relations = await readRelations(session.store, address);
  await sendRelations(deps, chosenItem, { identifier, type, otherItems: [other], relations });
  return true;
}

async function pickRelationType(
  { prompts }: ItemCommandDeps,
  title: string,
  onBack: OnBack | undefined,
): Promise<RelationType | undefined> {
  const rows = OFFERED_TYPES.map((type) => ({ label: relationTypeName(type), value: type }));
  const placeholder = l10n.t('Select the type of the relation');
  const pickedRow = await chooseRow(prompts, rows, { title, placeholder, onBack });
  return pickedRow?.value;
}

interface NewRelations {
  readonly identifier: string;
  readonly type: RelationType;
  readonly otherItems: readonly ItemAddress[];
  /** The relations that the work item has. */
  readonly relations: readonly RelatedItem[];
}

/**
 * Servers store only one relation between two work items: some replace an earlier relation of another type, others keep
 * it and ignore the new one.
 */
async function sendRelations(
  deps: ItemCommandDeps,
  chosenItem: ChosenItem,
  { identifier, type, otherItems, relations }: NewRelations,
): Promise<void> {
  const { session, address } = chosenItem;
  const { prompts, logger, quickEdits } = deps;
  const { store } = session;
  const earlierTypeOf = ({ id }: ItemAddress): RelationType | undefined =>
    relations.find(({ other }) => other.id === id)?.type;
  const wantedItems = otherItems.filter((other) => earlierTypeOf(other) !== type);
  if (wantedItems.length === 0) {
    const text = relationText(type, identifier, namesOf(session, otherItems));
    prompts.showStatus(l10n.t('{0} (unchanged)', text), 5000, 'info');
    return;
  }
  const notAdded = await store.relations.add(address, type, wantedItems);
  if (notAdded.length > 0)
    void notifyErrors(prompts, logger, 'after adding a relation', () =>
      reportNotAdded(deps, chosenItem, identifier, notAdded),
    );
  const addedItems = wantedItems.filter((other) => !notAdded.includes(other));
  if (addedItems.length === 0) return;
  const replacedRelations = relations.filter(
    ({ id, other }) =>
      addedItems.some((added) => added.id === other.id) && !store.relations.list(address).state.ids.includes(id),
  );
  const text = relationText(type, identifier, namesOf(session, addedItems));
  if (!store.relations.canRemove) {
    prompts.showStatus(text, 5000, 'link');
    return;
  }
  const change = quickEdits.addNonFieldChange({
    session,
    undo: () => undoAddedRelations(deps, chosenItem, { identifier, type, otherItems: addedItems, replacedRelations }),
  });
  if (replacedRelations.length === 0) {
    showUndoStatus(prompts, text, change.id, { icon: 'link' });
    return;
  }
  const message = `${l10n.t('{0}.', text)} ${replacedText(session, identifier, replacedRelations)}`;
  offerUndo(deps, message, () => change.undo());
}

/** Says which relations the server has kept instead of adding new ones, and offers to open the work item in Plane. */
async function reportNotAdded(
  { prompts, items }: ItemCommandDeps,
  chosenItem: ChosenItem,
  identifier: string,
  notAdded: readonly ItemAddress[],
): Promise<void> {
  const { session, address } = chosenItem;
  const { store } = session;
  const earlierRelations = relatedItems(store, address).filter(({ other }) =>
    notAdded.some(({ id }) => id === other.id),
  );
  const earlierTexts = earlierRelations.map(({ type, other }) =>
    relationText(type, identifier, namesOf(session, [other])),
  );
  const reason =
    earlierTexts.length === 0
      ? l10n.t(
          'Not added: the server stored no relation of {0} to {1}.',
          identifier,
          itemListText(namesOf(session, notAdded)),
        )
      : l10n.t('Not added: {0} already, and the server keeps only one relation.', formatList(earlierTexts));
  const openInBrowser = l10n.t('Open in Browser');
  const advice = store.relations.canRemove ? l10n.t('Remove it first.') : l10n.t('Remove it in Plane first.');
  const buttons = store.relations.canRemove ? [] : [openInBrowser];
  const chosenButton = await prompts.notify(
    'warning',
    [reason, ...(earlierTexts.length === 0 ? [] : [advice])].join(' '),
    ...buttons,
  );
  if (chosenButton === openInBrowser) await items.openInBrowser(chosenItem);
}

function replacedText(session: Session, identifier: string, replacedRelations: readonly RelatedItem[]): string {
  const [first] = replacedRelations;
  return first !== undefined && replacedRelations.length === 1
    ? l10n.t(
        'This replaced the earlier relation: {0}.',
        relationText(first.type, identifier, namesOf(session, [first.other])),
      )
    : l10n.t(
        'This replaced the earlier relations to {0}.',
        itemListText(
          namesOf(
            session,
            replacedRelations.map(({ other }) => other),
          ),
        ),
      );
}

function namesOf({ store }: Session, items: readonly ItemAddress[]): string[] {
  return items.map((item) => identifierOrName(store, item));
}
