// Detects a bare repository, which VS Code's git extension does not open.
import * as vscode from 'vscode';

/** Returns whether the folder contains the files that are otherwise in a `.git` folder. */
export async function isBare(folder: vscode.Uri): Promise<boolean> {
  const existing = await Promise.all(
    ['HEAD', 'objects', 'refs'].map((name) => exists(vscode.Uri.joinPath(folder, name))),
  );
  return existing.every(Boolean);
}

function exists(uri: vscode.Uri): Promise<boolean> {
  return Promise.resolve(vscode.workspace.fs.stat(uri)).then(
    () => true,
    () => false,
  );
}
