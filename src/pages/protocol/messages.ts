// Owns the words between a page and the extension host, both ways, put together from those of each area. The host
// parses every message with these schemas; the page sees only the types.
import * as z from 'zod';
import { conflictMessages } from './conflicts.ts';
import { type CommentsView, type ComposerView, discussionMessages } from './discussion.ts';
import { type Choice, type FieldName, type FieldView, fieldMessages } from './fields.ts';
import { type ItemAnswer, type ItemView, itemMessages } from './item.ts';
import { recordMessages } from './record.ts';
import type { PageUpdate, PeopleSlice, RecordSlice } from './slices.ts';

/** What the page says. `seq` grows by one with every message of a page; requests are answered by it. */
export const fromPage = z.discriminatedUnion('say', [
  ...recordMessages,
  ...fieldMessages,
  ...conflictMessages,
  ...discussionMessages,
  ...itemMessages,
]);
export type FromPage = z.output<typeof fromPage>;

/** Everything that a page shows. It is sent in slices: see `PageUpdate`. */
export interface EditorModel extends RecordSlice, PeopleSlice {
  /**
   * Highest `seq` of the page that this model has taken in. A field with a later edit of its own keeps the page's
   * value.
   */
  readonly heard: number;
  /** In the order in which they stand; a field that the server does not offer is absent. */
  readonly fields: readonly FieldView[];
  readonly comments: CommentsView;
  readonly composer: ComposerView;
  /** Comments being changed, files and the past; absent for records that have none of it. */
  readonly discussion?: ItemView;
}

/** What the host says. */
export type FromHost =
  | { readonly say: 'show'; readonly update: PageUpdate }
  /** The answer to the page's message `to`; `problem` is a sentence for a person. */
  | ({
      readonly say: 'answer';
      readonly to: number;
      readonly problem?: string;
      readonly choices?: readonly Choice[];
    } & ItemAnswer)
  /** Say whatever edit is still held back, then `flushed`. */
  | { readonly say: 'flush'; readonly flush: number }
  /** Take these values although the page may hold later ones (after revert). */
  | { readonly say: 'reset'; readonly update: PageUpdate }
  /** Move the focus to that field, or to the `composer`. */
  | { readonly say: 'focus'; readonly where: FieldName };
