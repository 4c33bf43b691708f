// Starts a comment on the selected code in a thread below it, or opens its draft as a document beside it.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { commentStartWithOrigin } from '../../../core/comments/codeComment.ts';
import { codeExternalId, isSameLinkedCode, type LinkedCode } from '../../../core/comments/codeExternalId.ts';
import { type CommentTarget, commentDraftFor } from '../../../core/comments/commentTarget.ts';
import { codeCommentsOf, loadComments } from '../../../core/comments/findCodeComments.ts';
import { showMissingLink } from '../../../shell/code/missingLink.ts';
import { findOrigin } from '../../../shell/code/origin.ts';
import { getSelectedSource, type SelectedSource } from '../../../shell/code/source.ts';
import { showSourceProblem } from '../../../shell/code/sourceProblem.ts';
import { GitError } from '../../../shell/git/gitError.ts';
import type { Repositories } from '../../../shell/git/repositories.ts';
import type { ChosenItem } from '../../../shell/itemPicker/workItemPicker.ts';
import { showFault } from '../../../shell/notifications/errorBoundary.ts';
import { showInfo } from '../../../shell/prompts/notifications.ts';
import type { Prompts } from '../../../shell/prompts/prompts.ts';
import { codeHosts, saveCodeHost } from '../../../shell/settings.ts';
import { errorMessage } from '../../../std/errorMessage.ts';
import { largestOf } from '../../../std/firstInOrder.ts';
import { type CommentWriter } from '../commentWriter.ts';
import type { ThreadDrafts } from '../threadDrafts.ts';
import type { CommentDocuments } from './documents.ts';
import type { CodeThreadController } from './threads.ts';

export interface CommentWithCodeDeps {
  readonly prompts: Prompts;
  readonly repositories: Repositories;
  readonly comments: CommentWriter;
  readonly documents: CommentDocuments;
  readonly drafts: ThreadDrafts<vscode.CommentThread>;
  /** Returns the threads of the session. */
  readonly controller: () => CodeThreadController | undefined;
  /** Resolves with the work item of the command or of the code, or lets the user pick one. */
  choose(source: SelectedSource): Promise<ChosenItem | undefined>;
  /** Opens the work item's page. */
  open(chosenItem: ChosenItem): void;
}

export async function commentWithCode(deps: CommentWithCodeDeps): Promise<void> {
  const editor = selectedEditor();
  const source = await getSelectedSource(editor, deps.repositories);
  if ('problem' in source) {
    void showSourceProblem(deps.prompts, source);
    return;
  }
  const chosenItem = await deps.choose(source);
  if (chosenItem === undefined) return;
  const codeThread = { item: chosenItem.address, lines: source.lines, comments: [] };
  if (source.cell === undefined && deps.controller()?.focusStarted(source.uri, codeThread) === true) return;
  const originResult = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: l10n.t('Finding the commit of the code…') },
    async () => {
      const [originOrError] = await Promise.all([
        findOrigin(source, codeHosts()).catch(toGitError),
        loadComments(chosenItem.session, chosenItem.address),
      ]);
      return originOrError;
    },
  );
  if (originResult instanceof GitError) {
    void showFault(l10n.t('Git could not determine the origin of this code. {0}', originResult.output));
    return;
  }
  const { place, origin } = originResult;
  const target = await chooseTarget(deps, chosenItem, place);
  if (target === undefined) return;
  const start = commentStartWithOrigin(origin, source.languageId, source.code);
  const quotedCode = { origin, repository: source.repository, setting: { codeHosts, saveCodeHost } };
  const hasDraft = (await commentDraftFor(target)) !== undefined;
  const controller = deps.controller();
  // VS Code cannot fill the text box of a thread, so a draft is continued in its document.
  if (hasDraft || source.cell !== undefined || controller === undefined) {
    if (!hasDraft) deps.comments.storeDraft(target, start, 'INTERNAL');
    await chosenItem.session.draftStore.flush().catch(showNotOnDisk);
    await deps.documents.open(target, vscode.ViewColumn.Beside);
  } else {
    if (editor !== undefined) await vscode.window.showTextDocument(editor.document, editor.viewColumn);
    const thread = controller.start(source.uri, codeThread, (text) => deps.drafts.type(thread, text));
    deps.drafts.start(thread, target, { place, markdown: start });
  }
  // A comment in a thread gets its link when it is sent.
  showMissingLink(deps.prompts, quotedCode, () => replaceStart(deps.documents.uriOf(target), start, source));
}

/** Replaces the start of a document that was opened before the Git server was specified, unless it was changed. */
async function replaceStart(uri: vscode.Uri, start: string, source: SelectedSource): Promise<void> {
  const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
  if (document?.getText().startsWith(start) !== true) return;
  const { origin } = await findOrigin(source, codeHosts());
  const edit = new vscode.WorkspaceEdit();
  const range = new vscode.Range(document.positionAt(0), document.positionAt(start.length));
  edit.replace(uri, range, commentStartWithOrigin(origin, source.languageId, source.code));
  await vscode.workspace.applyEdit(edit);
}

/** Returns the active editor or, while a page of a work item is active, the visible editor with a selection. */
function selectedEditor(): vscode.TextEditor | undefined {
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  return activeTextEditor ?? visibleTextEditors.find(({ selection }) => !selection.isEmpty);
}

/** Resolves with the target of the comment, or with undefined if the user opens the existing comment instead. */
async function chooseTarget(
  deps: CommentWithCodeDeps,
  chosenItem: ChosenItem,
  place: LinkedCode,
): Promise<CommentTarget | undefined> {
  const newCommentTarget = { ...chosenItem, codeId: codeExternalId(place) };
  const existingComments = codeCommentsOf(chosenItem.session, chosenItem.address).filter((comment) =>
    isSameLinkedCode(comment.place, place),
  );
  if (existingComments.length === 0 || (await commentDraftFor(newCommentTarget)) !== undefined) return newCommentTarget;
  const identifier = chosenItem.session.store.identifier(chosenItem.address);
  const openItemButton = l10n.t('Open Work Item');
  const commentAgainButton = l10n.t('Comment Again');
  const choice = await showInfo(
    identifier === undefined
      ? l10n.t('The work item already has a comment on these lines at the same commit. You can edit that comment.')
      : l10n.t('{0} already has a comment on these lines at the same commit. You can edit that comment.', identifier),
    openItemButton,
    commentAgainButton,
  );
  if (choice === openItemButton) deps.open(chosenItem);
  const ordinal = largestOf(existingComments.map((comment) => comment.place.ordinal)) + 1;
  return choice === commentAgainButton ? { ...chosenItem, codeId: codeExternalId({ ...place, ordinal }) } : undefined;
}

function toGitError(error: unknown): GitError {
  if (error instanceof GitError) return error;
  throw error;
}

function showNotOnDisk(error: unknown): void {
  void showFault(
    l10n.t('The draft could not be saved to disk ({0}). It is lost when this window closes.', errorMessage(error)),
  );
}
