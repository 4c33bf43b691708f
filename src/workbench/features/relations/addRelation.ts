// Adds relations to a work item: asks for the type and the related work items, reports the result, and offers Undo.
import * as l10n from '@vscode/l10n';
import { type ItemAddress, keyOf } from '../../../cache/address.ts';
import type { RelatedItem } from '../../../cache/resources/relatedItems.ts';
import type { RelationType } from '../../../contract/resources/relation.ts';
import { relationTypeName } from '../../../pages/linked/relationTypeName.ts';
import type { Session } from '../../../session/session.ts';
import { askInTwoSteps, chooseRow, type OnBack } from '../../ui/ask.ts';
import { notifyErrors } from '../../ui/faultNotification.ts';
import { identifierOrName } from '../quickEdit/messages.ts';
import type { ChosenItem } from '../workItems/workItemPicker.ts';
import type { RelationAndLinkDeps } from './deps.ts';
import { itemListText, relationText } from './messages.ts';
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
export async function addRelation(deps: RelationAndLinkDeps, chosenItem: ChosenItem, onBack?: OnBack): Promise<void> {
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
 * Lets the user pick the type of a relation to the work item `other`, and adds the relation. Rejects with an ApiError.
 */
export async function addRelationTo(
  deps: RelationAndLinkDeps,
  chosenItem: ChosenItem,
  other: ItemAddress,
  onBack: OnBack,
): Promise<void> {
  const { session, address } = chosenItem;
  const identifier = await deps.items.identifierOf(chosenItem);
  const otherIdentifier = await deps.items.identifierOf({ session, address: other });
  const type = await pickRelationType(
    deps,
    l10n.t('Add Relation from {0} to {1}', identifier, otherIdentifier),
    onBack,
  );
  if (type === undefined) return;
  const relations = await readRelations(session.store, address);
  await sendRelations(deps, chosenItem, { identifier, type, otherItems: [other], relations });
}

async function pickRelationType(
  { prompts }: RelationAndLinkDeps,
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

/** Servers store only one relation between two work items, so the new relation replaces a relation of another type. */
async function sendRelations(
  deps: RelationAndLinkDeps,
  { session, address }: ChosenItem,
  { identifier, type, otherItems, relations }: NewRelations,
): Promise<void> {
  const { prompts, logger, quickEdits } = deps;
  const { store } = session;
  const replacedTypeOf = ({ id }: ItemAddress): RelationType | undefined =>
    relations.find(({ other }) => other.id === id)?.type;
  const addedItems = otherItems.filter((other) => replacedTypeOf(other) !== type);
  if (addedItems.length === 0) {
    const text = relationText(type, identifier, namesOf(session, otherItems));
    prompts.showStatus(l10n.t('{0} (unchanged)', text), 5000, 'info');
    return;
  }
  await store.relations.add(address, type, addedItems);
  const replacedRelations = relations.filter(({ other }) => addedItems.some(({ id }) => id === other.id));
  const undo = quickEdits.addNonFieldChange({
    session,
    undo: () =>
      undoAddedRelations(deps, { session, address }, { identifier, type, otherItems: addedItems, replacedRelations }),
  });
  const text = relationText(type, identifier, namesOf(session, addedItems));
  if (replacedRelations.length === 0) {
    prompts.showStatus(text, 5000, 'link');
    return;
  }
  const undoLabel = l10n.t('Undo');
  // The command is complete, so it does not wait until the notification is closed.
  void notifyErrors(prompts, logger, 'after adding a relation', async () => {
    const message = `${l10n.t('{0}.', text)} ${replacedText(session, identifier, replacedRelations)}`;
    if ((await prompts.notify('info', message, undoLabel)) === undoLabel) await undo();
  });
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
