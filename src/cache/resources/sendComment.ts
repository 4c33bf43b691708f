// Sends comments: each exactly once, also if a response was lost.
import { type Fault, faultOf, mayHaveHappened } from '../../client/apiError.ts';
import type { Comment, NewComment } from '../../contract/resources/comment.ts';

/** Sent as `external_source` with every comment of Contrail. */
export const EXTERNAL_SOURCE = 'contrail';

/** A comment to be sent, as stored in a draft. */
export interface OutgoingComment {
  readonly access: NewComment['access'];
  /** Sent as `external_id`, so that a comment whose response was lost is found again. */
  readonly externalId: string;
  /** Set if an earlier attempt ended without a response: the server may have the comment. */
  readonly sentText?: string | undefined;
  /** Set while the comment is queued; another window may have sent it. In milliseconds since the epoch. */
  readonly waiting?: number | undefined;
}

/** The server operations that sending needs. */
export interface CommentPost {
  create(body: NewComment): Promise<Comment>;
  /** Finds the comment with this `external_id` on the server. */
  find(externalId: string): Promise<Comment | undefined>;
}

export type CommentOutcome =
  /** `earlier`: the comment was already on the server. */
  | { readonly sent: true; readonly comment: Comment | undefined; readonly earlier: boolean }
  /** `perhaps`: the server may have this text nevertheless; the next attempt searches for it first. */
  | { readonly sent: false; readonly fault: Fault; readonly perhaps: boolean };

/** Sends a draft. `html` is its text as HTML. Never rejects with a fault. */
export async function sendComment(post: CommentPost, draft: OutgoingComment, html: string): Promise<CommentOutcome> {
  try {
    // Another window may have sent a comment that was queued.
    const mayBeOnServer = draft.sentText !== undefined || draft.waiting !== undefined;
    const earlier = mayBeOnServer ? await post.find(draft.externalId) : undefined;
    if (earlier !== undefined) return { sent: true, comment: earlier, earlier: true };
  } catch (error) {
    // Only the search failed: the server may have the text of the earlier attempt, but not this one.
    return { sent: false, fault: faultOf(error), perhaps: false };
  }
  try {
    const body = {
      comment_html: html,
      access: draft.access,
      external_source: EXTERNAL_SOURCE,
      external_id: draft.externalId,
    };
    return { sent: true, comment: await post.create(body), earlier: false };
  } catch (error) {
    const fault = faultOf(error);
    // A 409 with an id means that a comment with this external id exists: it is this comment.
    const isThere = fault.kind === 'rejected' && fault.status === 409 && fault.existing !== undefined;
    return isThere
      ? { sent: true, comment: undefined, earlier: true }
      : { sent: false, fault, perhaps: mayHaveHappened(fault) };
  }
}
