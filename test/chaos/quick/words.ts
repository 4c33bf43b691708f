// The messages between the simulated user of the quick tier and the simulated extension host.
import type { FieldValue } from '../../../src/pages/protocol/fields.ts';

/** What the user does in one tab, or in the window. `key` is the key of a record, or of one that is being created. */
export type Deed =
  | { readonly do: 'signIn'; readonly baseUrl: string; readonly workspace: string; readonly apiKey: string }
  | { readonly do: 'signOut' }
  /** Closes the window normally, with everything that VS Code waits for before it ends the host. */
  | { readonly do: 'leave' }
  /** Opens a tab; done when everything is loaded, or failed to load. */
  | { readonly do: 'open'; readonly key: string }
  | { readonly do: 'close'; readonly key: string }
  /** A message of the page to its host, without its sequence number. */
  | { readonly do: 'send'; readonly key: string; readonly word: object }
  | { readonly do: 'look'; readonly key: string }
  /** Commands of the palette: store a comment's text, and send it. */
  | { readonly do: 'keepPalette'; readonly key: string; readonly text: string }
  | { readonly do: 'sendPalette'; readonly key: string }
  | { readonly do: 'showStickies' }
  | { readonly do: 'sendToStickies'; readonly word: object }
  | { readonly do: 'lookAtStickies' };

/** What a tab shows. */
export interface Tab {
  readonly status: 'loading' | 'ready' | 'failed';
  readonly fields: Readonly<Record<string, FieldValue>>;
  readonly unsent: boolean;
  readonly saving: boolean;
  readonly conflicts: readonly { readonly field: string; readonly theirs: FieldValue }[];
  readonly composer: string;
  /** Texts of comments that are being edited, by the id of the comment. */
  readonly edits: Readonly<Record<string, string>>;
  /** Ids of these comments that were also changed on the server. */
  readonly overtaken: readonly string[];
  /** Texts of the existing comments, by id. */
  readonly comments: Readonly<Record<string, string>>;
  /** The comment text of the palette. */
  readonly palette: string;
  /** Uploads that failed: name by id. */
  readonly failedUploads: Readonly<Record<string, string>>;
  /** Names of the attached files. */
  readonly files: readonly string[];
  /** Set if a record was created in the tab: the key of the record. */
  readonly became?: string;
}

export interface StickyTab {
  readonly status: string;
  /** `theirs` is the text on the server, if that was changed as well. */
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
  readonly stickies?: StickyTab;
}

export interface Asked {
  readonly id: number;
  readonly deed: Deed;
}

export interface Answered {
  readonly id: number;
  readonly reply?: Reply;
  /** What the host threw; such an error is a defect. */
  readonly thrown?: string;
}
