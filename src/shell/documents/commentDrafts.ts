// The drafts of comments that features prepare. The feature of the comments stores and opens them.
import type { AccessLevel } from '../../contract/resources/comment.ts';
import { keyOf } from '../../core/cache/address.ts';
import { type CommentTarget, commentDraftFor } from '../../core/comments/commentTarget.ts';

export interface CommentDrafts {
  readonly comments: { storeDraft(target: CommentTarget, text: string, access: AccessLevel): void };
  readonly documents: {
    /** Whether the document of a comment on the work item with this key is open. */
    isOpen(key: string): boolean;
    open(target: CommentTarget): Promise<void>;
  };
}

/** Stores the text as the draft of a comment. Resolves with false, and changes nothing, if there is a draft with text. */
export async function draftComment(
  { comments, documents }: CommentDrafts,
  target: CommentTarget,
  text: string,
): Promise<boolean> {
  const draft = await commentDraftFor(target);
  if ((draft?.text ?? '').trim() !== '' || documents.isOpen(keyOf(target.address))) return false;
  comments.storeDraft(target, text, draft?.access ?? 'INTERNAL');
  return true;
}
