// Owns the slices in which a page's model is sent, so that the answer to a keystroke carries only what changed because
// of it.
import type { ConflictView } from './conflicts.ts';
import type { CommentsView, ComposerView } from './discussion.ts';
import type { FieldName, FieldView, PendingChoice } from './fields.ts';
import type { CommentDraftView, ItemView } from './item.ts';
import type { FieldProblem, RecordAction } from './record.ts';

/** The record as a whole: what it is, and how reading and saving it stand. */
export interface RecordSlice {
  /** The record's key here, for the page to hand to `setState`: it comes back when the panel is restored. */
  readonly address: string;
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
   * `collapsed`: the page stopped responding when it last showed the rich texts, so they wait for the user. `awaited`:
   * the page says when they are shown.
   */
  readonly texts?: 'collapsed' | 'awaited' | undefined;
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
}

/** The users whom texts mention or can mention. */
export interface PeopleSlice {
  /** Names of users by id, for mentions in text; those who can be mentioned unless their list is pending. */
  readonly people: Readonly<Record<string, string>>;
  readonly peoplePending?: PendingChoice;
}

/** Every slice of a page. Those of a discussion are absent for records that have none. */
export interface PageSlices {
  readonly record: RecordSlice;
  /** In the order in which they stand; a field that the server does not offer is absent. */
  readonly fieldNames: readonly FieldName[];
  /** Each field is a slice by itself. */
  readonly fields: Readonly<Record<FieldName, FieldView>>;
  readonly people: PeopleSlice;
  readonly comments: CommentsView;
  readonly composer: ComposerView;
  readonly ownComments?: CommentDraftView['mine'];
  readonly commentEdits?: Omit<CommentDraftView, 'mine'>;
  readonly attachments?: ItemView['attachments'];
  readonly activity?: ItemView['activity'];
  readonly code?: ItemView['code'];
}

/** The slices that changed since the update before. */
export interface PageUpdate {
  /** The version of every slice in it. Grows by one with each update of a page's conversation. */
  readonly version: number;
  /** The version that it continues; 0 when every slice is in it. */
  readonly since: number;
  /**
   * Highest `seq` of the page that the host has taken in. A field with a later edit of its own keeps the page's value.
   */
  readonly heard: number;
  readonly slices: Partial<PageSlices>;
}
