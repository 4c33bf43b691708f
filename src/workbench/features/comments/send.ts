// Sends a comment document: asks for its visibility, sends it, and closes its tab.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Access } from '../../../contract/resources/comment.ts';
import { COMMENT_SCHEME } from '../../ids.ts';
import { showFault } from '../../ui/errorBoundary.ts';
import { confirm, showError, showInfo, showStatus } from '../../ui/notifications.ts';
import { choose } from '../../ui/quickPick.ts';
import type { CommentDocuments } from './documents.ts';
import { type PaletteComments, sendWhenConnected } from './palette.ts';

export async function sendDocument(
  uri: vscode.Uri | undefined,
  documents: CommentDocuments,
  comments: PaletteComments,
): Promise<void> {
  const target = uri?.scheme === COMMENT_SCHEME ? uri : vscode.window.activeTextEditor?.document.uri;
  const document = vscode.workspace.textDocuments.find((candidate) => candidate.uri.toString() === target?.toString());
  if (target?.scheme !== COMMENT_SCHEME || document === undefined) {
    void showInfo(l10n.t('Open a comment with “Comment on Work Item…” and “Write More…” first.'));
    return;
  }
  const commentTarget = await documents.targetOf(target);
  const access = await askAccess(commentTarget.code !== undefined);
  if (access === undefined) return;
  // Storing the draft below changes the file. Auto-save of an unsaved document would then report a conflict. The
  // comment is sent even if the document cannot be saved.
  if (document.isDirty) await document.save();
  const text = document.getText();
  comments.storeDraft(commentTarget, text, access);
  const identifier = commentTarget.session.store.identifier(commentTarget.address) ?? l10n.t('work item');
  const problem = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: l10n.t('Sending the comment on {0}…', identifier) },
    () => comments.send(commentTarget),
  );
  if (problem !== undefined) {
    if (!problem.passing) {
      void showFault(problem.sentence);
      return;
    }
    const queueLabel = sendWhenConnected();
    const choice = await showError(problem.sentence, queueLabel);
    if (choice !== queueLabel) return;
    if (!document.isClosed) comments.storeDraft(commentTarget, document.getText(), access);
    comments.queueComment(commentTarget);
    await closeTab(target);
    return;
  }
  // The tab stays open if the user typed more while the comment was being sent.
  if (document.getText() === text) {
    await closeTab(target);
    comments.removeSentDraft(commentTarget, text);
  }
  showStatus(l10n.t('Commented on {0}', identifier), 5000);
}

async function askAccess(containsCode: boolean): Promise<Access | undefined> {
  const choices: (vscode.QuickPickItem & { readonly access: Access })[] = [
    {
      label: `$(lock) ${l10n.t('Internal')}`,
      detail: l10n.t('Only members of this workspace see it.'),
      access: 'INTERNAL',
    },
    {
      label: `$(globe) ${l10n.t('External')}`,
      detail: l10n.t('People outside the workspace can see it if the project is shared.'),
      access: 'EXTERNAL',
    },
  ];
  const chosen = await choose(choices, { title: l10n.t('Send Comment'), placeHolder: l10n.t('Select visibility') });
  return containsCode && chosen?.access === 'EXTERNAL' ? confirmExternal() : chosen?.access;
}

async function confirmExternal(): Promise<Access | undefined> {
  const external = l10n.t('Send as External');
  const internal = l10n.t('Send as Internal');
  const detail = l10n.t(
    'The comment contains code. People outside the workspace can read an external comment if the project is shared.',
  );
  const chosen = await confirm(l10n.t('Show this code to people outside the workspace?'), detail, internal, external);
  return chosen === undefined ? undefined : chosen === external ? 'EXTERNAL' : 'INTERNAL';
}

/** Reverts a dirty document before closing its tab, so that VS Code does not ask to save a text that was sent. */
async function closeTab(uri: vscode.Uri): Promise<void> {
  const tab = vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .find(
      (candidate) =>
        candidate.input instanceof vscode.TabInputText && candidate.input.uri.toString() === uri.toString(),
    );
  if (tab === undefined) return;
  if (tab.isDirty) {
    await vscode.window.showTextDocument(uri);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  } else {
    await vscode.window.tabGroups.close(tab);
  }
}
