// Messages between the page of the Stickies view and the extension host.
// The host parses every message with these schemas; the page uses only the types.
import * as z from 'zod';

/** The fields of a sticky that can be edited, named as in the API (operation 16). */
export const STICKY_FIELDS = ['name', 'description_html', 'background_color'] as const;
export type StickyField = (typeof STICKY_FIELDS)[number];

const seq = z.number();
const id = z.string();

/** The messages that the page sends. `seq` grows by one with every message of a page. */
export const fromStickies = z.discriminatedUnion('type', [
  /** The page is ready to receive the model. Sent once, as the first message. */
  z.strictObject({ type: z.literal('ready'), seq }),
  /** The new value of a sticky's field: stored in its draft, and sent to the server when the user pauses. */
  z.strictObject({ type: z.literal('edit'), seq, id, field: z.enum(STICKY_FIELDS), value: z.string() }),
  /** Send the unsent changes of a sticky, or retry a failed request. */
  z.strictObject({ type: z.literal('retry'), seq, id }),
  /** Resolve a conflict: send the draft of the sticky, or take the server's version. */
  z.strictObject({ type: z.literal('resolve'), seq, id, keep: z.enum(['mine', 'theirs']) }),
  /** Create an empty sticky with this color. */
  z.strictObject({ type: z.literal('create'), seq, color: z.string() }),
  /** Delete a sticky. This can be undone for some seconds. */
  z.strictObject({ type: z.literal('remove'), seq, id }),
  z.strictObject({ type: z.literal('undoRemove'), seq, id }),
  /** Load the next page of stickies. */
  z.strictObject({ type: z.literal('more'), seq }),
  /** Reload the stickies. */
  z.strictObject({ type: z.literal('reload'), seq }),
  /** Open a link of the text, after the host has checked its scheme. */
  z.strictObject({ type: z.literal('openLink'), seq, href: z.string() }),
  z.strictObject({ type: z.literal('signIn'), seq }),
]);
export type FromStickies = z.output<typeof fromStickies>;

/** `message` is a message for the user; `retry` is whether a retry may help. */
export interface StickyProblem {
  readonly message: string;
  readonly retry: boolean;
  /** The server rejects the key or token: shows a Sign In Again button. */
  readonly signIn?: boolean;
}

export interface StickyView {
  readonly id: string;
  readonly name: string;
  /** As the server has it, or as the user edited it. */
  readonly html: string;
  /** `background_color`: a hex color or one of the API's names; empty for none. */
  readonly color: string;
  /** `unsent`: differs from the server, and no request is running. */
  readonly state: 'sent' | 'unsent' | 'saving' | 'conflict' | 'deleted';
  readonly problem?: StickyProblem;
  /** The server's current version as plain text, if it was changed elsewhere as well. */
  readonly theirs?: string;
}

export interface StickiesModel {
  /** Highest `seq` of the page that this model includes. What was edited later keeps the page's value. */
  readonly ackSequence: number;
  readonly status: 'signedOut' | 'loading' | 'ready' | 'failed';
  /** Why stickies could not be loaded, or one could not be created. */
  readonly problem?: StickyProblem;
  readonly stickies: readonly StickyView[];
  /** Set if there are more stickies to load; `left` is their number, if the server sends it. */
  readonly more?: { readonly left?: number };
  /** Whether the list is being loaded, or a sticky created. */
  readonly busy: boolean;
  /** When the rate limit allows requests again, in milliseconds since the epoch. */
  readonly waitingUntil?: number;
}

/** The messages that the host sends. */
export type ToStickies =
  | { readonly type: 'show'; readonly model: StickiesModel }
  /** Move the focus into this sticky. */
  | { readonly type: 'focus'; readonly id: string }
  /** Create a sticky in the default color for new ones. */
  | { readonly type: 'create' };
