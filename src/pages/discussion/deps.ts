// Dependencies of the discussion of a work item: comments, files, pictures, activity and code.
import type { ItemAddress } from '../../cache/address.ts';
import type { Store } from '../../cache/store.ts';
import type { Fault } from '../../client/apiError.ts';
import type { Downloaded } from '../../client/files/download.ts';
import type { DraftStore } from '../../drafts/draftStore.ts';
import type { Disposable } from '../../std/disposable.ts';
import type { MissingChoice } from '../fields/choices.ts';
import type { CodeMessage, CodeView } from '../protocol/code.ts';
import type { ItemAnswer } from '../protocol/item.ts';

/** A file that the user chose. It is read when its upload starts, and again for each retry. */
export interface ChosenFile {
  readonly name: string;
  readonly size: number;
  /** MIME type, if known. */
  readonly type?: string;
  read(): AsyncIterable<Uint8Array>;
}

/** Access to the user's file system and editor. Errors are returned as messages for the user. */
export interface FileHost {
  /** Resolves with an empty array if the user cancels. */
  choose(): Promise<readonly ChosenFile[]>;
  /** Asks where to save the file with this name. Resolves with undefined if the user cancels. */
  askPlace(name: string): Promise<{ write(bytes: Uint8Array): Promise<string | undefined> } | undefined>;
  /** Opens the file read-only in the editor. */
  open(id: string, name: string, bytes: Uint8Array): Promise<string | undefined>;
  /** Shows the result of a file operation whose page is closed. */
  showMessage(sentence: string): void;
}

/** The Code section of one work item in this window. */
export interface CodeSection extends Disposable {
  view(): CodeView;
  handleMessage(word: CodeMessage): Promise<ItemAnswer>;
  /** Call when comments are added, deleted or changed, because they link code places. */
  commentsChanged(): void;
}

/** What the discussion uses from outside. */
export interface DiscussionDeps {
  readonly address: ItemAddress;
  readonly key: string;
  readonly draftStore: DraftStore;
  readonly files: FileHost;
  readonly words: (fault: Fault) => string;
  readonly store: () => Store | undefined;
  /** Id of the signed-in user. */
  readonly me: () => string | undefined;
  /** Downloads from an address outside of the server, without credentials. Rejects with an ApiError. */
  readonly fetchOutside: (
    url: string,
    options: { readonly maxBytes: number; readonly signal: AbortSignal },
  ) => Promise<Downloaded>;
  /** Creates the Code section of a work item. `changed` is called when its view changes. */
  readonly code: (address: ItemAddress, changed: () => void) => CodeSection;
  readonly newId: () => string;
  readonly title: () => string;
  readonly changed: () => void;
  /** Receives each list that is needed to name a value that is shown. */
  readonly missed: MissingChoice;
}
