// What a record's page uses of its sections. `recordSections.ts` puts them together from the features that they are.
import type { Fault } from '../../client/apiError.ts';
import type { RecordAddress } from '../../core/cache/address.ts';
import type { Store } from '../../core/cache/store/store.ts';
import type { LastVisibilityStorage } from '../../core/comments/lastVisibility.ts';
import { type CommentDraftLocation } from '../../core/comments/sendDraft.ts';
import type { Disposable } from '../../std/disposable.ts';
import type { ContentsView } from '../protocol/contents.ts';
import type { DiscussionAnswer, DiscussionMessage } from '../protocol/discussionSections.ts';
import type { MessageFromPage, PageModel } from '../protocol/messages.ts';
import type { DiscussionDeps } from './sectionDeps.ts';

export interface ComposerDeps extends Omit<CommentDraftLocation, 'slot'> {
  store(): Store | undefined;
  /**
   * Stores the visibility of the previous comment, which is the initial visibility of a new comment. Without a storage,
   * a new comment is internal.
   */
  readonly lastVisibilityStorage?: LastVisibilityStorage | undefined;
  now(): number;
  changed(): void;
}

export interface ContentsDeps {
  readonly address: RecordAddress;
  store(): Store | undefined;
  /** Called when the contents have changed. */
  changed(): void;
  readonly formatError: (fault: Fault) => string;
}

/** The new comment of a work item. */
export interface ComposerSection {
  view(): PageModel['composer'];
  /** Must be called when the draft has been read from disk. */
  restore(): void;
  compose(message: Extract<MessageFromPage, { type: 'compose' }>): undefined;
  send(seq: number): Promise<string | undefined>;
  setQueued(shouldQueue: boolean): undefined;
}

/** What a record other than a work item contains. */
export interface ContentsSection {
  view(): readonly ContentsView[];
  subscribe(store: Store): readonly Disposable[];
  read(store: Store): Promise<void>;
  /** Returns the record that a row stands for. */
  addressOf(key: string): RecordAddress | undefined;
}

/** The sections of a work item's page: comment edits, files, activity, relations, links, sub-items and code. */
export interface DiscussionSections extends Disposable {
  /** Returns the model with the view of the sections added. */
  addToModel(model: PageModel): PageModel;
  /** Whether the draft contains an edited comment, or the title of a new sub-item. */
  readonly hasUnsentText: boolean;
  /** Reloads the files and the activity if they have been loaded before. */
  reload(): Promise<void>;
  /** Reloads the relations and the links, even if they were read shortly before. */
  reloadLinked(store: Store): Promise<void>;
  /** Subscribes to the changes of the store that affect the view of the sections. */
  subscribe(store: Store): readonly Disposable[];
  handleMessage(message: DiscussionMessage): Promise<DiscussionAnswer>;
  /** Must be called when the user closes the page. Sends the delayed deletions, which can no longer be undone. */
  close(): void;
}

export interface RecordSections {
  createComposer(deps: ComposerDeps): ComposerSection;
  createContents(deps: ContentsDeps): ContentsSection;
  createDiscussion(deps: Omit<DiscussionDeps, 'files' | 'createCodeSection'>): DiscussionSections;
}
