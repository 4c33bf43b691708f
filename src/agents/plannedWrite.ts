// The change that a tool call would make, which the user can confirm before it is sent, and what is known after that.

import type { WorkItemLink } from '../contract/resources/link.ts';
import type { RelationType } from '../contract/resources/relation.ts';
import type { ItemAddress } from '../core/cache/address.ts';
import type { ChangeStep } from '../core/cache/changes/itemChange.ts';

/** A change that the user confirms before `send` is called. */
export interface PlannedWrite {
  /** A question, for example `Change WEB-7?`. */
  readonly title: string;
  /** What is changed: values before and after, or the text to send, as plain text. */
  readonly lines: readonly string[];
  /** Whether people outside of the workspace can see the result. */
  readonly isExternal: boolean;
  /** Identifies the change with its values before and after, to find out whether the user has confirmed this change. */
  readonly changeKey: string;
  /** Sends the change. The result has the values that are now on the server. */
  send(): Promise<SendResult>;
}

/** The change that a tool call would make, or the result of the call if there is nothing to change. */
export type WritePlan = PlannedWrite | { readonly result: string };

/** `isSaved` means that the server has confirmed the change, so it must not be sent again. `text` is for the model. */
export interface SendResult {
  readonly text: string;
  readonly isSaved: boolean;
}

/** What undoes a change: the saved steps, with those of one request together, or the record that was added. */
export type WriteUndo =
  | { readonly kind: 'fields'; readonly requests: readonly (readonly ChangeStep[])[] }
  | { readonly kind: 'item' }
  | { readonly kind: 'comment'; readonly commentId: string }
  | { readonly kind: 'link'; readonly identifier: string; readonly link: WorkItemLink }
  | {
      readonly kind: 'relation';
      readonly identifier: string;
      readonly type: RelationType;
      readonly otherAddress: ItemAddress;
      readonly replacedType: RelationType | undefined;
    };

/** A change that was sent. */
export interface SentWrite {
  readonly address: ItemAddress | undefined;
  /** What was changed, as plain text for the user. */
  readonly text: string;
  /** Whether the server's answer is missing, so that the change may not have happened. */
  readonly isUncertain: boolean;
  /** Undefined if the change cannot be undone. */
  readonly undo: WriteUndo | undefined;
}
