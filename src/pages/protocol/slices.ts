// The slices of a page's model, so that the update after a keystroke contains only what changed.
import type { ConflictView } from './conflicts.ts';
import type { CommentsView, ComposerView } from './discussion.ts';
import type { FieldName, FieldView, PendingChoice } from './fields.ts';
import type { CommentDraftView, ItemView } from './item.ts';
import type { FieldProblem, RecordAction } from './record.ts';

/** The record as a whole: its identity, and the state of loading and saving. */
export interface RecordSlice {
  /** The record's key, which the page passes to `setState`: VS Code returns it when the panel is restored. */
  readonly address: string;
  readonly status: 'loading' | 'ready' | 'failed';
  /** The record is new: saving creates it. */
  readonly isNew: boolean;
  /** Further actions of the record. */
  readonly actions: readonly RecordAction[];
  /** Whether the record has comments. */
  readonly discusses: boolean;
  /** Why the record could not be loaded (status `failed`), or why it may be stale (status `ready`). */
  readonly problem?: FieldProblem;
  /** `PROJ-123`, or the name of the record's kind. */
  readonly identifier: string;
  /** Name of the project or customer that contains the record. */
  readonly placeName: string;
  /**
   * `collapsed`: the page stopped responding when it last showed the rich texts, so they are shown only when the user
   * expands them. `awaited`: the page sends `textsShown` when they are shown.
   */
  readonly texts?: 'collapsed' | 'awaited' | undefined;
  /** Conflicts that must be resolved before a save. */
  readonly conflicts: readonly ConflictView[];
  /** Whether a field is touched. */
  readonly unsent: boolean;
  readonly saving: boolean;
  /** Why the last edits are not stored on disk. */
  readonly exceededLimit?: string;
  /** The result of the last save or send, if it is worth a message. */
  readonly notice?: { readonly level: 'error' | 'warning' | 'info'; readonly message: string };
  /** When the rate limit allows requests again, in milliseconds since the epoch. */
  readonly waitingUntil?: number;
  readonly createdAt?: string;
  readonly createdBy?: string;
  readonly updatedAt?: string;
}

/** The users whom texts mention or can mention. */
export interface PeopleSlice {
  /** Names of users by id, for mentions in texts; also the users who can be mentioned, unless their list is pending. */
  readonly people: Readonly<Record<string, string>>;
  readonly peoplePending?: PendingChoice;
}

/** Every slice of a page. Those of the discussion are absent for records without one. */
export interface PageSlices {
  readonly record: RecordSlice;
  /** In the order of the form; a field that the server does not support is absent. */
  readonly fieldNames: readonly FieldName[];
  /** Each field is a slice of its own. */
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

/** The slices that changed since the previous update. */
export interface PageUpdate {
  /** The version of every slice in the update. Grows by one with each update of a page. */
  readonly version: number;
  /** The version that the update continues; 0 if it contains every slice. */
  readonly since: number;
  /** Highest `seq` of the page that the host has handled. A field that the page edited later keeps the page's value. */
  readonly ackSequence: number;
  readonly slices: Partial<PageSlices>;
}
