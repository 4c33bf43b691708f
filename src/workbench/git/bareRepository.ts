// Detects a bare repository, which VS Code's git extension does not open.
import * as vscode from 'vscode';

/** Returns whether the folder itself contains the files that are in the `.git` folder of other repositories. */
export async function isBareRepository(folder: vscode.Uri): Promise<boolean> {
  const entriesExist = await Promise.all(
    ['HEAD', 'objects', 'refs'].map((name) => exists(vscode.Uri.joinPath(folder, name))),
  );
  return entriesExist.every(Boolean);
}

function exists(uri: vscode.Uri): Promise<boolean> {
  return Promise.resolve(vscode.workspace.fs.stat(uri)).then(
    () => true,
    () => false,
  );
}
