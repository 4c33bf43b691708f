// What the sample folder needs from VS Code: the folder of the window, dialogs and editors.
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { SampleCode } from '../sampleCommits.ts';

export interface SampleFolderWindow {
  /** The path of the only folder of the window; undefined if it has none or several. */
  readonly folder: string | undefined;
  /** Opens the folder in this window if it has no folder yet, otherwise in a new window. */
  openFolder(path: string): Promise<void>;
  /** Lets the user choose a folder. Resolves with undefined if the user cancels. */
  chooseFolder(): Promise<string | undefined>;
  /** Shows the code, and selects it or sets the cursor before it. */
  showCode(folder: string, code: SampleCode): Promise<void>;
}

export const sampleFolderWindow: SampleFolderWindow = {
  get folder() {
    return onlyFolder();
  },
  openFolder: async (path) => {
    const isEmptyWindow = (vscode.workspace.workspaceFolders ?? []).length === 0;
    const options = isEmptyWindow ? { forceReuseWindow: true } : { forceNewWindow: true };
    await vscode.commands.executeCommand('vscode.openFolder', vscode.Uri.file(path), options);
  },
  chooseFolder: async () => {
    const [uri] =
      (await vscode.window.showOpenDialog({
        canSelectFiles: false,
        canSelectFolders: true,
        title: l10n.t('Choose the Location of the Sample Folder'),
        openLabel: l10n.t('Create Sample Folder Here'),
      })) ?? [];
    return uri?.scheme === 'file' ? uri.fsPath : undefined;
  },
  showCode: async (folder, { path, text, isSelected }) => {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.file(join(folder, path)));
    const index = document.getText().indexOf(text);
    const start = document.positionAt(Math.max(0, index));
    const end = isSelected && index >= 0 ? document.positionAt(index + text.length) : start;
    await vscode.window.showTextDocument(document, { preview: false, selection: new vscode.Range(start, end) });
  },
};

/** Returns the path of the only folder of the window; undefined if it has none or several, or if it is not on disk. */
function onlyFolder(): string | undefined {
  const [folder, ...others] = vscode.workspace.workspaceFolders ?? [];
  return folder?.uri.scheme === 'file' && others.length === 0 ? folder.uri.fsPath : undefined;
}
