// What the discussion of a work item (comments, files, pictures, activity, code) uses from outside.
import type { ItemAddress } from '../../cache/address.ts';
import type { Store } from '../../cache/store.ts';
import type { Fault } from '../../client/apiError.ts';
import type { Downloaded } from '../../client/files/download.ts';
import type { DraftStore } from '../../drafts/draftStore.ts';
import type { Disposable } from '../../std/disposable.ts';
import type { MissingChoice } from '../fields/choices.ts';
import type { CodeMessage, CodeView } from '../protocol/code.ts';
import type { ItemAnswer } from '../protocol/item.ts';

/** A file that a person chose. Its content is read when its turn comes, and again when it is tried again. */
export interface ChosenFile {
  readonly name: string;
  readonly size: number;
  /** MIME type, where it is known. */
  readonly type?: string;
  read(): AsyncIterable<Uint8Array>;
}

/** The ways to a person's own machine. What goes wrong there comes back as a sentence. */
export interface FileHost {
  /** Nothing when she leaves without choosing. */
  choose(): Promise<readonly ChosenFile[]>;
  /** Where a file of this name shall go; undefined when she leaves. */
  askPlace(name: string): Promise<{ write(bytes: Uint8Array): Promise<string | undefined> } | undefined>;
  /** Shows a file in the editor, to be read. */
  open(id: string, name: string, bytes: Uint8Array): Promise<string | undefined>;
  /** Says what became of a file whose page is gone. */
  tell(sentence: string): void;
}

/** The code of one work item, as far as this window has it. */
export interface CodeSection extends Disposable {
  view(): CodeView;
  hear(word: CodeMessage): Promise<ItemAnswer>;
  /** Comments came, went or changed: they link places. */
  commentsChanged(): void;
}

/** What the discussion needs of the world around it. */
export interface DiscussionDeps {
  readonly address: ItemAddress;
  readonly key: string;
  readonly desk: DraftStore;
  readonly files: FileHost;
  readonly words: (fault: Fault) => string;
  readonly store: () => Store | undefined;
  /** The id of whoever reads. */
  readonly me: () => string | undefined;
  /** Asks an address of somebody else's, without the key. Rejects with a FaultError. */
  readonly fetchOutside: (
    url: string,
    options: { readonly maxBytes: number; readonly signal: AbortSignal },
  ) => Promise<Downloaded>;
  /** The way to the code of a work item. It calls back when what it shows has changed. */
  readonly code: (address: ItemAddress, changed: () => void) => CodeSection;
  readonly newId: () => string;
  readonly title: () => string;
  readonly changed: () => void;
  /** Told of each list without which something that is shown has no name. */
  readonly missed: MissingChoice;
}
