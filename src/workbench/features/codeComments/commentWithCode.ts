// Creates a draft comment on the selected code, and opens the draft as a comment document.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { commentStartWithOrigin } from '../../../codeLinks/codeComment.ts';
import { codeExternalId, isSameLinkedCode, type LinkedCode } from '../../../codeLinks/codeExternalId.ts';
import { codeCommentsOf, loadComments } from '../../../codeLinks/findCodeComments.ts';
import { errorMessage } from '../../../std/errorMessage.ts';
import { largestOf } from '../../../std/firstInOrder.ts';
import { GitError } from '../../git/gitError.ts';
import type { Repositories } from '../../git/repositories.ts';
import { codeHosts, saveCodeHost } from '../../settings.ts';
import { showFault } from '../../ui/errorBoundary.ts';
import { showInfo, showWarning } from '../../ui/notifications.ts';
import type { Prompts } from '../../ui/prompts.ts';
import { type CommentTarget, type CommentWriter, commentDraftFor } from '../comments/commentWriter.ts';
import type { CommentDocuments } from '../comments/documents.ts';
import type { ChosenItem } from '../workItems/workItemPicker.ts';
import { showMissingLink } from './missingLink.ts';
import { findOrigin } from './origin.ts';
import { getSelectedSource, type SelectedSource } from './source.ts';

export interface CommentWithCodeDeps {
  readonly prompts: Prompts;
  readonly repositories: Repositories;
  readonly comments: CommentWriter;
  readonly documents: CommentDocuments;
  /** Resolves with the selected work item, or lets the user pick one. */
  choose(): Promise<ChosenItem | undefined>;
  /** Opens the work item's page. */
  open(chosenItem: ChosenItem): void;
}

export async function commentWithCode(deps: CommentWithCodeDeps): Promise<void> {
  const source = await getSelectedSource(selectedEditor(), deps.repositories);
  if ('problem' in source) {
    void showWarning(source.problem);
    return;
  }
  const chosenItem = await deps.choose();
  if (chosenItem === undefined) return;
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
  if ((await commentDraftFor(target)) === undefined) {
    deps.comments.storeDraft(target, start, 'INTERNAL');
    await chosenItem.session.draftStore.flush().catch(showNotOnDisk);
  }
  await openAtEnd(deps.documents.uriOf(target));
  const quotedCode = { origin, repository: source.repository, setting: { codeHosts, saveCodeHost } };
  showMissingLink(deps.prompts, quotedCode, () => replaceStart(deps.documents.uriOf(target), start, source));
}

/** Replaces the start of a comment that was written before the Git server was specified, unless it was changed. */
async function replaceStart(uri: vscode.Uri, start: string, source: SelectedSource): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  if (!document.getText().startsWith(start)) return;
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

/** Opens the document with the cursor at its end. */
async function openAtEnd(uri: vscode.Uri): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const { end } = document.lineAt(document.lineCount - 1).range;
  await vscode.window.showTextDocument(document, { preview: false, selection: new vscode.Range(end, end) });
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
