// Finds the draft of a comment on a work item.
import { type ItemAddress, keyOf } from '../cache/address.ts';
import { type CommentDraft, commentIn } from '../drafts/draft.ts';
import type { Session } from '../session/session.ts';

/** The work item of a comment. `codeId` is the external id of a comment that links lines of code. */
export interface CommentTarget {
  readonly session: Session;
  readonly address: ItemAddress;
  readonly codeId?: string | undefined;
}

/** Resolves with the draft comment for the target, from memory or disk. */
export async function commentDraftFor(target: CommentTarget): Promise<CommentDraft | undefined> {
  return commentIn(await target.session.draftStore.open(keyOf(target.address)), slotOf(target));
}

export function slotOf({ codeId }: Pick<CommentTarget, 'codeId'>) {
  return codeId === undefined ? ('palette' as const) : { code: codeId };
}
