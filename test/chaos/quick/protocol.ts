// The messages between the simulated user of the quick part and the simulated extension host.
import type { FieldValue } from '../../../src/items/form/fieldProtocol.ts';

/** An action of the user in a tab or in the window. `key` is the draft key of an existing or a new record. */
export type UserAction =
  | { readonly do: 'signIn'; readonly baseUrl: string; readonly workspace: string; readonly apiKey: string }
  | { readonly do: 'signOut' }
  /** Closes the window, and does all work that VS Code waits for before it ends the extension host. */
  | { readonly do: 'leave' }
  /** Opens a tab. The host replies when the tab is loaded or loading failed. */
  | { readonly do: 'open'; readonly key: string }
  | { readonly do: 'close'; readonly key: string }
  /** Sends a message of the page, without its sequence number, to the host side of the page. */
  | { readonly do: 'send'; readonly key: string; readonly message: object }
  | { readonly do: 'look'; readonly key: string }
  /**
   * `keepPalette` stores the text of a comment from the command palette as a draft; `sendPalette` sends this comment.
   */
  | { readonly do: 'keepPalette'; readonly key: string; readonly text: string }
  | { readonly do: 'sendPalette'; readonly key: string }
  | { readonly do: 'showStickies' }
  | { readonly do: 'sendToStickies'; readonly message: object }
  | { readonly do: 'lookAtStickies' };

/** The content of a tab, as the simulated user reads it. */
export interface Tab {
  readonly status: 'loading' | 'ready' | 'failed';
  readonly fields: Readonly<Record<string, FieldValue>>;
  readonly unsent: boolean;
  readonly saving: boolean;
  readonly conflicts: readonly { readonly field: string; readonly theirs: FieldValue }[];
  readonly composer: string;
  /** The unsent texts of comments that the user is editing, by the id of the comment. */
  readonly edits: Readonly<Record<string, string>>;
  /** The ids of the comments in `edits` that were also changed on the server. */
  readonly editsChangedOnServer: readonly string[];
  /** The texts of the existing comments, by the id of the comment. */
  readonly comments: Readonly<Record<string, string>>;
  /** The unsent text of a comment that the user began with a command of the palette. */
  readonly palette: string;
  /** The names of the files whose upload failed, by the id of the upload. */
  readonly failedUploads: Readonly<Record<string, string>>;
  /** The names of the attached files. */
  readonly files: readonly string[];
  /** The key of the record that was created in this tab, if one was created. */
  readonly createdKey?: string;
}

export interface StickiesContent {
  readonly status: string;
  /** `theirs` is the text on the server. It is set only if the text was also changed on the server. */
  readonly items: readonly {
    readonly id: string;
    readonly html: string;
    readonly state: string;
    readonly problem?: string;
    readonly theirs?: string;
  }[];
}

export interface Reply {
  /** The error message that is shown to the user. */
  readonly problem?: string;
  readonly tab?: Tab;
  readonly stickies?: StickiesContent;
}

export interface ActionRequest {
  readonly id: number;
  readonly action: UserAction;
}

export interface ActionReply {
  readonly id: number;
  readonly reply?: Reply;
  /** The message of the error that was thrown in the host, which is a bug in the extension or in this test. */
  readonly thrown?: string;
}
