// The changes that Undo Last Change undoes. The feature of the quick edits keeps them.
import type { RelationType } from '../../contract/resources/relation.ts';
import type { ItemAddress } from '../../core/cache/address.ts';
import type { ChangeStep } from '../../core/cache/changes/itemChange.ts';
import type { RelatedItem } from '../../core/cache/store/relatedItems.ts';
import type { Session } from '../../core/session/session.ts';

/** A saved change. `canUndo` returns false if the change was already undone, or is too old to be undone. */
export interface UndoableChange {
  canUndo(): boolean;
  /** Undoes the change, unless the field was changed again, and reports the result to the user. */
  undo(): Promise<void>;
}

/** A change that can be undone and does not change a field of a work item, for example an added link. */
export interface NonFieldChange {
  readonly session: Session;
  /** When the change can no longer be undone, in milliseconds since the epoch. */
  readonly expiresAt?: number;
  /** Undoes the change and reports the outcome. If it rejects, the user can try again. */
  undo(): Promise<void>;
}

/** A change that was added. `id` identifies it for a button that undoes it, even if it is not the latest one. */
export interface AddedChange {
  readonly id: string;
  undo(): Promise<void>;
}

export interface UndoableChanges {
  /** Adds saved steps of one request, as one change. */
  addSentChange(session: Session, steps: readonly ChangeStep[]): UndoableChange;
  /** Adds a change of another kind. */
  addNonFieldChange(change: NonFieldChange): AddedChange;
}

export interface AddedRelations {
  readonly identifier: string;
  readonly type: RelationType;
  readonly otherItems: readonly ItemAddress[];
  /** The earlier relations that the added relations have replaced. */
  readonly replacedRelations: readonly Pick<RelatedItem, 'type' | 'other'>[];
}
