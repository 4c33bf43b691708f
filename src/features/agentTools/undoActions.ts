// How changes of agents are undone.

import type { WriteUndo } from '../../agents/plannedWrite.ts';
import type { WorkItemLink } from '../../contract/resources/link.ts';
import type { ItemAddress } from '../../core/cache/address.ts';
import type { Session } from '../../core/session/session.ts';
import type { ChosenItem } from '../../shell/itemPicker/workItemPicker.ts';
import type { AddedRelations, UndoableChange, UndoableChanges } from '../../shell/notifications/undoableChanges.ts';
import type { UndoAction } from './agentChanges.ts';

export interface UndoDeps {
  readonly quickEdits: UndoableChanges;
  undoAddedLink(chosenItem: ChosenItem, identifier: string, link: WorkItemLink): Promise<void>;
  undoAddedRelations(chosenItem: ChosenItem, added: AddedRelations): Promise<void>;
}

/** Returns how a change is undone, and adds it to the changes that *Undo Last Change* undoes, if it can be. */
export function undoActionOf(
  deps: UndoDeps,
  session: Session,
  address: ItemAddress | undefined,
  undo: WriteUndo | undefined,
): UndoAction {
  if (undo === undefined || address === undefined) return { kind: 'none' };
  const chosenItem = { session, address };
  switch (undo.kind) {
    case 'fields':
      return { kind: 'undo', changes: undo.requests.map((steps) => deps.quickEdits.addSentChange(session, steps)) };
    case 'item':
      return { kind: 'deleteItem' };
    case 'comment':
      return { kind: 'deleteComment', commentId: undo.commentId };
    case 'link': {
      const { identifier, link } = undo;
      return undoOnce(deps, session, () => deps.undoAddedLink(chosenItem, identifier, link));
    }
    case 'relation': {
      const { identifier, type, otherAddress, replacedType } = undo;
      const replacedRelations = replacedType === undefined ? [] : [{ type: replacedType, other: otherAddress }];
      const added = { identifier, type, otherItems: [otherAddress], replacedRelations };
      return undoOnce(deps, session, () => deps.undoAddedRelations(chosenItem, added));
    }
    default:
      return undo satisfies never;
  }
}

function undoOnce({ quickEdits }: UndoDeps, session: Session, undo: () => Promise<void>): UndoAction {
  let isUndone = false;
  const added = quickEdits.addNonFieldChange({
    session,
    undo: async () => {
      await undo();
      isUndone = true;
    },
  });
  const change: UndoableChange = { canUndo: () => !isUndone, undo: () => added.undo() };
  return { kind: 'undo', changes: [change] };
}
