// All messages between a record's page and the extension host.
// The host parses every message with these schemas; the page uses only the types.
import * as z from 'zod';
import { conflictMessages } from './conflicts.ts';
import { type CommentsView, type ComposerView, discussionMessages } from './discussion.ts';
import { type Choice, type FieldName, type FieldView, fieldMessages } from './fields.ts';
import { type ItemAnswer, type ItemView, itemMessages } from './item.ts';
import { recordMessages } from './record.ts';
import type { PageUpdate, PeopleSlice, RecordSlice } from './slices.ts';

/** The messages that the page sends. `seq` grows by one with every message of a page; an answer refers to it. */
export const fromPage = z.discriminatedUnion('type', [
  ...recordMessages,
  ...fieldMessages,
  ...conflictMessages,
  ...discussionMessages,
  ...itemMessages,
]);
export type FromPage = z.output<typeof fromPage>;

/** Everything that a page shows. It is sent in slices; see `PageUpdate`. */
export interface EditorModel extends RecordSlice, PeopleSlice {
  /** Highest `seq` of the page that this model includes. A field that the page edited later keeps the page's value. */
  readonly ackSequence: number;
  /** In the order of the form; a field that the server does not support is absent. */
  readonly fields: readonly FieldView[];
  readonly comments: CommentsView;
  readonly composer: ComposerView;
  /** Edited comments, files and activity; absent for records that do not have them. */
  readonly discussion?: ItemView;
}

/** The messages that the host sends. */
export type FromHost =
  | { readonly type: 'show'; readonly update: PageUpdate }
  /** The answer to the page's message `to`; `problem` is a message for the user. */
  | ({
      readonly type: 'answer';
      readonly to: number;
      readonly problem?: string;
      readonly choices?: readonly Choice[];
    } & ItemAnswer)
  /** Send any edit that is still delayed, then `flushed`. */
  | { readonly type: 'flush'; readonly flush: number }
  /** Take these values although the page may have later ones (after a revert). */
  | { readonly type: 'reset'; readonly update: PageUpdate }
  /** Move the focus to that field, or to the `composer`. */
  | { readonly type: 'focus'; readonly where: FieldName };
