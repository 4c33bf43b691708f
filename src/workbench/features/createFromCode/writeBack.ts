// Inserts a work item's identifier into the comment that the work item was created from.

import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { findLine, insertIdentifier } from '../../../codeLinks/todo.ts';
import { showStatus, showWarning } from '../../ui/notifications.ts';
import type { CommentOrigin } from './commentOrigin.ts';

/** Inserts the identifier if the comment still exists, and shows the result. Does not save the changed file. */
export async function insertIntoComment(identifier: string, origin: CommentOrigin): Promise<void> {
  const uri = vscode.Uri.parse(origin.uri);
  const name = basename(uri.path);
  const document = await openText(uri);
  const line = document === undefined ? undefined : findCommentLine(document, origin);
  const insertion =
    document === undefined || line === undefined ? undefined : insertIdentifier(document.lineAt(line).text, identifier);
  if (line === undefined || insertion === undefined) {
    await offerToCopy(
      identifier,
      l10n.t(
        'The comment that {0} was created from is no longer in {1}, so the identifier was not inserted.',
        identifier,
        name,
      ),
    );
    return;
  }
  const edit = new vscode.WorkspaceEdit();
  edit.insert(uri, new vscode.Position(line, insertion.column), insertion.text);
  if (await vscode.workspace.applyEdit(edit)) {
    showStatus(l10n.t('Inserted {0} in {1}, line {2}', identifier, name, line + 1), 8000);
    return;
  }
  await offerToCopy(
    identifier,
    l10n.t('{0} could not be changed, so {1} was not inserted into the comment.', name, identifier),
  );
}

/** Resolves with undefined if the file does not exist, is not text, or is outside of this window's folders. */
async function openText(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  if (vscode.workspace.getWorkspaceFolder(uri) === undefined) return undefined;
  return Promise.resolve(vscode.workspace.openTextDocument(uri)).catch(() => undefined);
}

function findCommentLine(document: vscode.TextDocument, { text, line }: CommentOrigin): number | undefined {
  return findLine(document.getText().split(/\r\n|\r|\n/), text, line);
}

async function offerToCopy(identifier: string, sentence: string): Promise<void> {
  const copy = l10n.t('Copy Identifier');
  if ((await showWarning(sentence, copy)) === copy) await vscode.env.clipboard.writeText(identifier);
}
