// Sends a comment document with the visibility of its draft, and closes its tab.
import * as l10n from '@vscode/l10n';
import type { AccessLevel } from '../../contract/resources/comment.ts';
import { type CommentTarget, commentDraftFor } from '../../core/comments/commentTarget.ts';
import { chooseVisibilityOfCode, containsCode } from './codeVisibility.ts';
import { sendWhenConnectedLabel } from './commentBox.ts';
import { type CommentSentDeps, showCommentSent } from './commentSent.ts';

/** A comment document that is open in VS Code. */
export interface OpenCommentDocument {
  /** Resolves with the target of the comment. Rejects while the window does not use the document's account. */
  target(): Promise<CommentTarget>;
  readonly text: string;
  /** The visibility that the user has just chosen. Without it, the draft is sent with its own. */
  readonly access?: AccessLevel;
  readonly isClosed: boolean;
  /** Saves unsaved changes. Resolves even if they cannot be saved. */
  save(): Promise<void>;
  /** Closes the document's tab without asking to save it. */
  closeTab(): Promise<void>;
}

export interface SendDocumentDeps extends CommentSentDeps {
  /** Shows an error with a button that shows the log. */
  readonly showFault: (message: string) => void;
}

export async function sendDocument(deps: SendDocumentDeps, document: OpenCommentDocument | undefined): Promise<void> {
  const { prompts, comments, showFault } = deps;
  if (document === undefined) {
    void prompts.notify('info', l10n.t('Open a comment with “Comment on Work Item…” and “Open in Editor” first.'));
    return;
  }
  const target = await document.target();
  await commentDraftFor(target);
  const chosenAccess = document.access ?? comments.visibilityOf(target);
  const exposesCode =
    chosenAccess === 'EXTERNAL' && (target.codeId !== undefined || (await containsCode(document.text)));
  const access = exposesCode ? await chooseVisibilityOfCode(prompts) : chosenAccess;
  if (access === undefined) return;
  // `storeDraft` changes the file, and auto-save of a document with unsaved changes would then report a conflict. The
  // document is therefore saved first. If it cannot be saved, the comment is sent nevertheless.
  await document.save();
  const { text } = document;
  comments.storeDraft(target, text, access);
  const identifier = target.session.store.identifier(target.address) ?? l10n.t('work item');
  const unsentReason = await prompts.progress(
    { location: 'window', title: l10n.t('Sending the comment on {0}…', identifier) },
    () => comments.send(target),
  );
  if (unsentReason !== undefined) {
    if (!unsentReason.isTemporary) {
      showFault(unsentReason.problem);
      return;
    }
    const queueLabel = sendWhenConnectedLabel();
    const choice = await prompts.notify('error', unsentReason.problem, queueLabel);
    if (choice !== queueLabel) return;
    if (!document.isClosed) comments.storeDraft(target, document.text, access);
    comments.queueComment(target);
    await document.closeTab();
    return;
  }
  // The tab stays open if the user typed more while the comment was being sent.
  if (document.text === text) {
    await document.closeTab();
    comments.removeSentDraft(target, text);
  }
  showCommentSent(deps, target);
}
