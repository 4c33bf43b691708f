// Dependencies of the sections of a work item page that `Discussion` handles, for example files and code.

import type { Fault } from '../../client/apiError.ts';
import type { DownloadedFile } from '../../client/files/download.ts';
import type { ItemAddress, RecordAddress } from '../../core/cache/address.ts';
import type { Store } from '../../core/cache/store/store.ts';
import type { DraftStore } from '../../core/drafts/draftStore.ts';
import type { OnMissingList } from '../../items/form/choices.ts';
import type { Clock } from '../../std/clock.ts';
import type { Disposable } from '../../std/disposable.ts';
import type { CodeMessage, CodeView } from '../protocol/code.ts';
import type { DiscussionAnswer } from '../protocol/discussionSections.ts';

/** A file that the user chose, pasted or dropped. `read` is called when the upload starts, and again for each retry. */
export interface ChosenFile {
  readonly name: string;
  readonly size: number;
  /** MIME type, if known. */
  readonly type?: string;
  read(): AsyncIterable<Uint8Array>;
}

/** Access to the user's file system and editor. `write` and `open` resolve with an error message if they fail. */
export interface FileHost {
  /** Resolves with an empty array if the user cancels. */
  choose(): Promise<readonly ChosenFile[]>;
  /** Asks the user where to save the file with this name. Resolves with undefined if the user cancels. */
  chooseDestination(name: string): Promise<{ write(bytes: Uint8Array): Promise<string | undefined> } | undefined>;
  /** Shows the file read-only in an editor tab. */
  open(id: string, name: string, bytes: Uint8Array): Promise<string | undefined>;
  /** Shows the error of an upload or a deletion, even after its page was closed. */
  showMessage(message: string): void;
}

/** The Code section of one work item in this window. */
export interface CodeSection extends Disposable {
  view(): CodeView;
  handleMessage(message: CodeMessage): Promise<DiscussionAnswer>;
  /** Must be called when the description or comments change, because they can name or link lines of code. */
  handleTextChange(): void;
}

/** Actions for a sub-item, which report their errors to the user. */
export interface SubItemActions {
  /** Opens the page of another record. */
  openRecord(address: RecordAddress): void;
  /** Removes the parent of the sub-item. The user can undo it. */
  moveOut(item: ItemAddress): void;
}

export interface DiscussionDeps {
  readonly address: ItemAddress;
  readonly key: string;
  readonly draftStore: DraftStore;
  readonly clock: Clock;
  readonly files: FileHost;
  readonly formatError: (fault: Fault) => string;
  readonly store: () => Store | undefined;
  /** Id of the signed-in user. */
  readonly me: () => string | undefined;
  /** Downloads from a URL of another server, without credentials. Rejects with an ApiError. */
  readonly downloadExternalFile: (
    url: string,
    options: { readonly maxBytes: number; readonly signal: AbortSignal },
  ) => Promise<DownloadedFile>;
  /** Creates the Code section of a work item. `onChange` is called when the view of the section changes. */
  readonly createCodeSection: (address: ItemAddress, onChange: () => void) => CodeSection;
  readonly subItemActions: SubItemActions;
  readonly newId: () => string;
  readonly title: () => string;
  readonly changed: () => void;
  /** Called with each list that must be loaded to show the name of a value. */
  readonly onMissingList: OnMissingList;
}
