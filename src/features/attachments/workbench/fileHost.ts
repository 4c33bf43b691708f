// Lets the user choose files to attach and the file to save an attachment to, and opens attachments.

import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { FileCopies, readChosenFile } from '../../../shell/host/fileCopies.ts';
import { showFault } from '../../../shell/notifications/errorBoundary.ts';
import type { ChosenFile, FileHost } from '../../../shell/sections/sectionDeps.ts';
import type { Disposable } from '../../../std/disposable.ts';
import { errorMessage } from '../../../std/errorMessage.ts';
import { safeName } from '../safeName.ts';

export class VscodeFileHost implements FileHost, Disposable {
  readonly #copies = new FileCopies();

  async choose(): Promise<readonly ChosenFile[]> {
    const chosenUris = await vscode.window.showOpenDialog({
      canSelectMany: true,
      openLabel: l10n.t('Attach'),
      title: l10n.t('Attach Files'),
    });
    return Promise.all((chosenUris ?? []).map(toChosenFile));
  }

  async chooseDestination(name: string): ReturnType<FileHost['chooseDestination']> {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const safeFileName = safeName(name);
    const destination = await vscode.window.showSaveDialog({
      ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, safeFileName) }),
      title: l10n.t('Save {0}', safeFileName),
    });
    return (
      destination && {
        write: (bytes) =>
          errorMessageOf(
            async () => vscode.workspace.fs.writeFile(destination, bytes),
            (reason) => l10n.t('The file could not be written: {0}', reason),
          ),
      }
    );
  }

  /** Opens a read-only copy, because edits of the copy would not change the attachment. `dispose` removes the copy. */
  async open(id: string, name: string, bytes: Uint8Array): Promise<string | undefined> {
    return errorMessageOf(
      () => this.#copies.open(safeName(id), safeName(name), bytes),
      (reason) => l10n.t('The file could not be opened: {0}', reason),
    );
  }

  showMessage(message: string): void {
    void showFault(message);
  }

  dispose(): void {
    this.#copies.dispose();
  }
}

async function toChosenFile(uri: vscode.Uri): Promise<ChosenFile> {
  const { size } = await vscode.workspace.fs.stat(uri);
  return { name: basename(uri.path), size, read: () => readChosenFile(uri) };
}

async function errorMessageOf(
  work: () => Promise<unknown>,
  messageFor: (reason: string) => string,
): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return messageFor(errorMessage(error));
  }
}
