// Owns the sending of comments: each exactly once, also when an answer was lost.
import { type Fault, faultOf, mayHaveHappened } from '../../client/apiError.ts';
import type { Comment, NewComment } from '../../contract/resources/comment.ts';

/** Goes along with every comment that Contrail sends. */
export const EXTERNAL_SOURCE = 'contrail';

/** A comment to be sent, as a draft holds it. */
export interface OutgoingComment {
  readonly access: NewComment['access'];
  /** Sent as `external_id`, so that a comment whose answer was lost is found again. */
  readonly externalId: string;
  /** Set when an earlier attempt ended without an answer: the server may have the comment. */
  readonly sentText?: string | undefined;
  /** Set while the comment is queued; another window may have sent it. In milliseconds since the epoch. */
  readonly waiting?: number | undefined;
}

/** What the sending needs of the service. */
export interface CommentPost {
  create(body: NewComment): Promise<Comment>;
  /** The comment with this `external_id`, looked for on the service. */
  find(externalId: string): Promise<Comment | undefined>;
}

export type CommentOutcome =
  /** `earlier`: it was there already. */
  | { readonly sent: true; readonly comment: Comment | undefined; readonly earlier: boolean }
  /** `perhaps`: the service may have this very text all the same; the next sending looks first. */
  | { readonly sent: false; readonly fault: Fault; readonly perhaps: boolean };

/** `html` is the draft's text as HTML. */
export async function sendComment(post: CommentPost, draft: OutgoingComment, html: string): Promise<CommentOutcome> {
  try {
    // One that waited may have been sent by another window meanwhile.
    const mayBeThere = draft.sentText !== undefined || draft.waiting !== undefined;
    const earlier = mayBeThere ? await post.find(draft.externalId) : undefined;
    if (earlier !== undefined) return { sent: true, comment: earlier, earlier: true };
  } catch (error) {
    // Only looked for: what may be there is the text of the earlier sending, not this one.
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
    // A 409 with an id says that a comment with this external id is there: it is this one.
    const isThere = fault.kind === 'rejected' && fault.status === 409 && fault.existing !== undefined;
    return isThere
      ? { sent: true, comment: undefined, earlier: true }
      : { sent: false, fault, perhaps: mayHaveHappened(fault) };
  }
}
