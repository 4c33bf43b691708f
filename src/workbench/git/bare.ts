// Owns the telling of a bare repository, which git's extension does not open.
import * as vscode from 'vscode';

/** A bare repository looks like the inside of a `.git` folder. */
export async function isBare(folder: vscode.Uri): Promise<boolean> {
  const found = await Promise.all(['HEAD', 'objects', 'refs'].map((name) => exists(vscode.Uri.joinPath(folder, name))));
  return found.every(Boolean);
}

function exists(uri: vscode.Uri): Promise<boolean> {
  return Promise.resolve(vscode.workspace.fs.stat(uri)).then(
    () => true,
    () => false,
  );
}
