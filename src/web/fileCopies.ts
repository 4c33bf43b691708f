// Opens copies of files in editors, and reads files that the user has chosen. In a browser, copies stay in memory, and
// VS Code reads the chosen files.
import * as vscode from 'vscode';
import type { Disposable } from '../std/disposable.ts';

const SCHEME = 'contrail-copy';

export class FileCopies implements Disposable {
  readonly #provider = new CopyProvider();
  #registration: vscode.Disposable | undefined;

  async open(id: string, name: string, bytes: Uint8Array): Promise<void> {
    this.#registration ??= vscode.workspace.registerFileSystemProvider(SCHEME, this.#provider, {
      isCaseSensitive: true,
      isReadonly: true,
    });
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${id}/${name}` });
    this.#provider.files.set(uri.path, bytes);
    await vscode.commands.executeCommand('vscode.open', uri, { preview: true });
  }

  dispose(): void {
    this.#registration?.dispose();
    this.#provider.files.clear();
  }
}

/** Provides files that never change. VS Code calls no method that writes, because it knows that they are read-only. */
class CopyProvider implements vscode.FileSystemProvider {
  /** By path. */
  readonly files = new Map<string, Uint8Array>();
  readonly onDidChangeFile = new vscode.EventEmitter<vscode.FileChangeEvent[]>().event;

  readFile(uri: vscode.Uri): Uint8Array {
    const bytes = this.files.get(uri.path);
    if (bytes === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return bytes;
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: this.readFile(uri).byteLength };
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  readDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.FileNotFound(uri);
  }

  readonly createDirectory = refuse;
  readonly writeFile = refuse;
  readonly delete = refuse;
  readonly rename = refuse;
}

function refuse(uri: vscode.Uri): never {
  throw vscode.FileSystemError.NoPermissions(uri);
}

export async function* readChosenFile(uri: vscode.Uri): AsyncGenerator<Uint8Array> {
  yield await vscode.workspace.fs.readFile(uri);
}
