// Messages and models of the list of comments and of the composer, which `RecordPage` handles.
// `Discussion` handles the edits and deletions of comments: see `discussionMessages`.
import * as z from 'zod';
import type { PageProblem } from '../../items/form/recordProtocol.ts';

const access = z.enum(['INTERNAL', 'EXTERNAL']);

/** The messages with which the page loads comments and sends a new comment. */
export const commentMessages = [
  /**
   * The new content of the composer, which the host stores in the draft. While a comment is being sent, the composer
   * contains only the text that was typed since then, and `after` is the `seq` of the `sendComment` message.
   */
  z.strictObject({
    type: z.literal('compose'),
    seq: z.number(),
    html: z.string(),
    access,
    after: z.number().optional(),
  }),
  /**
   * Sends the content of the composer. The page empties the composer at once. The host answers after the server's
   * response.
   */
  z.strictObject({ type: z.literal('sendComment'), seq: z.number() }),
  /**
   * Queues the comment in the composer until the server can be reached or, if `wait` is false, removes it from the
   * queue.
   */
  z.strictObject({ type: z.literal('waitToSend'), seq: z.number(), wait: z.boolean() }),
  /** Loads the next page of comments. */
  z.strictObject({ type: z.literal('moreComments'), seq: z.number() }),
] as const;

export interface CommentView {
  readonly id: string;
  readonly author: string;
  /** The name of the signed-in user if they are the author: `author` is then `You`. */
  readonly ownName?: string;
  /** Timestamp (ISO 8601). */
  readonly createdAt: string | undefined;
  readonly edited: boolean;
  readonly access: 'INTERNAL' | 'EXTERNAL' | undefined;
  /** HTML as the server sent it. It may be from another user and must be sanitized before it is shown. */
  readonly html: string;
  /** Id of the comment that this comment answers. */
  readonly parent?: string;
}

/** The comments that are loaded. */
export interface CommentsView {
  readonly status: 'loading' | 'ready' | 'failed';
  readonly problem?: PageProblem;
  /** The comments, oldest first. */
  readonly items: readonly CommentView[];
  /** Number of comments that are not loaded yet, if there are any. */
  readonly more?: number;
  /** Set if the comments that are not loaded yet are later than the loaded ones. Otherwise they are earlier. */
  readonly isMoreLater?: true;
}

/** The comment in the composer. */
export interface ComposerView {
  readonly html: string;
  readonly access: 'INTERNAL' | 'EXTERNAL';
  readonly sending: boolean;
  /**
   * The comment that is being sent. While it is set, the `html` of the composer contains only the text that was typed
   * since it was sent.
   */
  readonly pending?: { readonly html: string; readonly access: 'INTERNAL' | 'EXTERNAL' };
  /** The `seq` of the `sendComment` message for the pending comment. The page repeats it in `compose` messages. */
  readonly after?: number;
  /** Set if the text cannot be changed, because another feature is sending the comment. */
  readonly locked?: true;
  readonly problem?: string;
  /** `waiting`: the comment is queued until the server can be reached. `offered`: the comment can be queued. */
  readonly wait?: 'offered' | 'waiting';
}
