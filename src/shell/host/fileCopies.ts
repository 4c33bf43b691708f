// Opens copies of files in editors, and reads files that the user has chosen.
// `web/fileCopies.ts` replaces this module in a browser.
import { createReadStream } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Disposable } from '../../std/disposable.ts';
import { removeReadOnlyCopies, writeReadOnly } from './readOnlyCopies.ts';

export class FileCopies implements Disposable {
  #folder: Promise<string> | undefined;

  /**
   * Opens a copy that cannot be edited, until `dispose` removes it. `id` and `name` must be valid names of a folder and
   * a file.
   */
  async open(id: string, name: string, bytes: Uint8Array): Promise<void> {
    this.#folder ??= mkdtemp(join(tmpdir(), 'contrail-'));
    const path = join(await this.#folder, id, name);
    await writeReadOnly(path, bytes);
    await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(path), { preview: true });
  }

  dispose(): void {
    // A copy that cannot be removed stays in the system's temporary folder, which the system clears.
    void this.#folder?.then((folder) => removeReadOnlyCopies(folder)).catch(() => undefined);
  }
}

/** Reads a file in parts, if it is on this machine. */
export function readChosenFile(uri: vscode.Uri): AsyncIterable<Uint8Array> {
  return uri.scheme === 'file' ? createReadStream(uri.fsPath) : readWholeFile(uri);
}

async function* readWholeFile(uri: vscode.Uri): AsyncGenerator<Uint8Array> {
  yield await vscode.workspace.fs.readFile(uri);
}
