// Owns the words between the person of the quick tier and the process that stands for an extension host.
import type { FieldValue } from '../../../src/pages/protocol/fields.ts';

/** What a person does with one tab, or with the window. `key` is that of a record, or of one that is being made. */
export type Deed =
  | { readonly do: 'signIn'; readonly baseUrl: string; readonly workspace: string; readonly apiKey: string }
  | { readonly do: 'signOut' }
  /** The window is closed as it should be: what VS Code waits for before it ends the host. */
  | { readonly do: 'leave' }
  /** Opens a tab; done when everything has been read, or was told not to be. */
  | { readonly do: 'open'; readonly key: string }
  | { readonly do: 'close'; readonly key: string }
  /** A word of the page to its host, without its number. */
  | { readonly do: 'say'; readonly key: string; readonly word: object }
  | { readonly do: 'look'; readonly key: string }
  /** Commands of the palette: keep a comment's text, and send it. */
  | { readonly do: 'keepPalette'; readonly key: string; readonly text: string }
  | { readonly do: 'sendPalette'; readonly key: string }
  | { readonly do: 'showStickies' }
  | { readonly do: 'sayOfStickies'; readonly word: object }
  | { readonly do: 'lookAtStickies' };

/** What stands on a tab. */
export interface Tab {
  readonly status: 'loading' | 'ready' | 'failed';
  readonly fields: Readonly<Record<string, FieldValue>>;
  readonly unsent: boolean;
  readonly saving: boolean;
  readonly conflicts: readonly { readonly field: string; readonly theirs: FieldValue }[];
  readonly composer: string;
  /** Texts of comments being changed, by the comment's id. */
  readonly edits: Readonly<Record<string, string>>;
  /** Of these, the ones whose comment was changed otherwise meanwhile. */
  readonly overtaken: readonly string[];
  /** Those that are there, by their ids. */
  readonly comments: Readonly<Record<string, string>>;
  /** Of the palette. */
  readonly palette: string;
  /** Uploads that have failed: name by id. */
  readonly failedUploads: Readonly<Record<string, string>>;
  /** Names of the files that are there. */
  readonly files: readonly string[];
  /** Set by a tab in which a record was made: its key from now on. */
  readonly became?: string;
}

export interface StickyTab {
  readonly status: string;
  /** `theirs` is what the service has, in words, where that was changed as well. */
  readonly items: readonly {
    readonly id: string;
    readonly html: string;
    readonly state: string;
    readonly problem?: string;
    readonly theirs?: string;
  }[];
}

export interface Reply {
  /** The sentence that the person was told. */
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
  /** What the host threw: never to be seen by a person. */
  readonly thrown?: string;
}
