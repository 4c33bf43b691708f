// Owns the words between the Stickies view's page and the extension host, both ways. The host parses every message with
// these schemas; the page sees only the types.
import * as z from 'zod';

/** What is edited of a sticky, named as on the wire (operation 16). */
export const STICKY_FIELDS = ['name', 'description_html', 'background_color'] as const;
export type StickyField = (typeof STICKY_FIELDS)[number];

const seq = z.number();
const id = z.string();

/** What the page says. `seq` grows by one with every message of a page. */
export const fromStickies = z.discriminatedUnion('say', [
  /** The page is up and wants to be told. Said once, first. */
  z.strictObject({ say: z.literal('ready'), seq }),
  /** A field of a sticky now holds this: goes into its draft, and to the service when the person pauses. */
  z.strictObject({ say: z.literal('edit'), seq, id, field: z.enum(STICKY_FIELDS), value: z.string() }),
  /** Send what is unsent of a sticky, or ask again for what failed. */
  z.strictObject({ say: z.literal('retry'), seq, id }),
  /** End a conflict: send the sticky as it is written here, or let it become what the service has. */
  z.strictObject({ say: z.literal('resolve'), seq, id, keep: z.enum(['mine', 'theirs']) }),
  /** Make an empty sticky of this colour. */
  z.strictObject({ say: z.literal('create'), seq, color: z.string() }),
  /** Delete a sticky, which can be undone for some seconds. */
  z.strictObject({ say: z.literal('remove'), seq, id }),
  z.strictObject({ say: z.literal('undoRemove'), seq, id }),
  /** Fetch the next page of stickies. */
  z.strictObject({ say: z.literal('more'), seq }),
  /** Read the stickies again. */
  z.strictObject({ say: z.literal('reload'), seq }),
  /** Open a link of the text outside, after the host's scheme check. */
  z.strictObject({ say: z.literal('openLink'), seq, href: z.string() }),
  z.strictObject({ say: z.literal('signIn'), seq }),
]);
export type FromStickies = z.output<typeof fromStickies>;

/** `message` is a sentence for a person; `retry` says whether asking again may help. */
export interface StickyProblem {
  readonly message: string;
  readonly retry: boolean;
  /** The server rejects the key or token: shows a Sign In Again button. */
  readonly signIn?: boolean;
}

export interface StickyView {
  readonly id: string;
  readonly name: string;
  /** As the service has it or the person wrote it. */
  readonly html: string;
  /** `background_color`: a hex colour or one of the wire's names; empty for none. */
  readonly color: string;
  /** `unsent`: differs from what the service has, and nothing is on its way. */
  readonly state: 'sent' | 'unsent' | 'saving' | 'conflict' | 'deleted';
  readonly problem?: StickyProblem;
  /** What the service has now, in words and whole, when it was changed elsewhere as well. */
  readonly theirs?: string;
}

export interface StickiesModel {
  /** Highest `seq` of the page that this model has taken in. What was edited later keeps the page's value. */
  readonly heard: number;
  readonly status: 'signedOut' | 'loading' | 'ready' | 'failed';
  /** Why the stickies, or more of them, could not be read, or one not be made. */
  readonly problem?: StickyProblem;
  readonly stickies: readonly StickyView[];
  /** There are more to be read; `left` is how many, where the service says so. */
  readonly more?: { readonly left?: number };
  /** The list is being read, or a sticky made. */
  readonly busy: boolean;
  /** Requests wait for the server's limit until then, in milliseconds since the epoch. */
  readonly waitingUntil?: number;
}

/** What the host says. */
export type ToStickies =
  | { readonly say: 'show'; readonly model: StickiesModel }
  /** Move the focus into this sticky. */
  | { readonly say: 'focus'; readonly id: string }
  /** Make one, in the colour that stands for the next. */
  | { readonly say: 'create' };
