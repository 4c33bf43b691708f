// Detects a bare repository, which VS Code's git extension does not open.
import * as vscode from 'vscode';

/** Returns whether the folder itself contains the files that are in the `.git` folder of other repositories. */
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
