// The slices of a page's model. An update after a keystroke contains only the slices that changed.

import type { FieldName, FieldView, UnloadedListStatus } from '../../items/form/fieldProtocol.ts';
import type { NoticeView, PageProblem, RecordAction } from '../../items/form/recordProtocol.ts';
import type { CommentsView, ComposerView } from './comments.ts';
import type { ConflictView } from './conflicts.ts';
import type { ContentsView } from './contents.ts';
import type { CycleOrModuleRow } from './cycleAndModules.ts';
import type { CommentEditsView, DiscussionView } from './discussionSections.ts';
import type { NewItemView } from './newItem.ts';
import type { SubItemsView } from './subItems.ts';

/** The view of a record that was deleted on the server. */
export interface DeletionView {
  readonly message: string;
  /** Whether the draft has text that the user can copy. */
  readonly hasUnsentText: boolean;
}

/** The properties of the record as a whole: its identity, and the state of loading and saving. */
export interface RecordSlice {
  /** The record's key. The page passes it and `account` to `setState`: VS Code returns both with a restored panel. */
  readonly address: string;
  /** The account of the tab, see `Session.account`. */
  readonly account: string;
  readonly status: 'loading' | 'ready' | 'failed';
  /** Whether the record is not created yet. Saving creates it. */
  readonly isNew: boolean;
  /** The actions that the page offers for the record. */
  readonly actions: readonly RecordAction[];
  /** Whether the record has comments. */
  readonly hasComments: boolean;
  /** Why the record could not be loaded (status `failed`), or why its values may be outdated (status `ready`). */
  readonly problem?: PageProblem;
  /** Set if the record was deleted: the page shows the values that it loaded most recently, and nothing can be sent. */
  readonly deletion?: DeletionView;
  /** `PROJ-123`, or the name of the record's kind. */
  readonly identifier: string;
  /** Name of the project or customer that contains the record; empty for the workspace. */
  readonly placeName: string;
  /**
   * The field with the text of a record of which only the other fields are loaded, for example from a list. `problem`
   * is the reason; without `problem`, the text is being loaded.
   */
  readonly unloadedText?: Pick<FieldView, 'name' | 'label'>;
  /** Conflicts that must be resolved before a save. */
  readonly conflicts: readonly ConflictView[];
  /** Whether the draft contains an edited field. */
  readonly unsent: boolean;
  readonly saving: boolean;
  /** The message that the latest edits are not stored on disk, because the draft is too large. */
  readonly tooLargeMessage?: string;
  readonly notice?: NoticeView;
  /** When the rate limit allows requests again, in milliseconds since the epoch. */
  readonly waitingUntil?: number;
  /** The cycle and the modules of a work item; absent for records that do not have them. */
  readonly groups?: readonly CycleOrModuleRow[];
  /** Why the record and its parts cannot be changed, except for fields with a draft. */
  readonly readOnlyReason?: string;
  /** Set if the record is read-only, and no comments can be written either. Guests can write comments. */
  readonly isCommentingForbidden?: true;
  readonly createdAt?: string;
  readonly createdBy?: string;
  readonly updatedAt?: string;
}

/** The users whom texts mention or can mention. */
export interface PeopleSlice {
  /** Names of users by id: the users who can be mentioned or, while their list is pending, the mentioned users. */
  readonly people: Readonly<Record<string, string>>;
  readonly unloadedPeopleStatus?: UnloadedListStatus;
}

/** The slices that are in the model as they are. */
export interface UnchangedSlices {
  readonly comments: CommentsView;
  readonly composer: ComposerView;
  /** Absent for records that do not have sub-items. */
  readonly subItems?: SubItemsView;
  /** The lists of what the record contains; absent for work items and new records. */
  readonly contents?: readonly ContentsView[];
  /** Present on the page of a new work item. */
  readonly newItem?: NewItemView;
}

/**
 * All slices of a page. The optional slices below are absent for records that have no comments.
 */
export interface PageSlices extends UnchangedSlices {
  readonly record: RecordSlice;
  /** The names of the fields in the order of the form, without fields that the server does not support. */
  readonly fieldNames: readonly FieldName[];
  /** The fields by name. An update contains only the fields that changed. */
  readonly fields: Readonly<Record<FieldName, FieldView>>;
  readonly people: PeopleSlice;
  readonly ownComments?: CommentEditsView['mine'];
  readonly commentEdits?: Omit<CommentEditsView, 'mine'>;
  readonly attachments?: DiscussionView['attachments'];
  readonly activity?: DiscussionView['activity'];
  readonly relations?: DiscussionView['relations'];
  readonly links?: DiscussionView['links'];
  readonly code?: DiscussionView['code'];
}

/** A message with the slices that changed since the previous update. */
export interface PageUpdate {
  /** The version of all slices in the update. Increases by one with each update of a page. */
  readonly version: number;
  /** The version that the page must have before it applies the update; 0 if the update contains all slices. */
  readonly since: number;
  /** The `seq` of the last message that the host has handled. A field that the page edited later keeps its value. */
  readonly ackSequence: number;
  readonly slices: Partial<PageSlices>;
}

/** The update in the HTML of a page, with an id of this HTML, which is data for the page's script. */
export interface FirstUpdate {
  readonly id: string;
  readonly update: PageUpdate;
}
