// All messages between a record's page and the extension host.
// The host parses every message with these schemas; the page uses only the types.
import * as z from 'zod';
import { type Choice, type FieldName, type FieldView, fieldMessages } from '../../items/form/fieldProtocol.ts';
import { recordMessages } from '../../items/form/recordProtocol.ts';
import { commentMessages } from './comments.ts';
import { conflictMessages } from './conflicts.ts';
import { contentsMessages } from './contents.ts';
import { type DiscussionAnswer, type DiscussionView, discussionMessages } from './discussionSections.ts';
import { newItemMessages } from './newItem.ts';
import type { PageUpdate, PeopleSlice, RecordSlice, UnchangedSlices } from './slices.ts';

/** The messages that the page sends. `seq` increases by one with every message of a page; answers refer to it. */
export const messageFromPage = z.discriminatedUnion('type', [
  ...recordMessages,
  ...fieldMessages,
  ...conflictMessages,
  ...commentMessages,
  ...discussionMessages,
  ...newItemMessages,
  ...contentsMessages,
]);
export type MessageFromPage = z.output<typeof messageFromPage>;

/** Everything that a page shows. The host sends the model in slices; see `PageUpdate`. */
export interface PageModel extends RecordSlice, PeopleSlice, UnchangedSlices {
  /** The `seq` of the last message that the host has handled. A field that the page edited later keeps its value. */
  readonly ackSequence: number;
  /** The fields in the order of the form, without fields that the server does not support. */
  readonly fields: readonly FieldView[];
  /** Comment edits, files, activity, links, relations and code; absent for records that do not have them. */
  readonly discussion?: DiscussionView;
}

/** The messages that the host sends. */
export type MessageFromHost =
  | { readonly type: 'show'; readonly update: PageUpdate }
  /** The answer to the page's message whose `seq` is `to`. `problem` is a message for the user. */
  | ({
      readonly type: 'answer';
      readonly to: number;
      readonly problem?: string;
      readonly choices?: readonly Choice[];
    } & DiscussionAnswer)
  /** Makes the page send all edits that it has not sent yet, and then a `flushed` message. */
  | { readonly type: 'flush'; readonly flush: number }
  /**
   * Makes the page replace the values of its fields with the values in the message, even if the page has later edits.
   * Sent after edits were discarded.
   */
  | { readonly type: 'reset'; readonly update: PageUpdate }
  /** Moves the focus to the field with this name, or to the `composer`. */
  | { readonly type: 'focus'; readonly where: FieldName }
  /** Moves the focus to the comment with this id as soon as the comment is shown, and highlights it for a moment. */
  | { readonly type: 'showComment'; readonly id: string }
  /** Shows the keyboard shortcuts of the page. */
  | { readonly type: 'showKeys' };
