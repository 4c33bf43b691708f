// Sends a comment document: asks for its visibility, sends it, and closes its tab.
import * as l10n from '@vscode/l10n';
import type { AccessLevel } from '../../../contract/resources/comment.ts';
import type { LastVisibilityStorage } from '../../../pages/discussion/lastVisibility.ts';
import { chooseRow } from '../../ui/ask.ts';
import type { Prompts } from '../../ui/prompts.ts';
import { chooseVisibilityOfCode, containsCode } from './codeVisibility.ts';
import { type CommentSentDeps, showCommentSent } from './commentSent.ts';
import { type CommentTarget, sendWhenConnectedLabel } from './commentWriter.ts';

/** A comment document that is open in VS Code. */
export interface OpenCommentDocument {
  /** Resolves with the target of the comment. Rejects while the window does not use the document's account. */
  target(): Promise<CommentTarget>;
  readonly text: string;
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
  const lastVisibility = comments.lastVisibility(target);
  const hasCode = target.codeId !== undefined || (await containsCode(document.text));
  const access = await askAccess(prompts, hasCode, lastVisibility);
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

/** Asks for the visibility. The first row is the visibility that the user chose the last time. */
async function askAccess(
  prompts: Prompts,
  hasCode: boolean,
  lastVisibility: LastVisibilityStorage,
): Promise<AccessLevel | undefined> {
  const lastChosenAccess = lastVisibility.get();
  const chosenRow = await chooseRow<AccessLevel>(
    prompts,
    [
      {
        label: l10n.t('Internal'),
        icon: { id: 'lock' },
        detail: l10n.t('Only members of this workspace can see it.'),
        value: 'INTERNAL' as const,
      },
      {
        label: l10n.t('External'),
        icon: { id: 'globe' },
        detail: l10n.t('People outside the workspace can see it if the project is shared.'),
        value: 'EXTERNAL' as const,
      },
    ].sort((row, other) => Number(other.value === lastChosenAccess) - Number(row.value === lastChosenAccess)),
    { title: l10n.t('Send Comment'), placeholder: l10n.t('Select visibility') },
  );
  if (chosenRow !== undefined) lastVisibility.set(chosenRow.value);
  return hasCode && chosenRow?.value === 'EXTERNAL' ? chooseVisibilityOfCode(prompts) : chosenRow?.value;
}
