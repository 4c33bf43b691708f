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
  /** Shows the walkthrough with this id, which starts with the id of the extension. */
  showWalkthrough(id: string): Promise<void>;
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
  showWalkthrough: async (id) => {
    const wasOpen = vscode.window.tabGroups.all.some(({ tabs }) => tabs.some(isUnknown));
    const tabOpened = wasOpen ? undefined : unknownTabOpened();
    await openWalkthrough(id);
    if (tabOpened === undefined) return;
    // VS Code 1.103 registers the walkthroughs of extensions only while the first walkthrough opens, and may show its own
    // walkthrough because it does not know this one yet. If it shows this one, the second call shows the same again.
    await tabOpened;
    await openWalkthrough(id);
  },
};

async function openWalkthrough(id: string): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openWalkthrough', id, false);
}

/** Resolves when a tab that may be a walkthrough opens. */
function unknownTabOpened(): Promise<void> {
  return new Promise((resolve) => {
    const listener = vscode.window.tabGroups.onDidChangeTabs(({ opened }) => {
      if (!opened.some(isUnknown)) return;
      listener.dispose();
      resolve();
    });
  });
}

/** Returns whether the API does not say what the tab shows. This is so for walkthroughs. */
function isUnknown({ input }: vscode.Tab): boolean {
  return input === undefined;
}

/** Returns the path of the only folder of the window; undefined if it has none or several, or if it is not on disk. */
function onlyFolder(): string | undefined {
  const [folder, ...others] = vscode.workspace.workspaceFolders ?? [];
  return folder?.uri.scheme === 'file' && others.length === 0 ? folder.uri.fsPath : undefined;
}
