// Sends each comment exactly once, even if the response to an earlier attempt was lost.
import { existingIdOf, type Fault, faultOf, mayHaveBeenProcessed } from '../../../client/apiError.ts';
import type { Comment, NewComment } from '../../../contract/resources/comment.ts';

/**
 * The `external_source` that Contrail sends with new comments and other new records, so that they can be found by it
 * and their `external_id`. A project copy has a source of its own.
 */
export const EXTERNAL_SOURCE = 'contrail';

/** A comment to be sent, as stored in a draft. */
export interface OutgoingComment {
  readonly access: NewComment['access'];
  /** Sent as `external_id`, by which the comment can be found on the server if the response was lost. */
  readonly externalId: string;
  /** The text of an earlier attempt that ended without a response, so the server may have the comment. */
  readonly sentText?: string | undefined;
  /** When the comment was queued, in milliseconds since the epoch. Another window may have sent it in the meantime. */
  readonly waiting?: number | undefined;
}

/** The requests that `sendComment` sends. */
export interface CommentRequests {
  create(body: NewComment): Promise<Comment>;
  /** Finds the comment with this `external_id` on the server. */
  find(externalId: string): Promise<Comment | undefined>;
}

export type CommentOutcome =
  /** `wasAlreadySent`: the comment was already on the server because of an earlier attempt. */
  | { readonly sent: true; readonly comment: Comment | undefined; readonly wasAlreadySent: boolean }
  /** `isUncertain`: the server may have received the text, so the next attempt must first search for the comment. */
  | { readonly sent: false; readonly fault: Fault; readonly isUncertain: boolean };

/** Sends a draft. `html` is its text as HTML. Never rejects when a request fails: the outcome contains the fault. */
export async function sendComment(
  requests: CommentRequests,
  draft: OutgoingComment,
  html: string,
): Promise<CommentOutcome> {
  try {
    // Another window may already have sent a queued comment.
    const mayBeOnServer = draft.sentText !== undefined || draft.waiting !== undefined;
    const existingComment = mayBeOnServer ? await requests.find(draft.externalId) : undefined;
    if (existingComment !== undefined) return { sent: true, comment: existingComment, wasAlreadySent: true };
  } catch (error) {
    // Only the search failed, so the server cannot have received the new text.
    return { sent: false, fault: faultOf(error), isUncertain: false };
  }
  try {
    const body = {
      comment_html: html,
      access: draft.access,
      external_source: EXTERNAL_SOURCE,
      external_id: draft.externalId,
    };
    return { sent: true, comment: await requests.create(body), wasAlreadySent: false };
  } catch (error) {
    const fault = faultOf(error);
    // A comment with this external id is on the server because of an earlier attempt.
    return existingIdOf(fault) !== undefined
      ? { sent: true, comment: undefined, wasAlreadySent: true }
      : { sent: false, fault, isUncertain: mayHaveBeenProcessed(fault) };
  }
}
