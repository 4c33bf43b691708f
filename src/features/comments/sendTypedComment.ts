// Sends a comment that was typed into a thread beside the code, with a link to the lines.
// This module does not import `vscode`, so that unit tests can answer its questions.
import * as l10n from '@vscode/l10n';
import type { AccessLevel } from '../../contract/resources/comment.ts';
import { keyOf } from '../../core/cache/address.ts';
import type { LinkedCode } from '../../core/comments/codeExternalId.ts';
import { nextExternalId } from '../../core/comments/codeThreads.ts';
import { type CommentTarget, commentDraftFor } from '../../core/comments/commentTarget.ts';
import { codeCommentsOf, loadComments } from '../../core/comments/findCodeComments.ts';
import { GitError } from '../../shell/git/gitError.ts';
import type { ChosenItem } from '../../shell/itemPicker/workItemPicker.ts';
import { type SendDocumentDeps, sendDocument } from './send.ts';

/** The start of a comment: the link to the lines, and their code, as Markdown. */
export interface CommentPrefix {
  readonly place: LinkedCode;
  readonly markdown: string;
}

export interface TypedComment {
  readonly text: string;
  /** The visibility that the user has chosen. */
  readonly access: AccessLevel;
  /** The target of an earlier, unsuccessful attempt to send this comment. */
  readonly earlierTarget: CommentTarget | undefined;
  /** Lets the user pick the work item to comment on. Resolves with undefined if the user cancels. */
  choose(): Promise<ChosenItem | undefined>;
  /** Resolves with the link to the current lines, and with their code. Rejects with a GitError. */
  createPrefix(): Promise<CommentPrefix>;
}

/**
 * `unsent` means that the text box must keep the text of the comment. If `target` is defined, the draft of this target
 * contains the text too.
 */
export type TypedCommentOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'unsent'; readonly target: CommentTarget | undefined };

/** Sends or queues the comment, unless the user cancels a question or the server rejects the comment. */
export async function sendTypedComment(
  deps: SendDocumentDeps,
  typedComment: TypedComment,
): Promise<TypedCommentOutcome> {
  if (typedComment.text.trim() === '') {
    void deps.prompts.notify('info', l10n.t('Write a comment first.'));
    return { kind: 'unsent', target: undefined };
  }
  const { earlierTarget } = typedComment;
  const isRetry = earlierTarget !== undefined && (await commentDraftFor(earlierTarget)) !== undefined;
  const chosenItem = isRetry ? earlierTarget : await typedComment.choose();
  if (chosenItem === undefined) return { kind: 'unsent', target: undefined };
  const prefix = await typedComment.createPrefix().catch(toGitError);
  if (prefix instanceof GitError) {
    deps.showFault(l10n.t('Git could not determine the origin of this code. {0}', prefix.output));
    return { kind: 'unsent', target: undefined };
  }
  const { place, markdown } = prefix;
  const target = isRetry ? earlierTarget : await newTargetFor(chosenItem, place);
  const text = markdown + typedComment.text;
  let isSentOrQueued = false;
  await sendDocument(deps, {
    target: async () => target,
    text,
    access: typedComment.access,
    // The text is in a text box and not in a document, so there is nothing to save. VS Code clears the text box itself
    // after the comment was sent or queued.
    isClosed: false,
    save: async () => undefined,
    closeTab: async () => {
      isSentOrQueued = true;
    },
  });
  if (isSentOrQueued) return { kind: 'done' };
  return { kind: 'unsent', target: (await commentDraftFor(target)) === undefined ? undefined : target };
}

function toGitError(error: unknown): GitError {
  if (error instanceof GitError) return error;
  throw error;
}

/**
 * Resolves with a target for a new comment on the lines, different from the targets of all comments and drafts. Reads
 * the comments of the work item if they are not loaded yet.
 */
export async function newTargetFor(chosenItem: ChosenItem, place: LinkedCode): Promise<CommentTarget> {
  const { session, address } = chosenItem;
  await loadComments(session, address);
  const { code = {} } = (await session.draftStore.open(keyOf(address))) ?? {};
  return {
    ...chosenItem,
    codeId: nextExternalId(place, codeCommentsOf(session, address), (id) => code[id] !== undefined),
  };
}
