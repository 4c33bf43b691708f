// Owns the words between a page and the extension host, both ways, put together from those of each area. The host parses every message with these schemas; the page sees only the types.
import * as z from 'zod';
import { type ConflictView, conflictMessages } from './conflicts.ts';
import { type CommentsView, type ComposerView, discussionMessages } from './discussion.ts';
import { type Choice, type FieldName, type FieldView, fieldMessages, type PendingChoice } from './fields.ts';
import { type ItemAnswer, type ItemView, itemMessages } from './item.ts';
import { type FieldProblem, type RecordAction, recordMessages } from './record.ts';

/** What the page says. `seq` grows by one with every message of a page; requests are answered by it. */
export const fromPage = z.discriminatedUnion('say', [
  ...recordMessages,
  ...fieldMessages,
  ...conflictMessages,
  ...discussionMessages,
  ...itemMessages,
]);
export type FromPage = z.output<typeof fromPage>;

export interface EditorModel {
  /** The record's key here, for the page to hand to `setState`: it comes back when the panel is restored. */
  readonly address: string;
  /** Highest `seq` of the page that this model has taken in. A field with a later edit of its own keeps the page's value. */
  readonly heard: number;
  readonly status: 'loading' | 'ready' | 'failed';
  /** What kind of record it is: `work item`. */
  readonly noun: string;
  /** It is being made: saving creates it. */
  readonly isNew: boolean;
  /** What else can be done with it. */
  readonly actions: readonly RecordAction[];
  /** It has comments. */
  readonly discusses: boolean;
  /** Why the record could not be read (status `failed`), or why what is shown may be old (status `ready`). */
  readonly problem?: FieldProblem;
  /** `PROJ-123`, or what kind of record it is. */
  readonly identifier: string;
  /** What it stands within: a project's or a customer's name. */
  readonly placeName: string;
  /**
   * `collapsed`: the page stopped responding when it last showed the rich texts, so they wait for the user. `awaited`: the page says when they
   * are shown.
   */
  readonly texts?: 'collapsed' | 'awaited' | undefined;
  /** In the order in which they stand; a field that the server does not offer is absent. */
  readonly fields: readonly FieldView[];
  /** What must be chosen before a save. */
  readonly conflicts: readonly ConflictView[];
  /** Some field is touched. */
  readonly unsent: boolean;
  readonly saving: boolean;
  /** Why what was typed last is not kept on disk. */
  readonly unkept?: string;
  /** The outcome of the last save or send worth saying. */
  readonly notice?: { readonly level: 'error' | 'warning' | 'info'; readonly message: string };
  /** Requests wait for the server's limit until then, in milliseconds since the epoch. */
  readonly waitingUntil?: number;
  readonly createdAt?: string;
  readonly createdBy?: string;
  readonly updatedAt?: string;
  readonly comments: CommentsView;
  readonly composer: ComposerView;
  /** Comments being changed, files and the past; absent for records that have none of it. */
  readonly discussion?: ItemView;
  /** Names of users by id, for mentions in text; those who can be mentioned unless their list is pending. */
  readonly people: Readonly<Record<string, string>>;
  readonly peoplePending?: PendingChoice;
}

/** What the host says. */
export type FromHost =
  | { readonly say: 'show'; readonly model: EditorModel }
  /** The answer to the page's message `to`; `problem` is a sentence for a person. */
  | ({ readonly say: 'answer'; readonly to: number; readonly problem?: string; readonly choices?: readonly Choice[] } & ItemAnswer)
  /** Say whatever edit is still held back, then `flushed`. */
  | { readonly say: 'flush'; readonly flush: number }
  /** Take these values although the page may hold later ones (after revert). */
  | { readonly say: 'reset'; readonly model: EditorModel }
  /** Move the focus to that field, or to the `composer`. */
  | { readonly say: 'focus'; readonly where: FieldName };
