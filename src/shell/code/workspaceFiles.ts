// Lists and reads the files of the window in which mentions are searched. Leaves out very large files, files that are
// excluded from searches or ignored by git, and files outside of the folder that are reached through a symbolic link.
import { realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { MAX_FILE_BYTES, readFileContent } from '../../core/mentions/fileContent.ts';
import { GitignoreRules } from '../../core/mentions/gitignore.ts';
import type { FileContent } from '../../core/mentions/mentions.ts';
import { isInsideFolder, localPathFlavor } from '../../std/files/relativePathIn.ts';
import { searchExcludes, searchesIgnoredFiles } from '../settings.ts';

/** Resolves with the files of all folders of the window, sorted by path. VS Code applies `files.exclude`. */
export async function workspaceFiles(token: vscode.CancellationToken): Promise<readonly vscode.Uri[]> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const fileLists = await Promise.all(folders.map((folder) => listFiles(folder, token)));
  // A workspace folder may contain another workspace folder, so a file can be listed twice.
  const uriByText = new Map(fileLists.flat().map((uri) => [uri.toString(), uri]));
  return [...uriByText].sort(([uriText], [other]) => (uriText < other ? -1 : 1)).map(([, uri]) => uri);
}

/** Returns the reader for one search. Unsaved text in an editor takes precedence over the file on disk. */
export function createFileReader(): (uri: vscode.Uri) => Promise<FileContent> {
  const unsavedDocuments = new Map(
    vscode.workspace.textDocuments
      .filter(({ isDirty }) => isDirty)
      .map((document) => [document.uri.toString(), document]),
  );
  return async (uri) => {
    const document = unsavedDocuments.get(uri.toString());
    if (document !== undefined) return { text: document.getText() };
    try {
      return uri.scheme === 'file' ? await readFileContent(uri.fsPath) : await readVirtualFile(uri);
    } catch (error) {
      // The file was deleted, or the user has no permission to read it. The search result counts unreadable files.
      return error instanceof Error ? 'unreadable' : Promise.reject(error);
    }
  };
}

async function listFiles(
  folder: vscode.WorkspaceFolder,
  token: vscode.CancellationToken,
): Promise<readonly vscode.Uri[]> {
  const excludes = searchExcludes(folder);
  // VS Code applies `files.exclude` if `exclude` is a pattern or undefined, but not if it is null.
  const exclude = excludes.length === 0 ? undefined : excludes.length === 1 ? excludes[0] : `{${excludes.join(',')}}`;
  const listedFiles = await vscode.workspace.findFiles(
    new vscode.RelativePattern(folder, '**'),
    exclude,
    undefined,
    token,
  );
  const files = folder.uri.scheme === 'file' ? await removeOutsideFiles(folder, listedFiles) : listedFiles;
  if (searchesIgnoredFiles(folder)) return files;
  const ignoreRules = await readIgnoreRules(folder, files);
  return files.filter((uri) => !ignoreRules.ignores(relativePath(folder, uri)));
}

/**
 * Removes files outside of the folder. VS Code follows symbolic links when it lists files, and a cloned repository
 * could contain a link to any folder.
 */
async function removeOutsideFiles(
  { uri }: vscode.WorkspaceFolder,
  files: readonly vscode.Uri[],
): Promise<readonly vscode.Uri[]> {
  const root = await realpath(uri.fsPath);
  const folders = new Set(files.map(({ fsPath }) => dirname(fsPath)));
  const foldersOutside = new Set<string>();
  for (const fileFolder of folders) {
    // The files of a folder that no longer exists are not removed from the list here. Reading them fails later, and
    // that error is handled.
    const resolvedFolder = await realpath(fileFolder).catch(() => root);
    if (!isInsideFolder(root, resolvedFolder, localPathFlavor())) foldersOutside.add(fileFolder);
  }
  return files.filter(({ fsPath }) => !foldersOutside.has(dirname(fsPath)));
}

async function readIgnoreRules(folder: vscode.WorkspaceFolder, files: readonly vscode.Uri[]): Promise<GitignoreRules> {
  const readContent = createFileReader();
  const ignoreFiles = await Promise.all(
    files
      .filter(({ path }) => path.endsWith('/.gitignore'))
      .map(async (uri) => {
        const content = await readContent(uri);
        const text =
          content instanceof Uint8Array
            ? new TextDecoder().decode(content)
            : typeof content === 'string'
              ? ''
              : content.text;
        return [relativePath(folder, uri), text] as const;
      }),
  );
  return new GitignoreRules(new Map(ignoreFiles));
}

function relativePath({ uri: { path } }: vscode.WorkspaceFolder, uri: vscode.Uri): string {
  return uri.path.slice(path.endsWith('/') ? path.length : path.length + 1);
}

async function readVirtualFile(uri: vscode.Uri): Promise<FileContent> {
  const { size } = await vscode.workspace.fs.stat(uri);
  return size > MAX_FILE_BYTES ? 'large' : vscode.workspace.fs.readFile(uri);
}
