// Messages between the page of the Stickies view and the extension host.
// The host parses every message with these schemas; the page uses only the types.
import * as z from 'zod';

/** The fields of a sticky that the view can edit, with their names in the API. */
export const STICKY_FIELDS = ['name', 'description_html', 'background_color'] as const;
export type StickyField = (typeof STICKY_FIELDS)[number];

const seq = z.number();
const id = z.string();

/** The messages that the page sends. `seq` increases by one with every message of a page. */
export const messageFromStickies = z.discriminatedUnion('type', [
  /** The page is ready to receive the model. Sent once, as the first message. */
  z.strictObject({ type: z.literal('ready'), seq }),
  /** The new value of a sticky's field. The host stores it in the draft, and sends it when the user pauses. */
  z.strictObject({ type: z.literal('edit'), seq, id, field: z.enum(STICKY_FIELDS), value: z.string() }),
  /** Saves the edits of a sticky, or repeats a failed deletion. */
  z.strictObject({ type: z.literal('retry'), seq, id }),
  /** Resolves a conflict: saves the edits of the sticky, or discards them. */
  z.strictObject({ type: z.literal('resolve'), seq, id, keep: z.enum(['mine', 'theirs']) }),
  /** Creates an empty sticky with this color. */
  z.strictObject({ type: z.literal('create'), seq, color: z.string() }),
  /** Deletes a sticky after some seconds, unless the page sends `undoRemove`. */
  z.strictObject({ type: z.literal('remove'), seq, id }),
  z.strictObject({ type: z.literal('undoRemove'), seq, id }),
  /** Loads the next page of stickies. */
  z.strictObject({ type: z.literal('more'), seq }),
  /** Reloads the stickies. */
  z.strictObject({ type: z.literal('reload'), seq }),
  /** Opens a link in a sticky's text. The host checks the link's scheme first. */
  z.strictObject({ type: z.literal('openLink'), seq, href: z.string() }),
  z.strictObject({ type: z.literal('signIn'), seq }),
]);
export type MessageFromStickies = z.output<typeof messageFromStickies>;

/** An error message for the user. `retry` is true if a retry may help. */
export interface StickyProblem {
  readonly message: string;
  readonly retry: boolean;
  /** Set if the server rejects the key or token: the page shows a Sign In Again button. */
  readonly signIn?: boolean;
}

export interface StickyView {
  readonly id: string;
  readonly name: string;
  /** The text from the server, or the user's edited text. */
  readonly html: string;
  /** The `background_color`: a hex color, a color name of the API, or an empty string. */
  readonly color: string;
  /** `unsent`: the sticky has edits that are not saved, and no request is running. */
  readonly state: 'sent' | 'unsent' | 'saving' | 'conflict' | 'deleted';
  readonly problem?: StickyProblem;
  /** The server's values of the fields in conflict, as plain text. Set if there is a conflict. */
  readonly theirs?: string;
}

export interface StickiesModel {
  /** The `seq` of the last message that the host has handled. A field that the page edited later keeps its value. */
  readonly ackSequence: number;
  readonly status: 'signedOut' | 'loading' | 'ready' | 'failed';
  /** Set with the status `signedOut` if the user can switch to another account. */
  readonly hasAccounts?: true;
  /** The error if stickies could not be loaded, or if a sticky could not be created. */
  readonly problem?: StickyProblem;
  readonly stickies: readonly StickyView[];
  /**
   * Set if there are more stickies to load. `remaining` is the size of the next page; undefined if the total is
   * unknown.
   */
  readonly more?: { readonly remaining?: number };
  /** Whether the list is being loaded, or a sticky is being created. */
  readonly busy: boolean;
  /** When the rate limit allows requests again, in milliseconds since the epoch. */
  readonly waitingUntil?: number;
}

/** The messages that the host sends. */
export type MessageToStickies =
  | { readonly type: 'show'; readonly model: StickiesModel }
  /** Moves the focus to this sticky. */
  | { readonly type: 'focus'; readonly id: string }
  /** Makes the page create a sticky in the default color of new stickies. */
  | { readonly type: 'create' };
