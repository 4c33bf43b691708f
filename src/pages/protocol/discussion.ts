// Messages and models of comments: the existing ones, and the one in the composer.
import * as z from 'zod';
import type { FieldProblem } from './record.ts';

const access = z.enum(['INTERNAL', 'EXTERNAL']);

/** The messages that the page sends about comments. */
export const discussionMessages = [
  /**
   * The content of the composer, stored in the draft. `after` is the `seq` of the `sendComment` whose text it follows,
   * if the page shows only what was typed since then.
   */
  z.strictObject({
    type: z.literal('compose'),
    seq: z.number(),
    html: z.string(),
    access,
    after: z.number().optional(),
  }),
  /**
   * Send the content of the composer; the page's composer is empty from now on. Answered after the server's response.
   */
  z.strictObject({ type: z.literal('sendComment'), seq: z.number() }),
  /** Queue the content of the composer until the server can be reached, or keep it only as a draft. */
  z.strictObject({ type: z.literal('waitToSend'), seq: z.number(), wait: z.boolean() }),
  /** Load the next page of comments. */
  z.strictObject({ type: z.literal('moreComments'), seq: z.number() }),
] as const;

export interface CommentView {
  readonly id: string;
  readonly author: string;
  /** Timestamp (ISO 8601). */
  readonly createdAt: string | undefined;
  readonly edited: boolean;
  readonly access: 'INTERNAL' | 'EXTERNAL' | undefined;
  /** HTML of other users as the server sent it: sanitize it before it is shown. */
  readonly html: string;
}

/** The comments that are loaded. */
export interface CommentsView {
  readonly status: 'loading' | 'ready' | 'failed';
  readonly problem?: FieldProblem;
  /** Oldest first. */
  readonly items: readonly CommentView[];
  /** Number of comments that are not loaded yet, if there are any. */
  readonly more?: number;
}

/** The comment in the composer. */
export interface ComposerView {
  readonly html: string;
  readonly access: 'INTERNAL' | 'EXTERNAL';
  readonly sending: boolean;
  /** The comment that is being sent. `html` above is what was typed since. */
  readonly pending?: { readonly html: string; readonly access: 'INTERNAL' | 'EXTERNAL' };
  /** The `seq` of the `sendComment` that sends it; the page returns it in `compose`. */
  readonly after?: number;
  /** The text cannot be changed, because it is being sent from another place. */
  readonly locked?: true;
  readonly problem?: string;
  /** `waiting`: queued until the server can be reached. `offered`: can be queued. */
  readonly wait?: 'offered' | 'waiting';
}
