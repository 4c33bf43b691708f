// Detects a bare repository, which VS Code's git extension does not open.
import * as vscode from 'vscode';

/** Whether the folder has the files of a bare repository, which are those of a `.git` folder. */
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
