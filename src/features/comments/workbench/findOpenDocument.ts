// Finds the comment document to send, and reads, saves and closes it in VS Code.
import * as vscode from 'vscode';
import { COMMENT_SCHEME } from '../../../shell/ids.ts';
import type { OpenCommentDocument } from '../send.ts';
import type { CommentDocuments } from './documents.ts';

/** Returns the document of the URI, or of the active editor. Returns undefined if it is not an open comment. */
export function findOpenCommentDocument(
  uri: vscode.Uri | undefined,
  documents: CommentDocuments,
): OpenCommentDocument | undefined {
  const targetUri = uri?.scheme === COMMENT_SCHEME ? uri : vscode.window.activeTextEditor?.document.uri;
  const document = vscode.workspace.textDocuments.find(
    (candidate) => candidate.uri.toString() === targetUri?.toString(),
  );
  if (targetUri?.scheme !== COMMENT_SCHEME || document === undefined) return undefined;
  return {
    target: () => documents.targetOf(targetUri),
    get text() {
      return document.getText();
    },
    get isClosed() {
      return document.isClosed;
    },
    save: async () => {
      if (document.isDirty) await document.save();
    },
    closeTab: () => {
      // Closing a tab with unsaved changes reverts them, and the text of the reverted document would become the draft.
      documents.markSaved(targetUri, document.getText());
      return closeTab(targetUri);
    },
  };
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
