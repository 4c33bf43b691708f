// Reads and changes the file with the TODO comment that a work item was created from.
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { isInWindowFolder } from '../../../shell/notebookCells.ts';
import type { TodoFile } from '../writeBack.ts';

export function todoFileAt(uriText: string): TodoFile {
  const uri = vscode.Uri.parse(uriText);
  return {
    name: basename(uri.path),
    read: async () => {
      const document = await openText(uri);
      return document && { lines: document.getText().split(/\r\n|\r|\n/), languageId: document.languageId };
    },
    insert: async (line, { column, endColumn, text }) => {
      const edit = new vscode.WorkspaceEdit();
      edit.replace(uri, new vscode.Range(line, column, line, endColumn), text);
      return vscode.workspace.applyEdit(edit);
    },
  };
}

async function openText(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  if (!isInWindowFolder(uri)) return undefined;
  return Promise.resolve(vscode.workspace.openTextDocument(uri)).catch(() => undefined);
}
