// Lists and reads the files of the window that a search covers.
// Leaves out files that are excluded from searches, ignored by git, very large, or behind a link out of their folder.
import { realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { contentOnDisk, MAX_FILE_BYTES } from '../../../mentions/fileContent.ts';
import { Ignored } from '../../../mentions/ignored.ts';
import type { FileContent } from '../../../mentions/mentions.ts';
import { isWithin, ownFlavor } from '../../../std/pathWithin.ts';
import { searchExcludes, searchesIgnoredFiles } from '../../settings.ts';

/** Resolves with the files of all folders of the window, sorted by path. VS Code itself applies `files.exclude`. */
export async function workspaceFiles(token: vscode.CancellationToken): Promise<readonly vscode.Uri[]> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const lists = await Promise.all(folders.map((folder) => filesOf(folder, token)));
  // One workspace folder may contain another.
  const unique = new Map(lists.flat().map((uri) => [uri.toString(), uri]));
  return [...unique].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, uri]) => uri);
}

/** Returns the reader for one search. Unsaved text in an editor takes precedence over the file on disk. */
export function reader(): (uri: vscode.Uri) => Promise<FileContent> {
  const unsaved = new Map(
    vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty).map((one) => [one.uri.toString(), one]),
  );
  return async (uri) => {
    const document = unsaved.get(uri.toString());
    if (document !== undefined) return { text: document.getText() };
    try {
      return uri.scheme === 'file' ? await contentOnDisk(uri.fsPath) : await fromElsewhere(uri);
    } catch (error) {
      // The file was deleted in the meantime, or its permissions forbid reading it. The result counts such files.
      return error instanceof Error ? 'unreadable' : Promise.reject(error);
    }
  };
}

async function filesOf(
  folder: vscode.WorkspaceFolder,
  token: vscode.CancellationToken,
): Promise<readonly vscode.Uri[]> {
  const excludes = searchExcludes(folder);
  // Undefined applies `files.exclude`, as a pattern does.
  const exclude = excludes.length === 0 ? undefined : excludes.length === 1 ? excludes[0] : `{${excludes.join(',')}}`;
  const listed = await vscode.workspace.findFiles(new vscode.RelativePattern(folder, '**'), exclude, undefined, token);
  const files = folder.uri.scheme === 'file' ? await withoutLinked(folder, listed) : listed;
  if (searchesIgnoredFiles(folder)) return files;
  const ignored = await ignoredIn(folder, files);
  return files.filter((uri) => !ignored.has(pathIn(folder, uri)));
}

/**
 * VS Code follows symbolic links when it lists files. Leaves out files outside of the folder, because a cloned folder
 * could link to any file.
 */
async function withoutLinked(
  { uri }: vscode.WorkspaceFolder,
  files: readonly vscode.Uri[],
): Promise<readonly vscode.Uri[]> {
  const root = await realpath(uri.fsPath);
  const folders = new Set(files.map(({ fsPath }) => dirname(fsPath)));
  const outside = new Set<string>();
  for (const one of folders) {
    // For a folder that no longer exists, reading the file reports the error.
    const real = await realpath(one).catch(() => root);
    if (!isWithin(root, real, ownFlavor())) outside.add(one);
  }
  return files.filter(({ fsPath }) => !outside.has(dirname(fsPath)));
}

async function ignoredIn(folder: vscode.WorkspaceFolder, files: readonly vscode.Uri[]): Promise<Ignored> {
  const read = reader();
  const texts = await Promise.all(
    files
      .filter(({ path }) => path.endsWith('/.gitignore'))
      .map(async (uri) => {
        const content = await read(uri);
        const text =
          content instanceof Uint8Array
            ? new TextDecoder().decode(content)
            : typeof content === 'string'
              ? ''
              : content.text;
        return [pathIn(folder, uri), text] as const;
      }),
  );
  return new Ignored(new Map(texts));
}

function pathIn({ uri: { path } }: vscode.WorkspaceFolder, uri: vscode.Uri): string {
  return uri.path.slice(path.endsWith('/') ? path.length : path.length + 1);
}

async function fromElsewhere(uri: vscode.Uri): Promise<FileContent> {
  const { size } = await vscode.workspace.fs.stat(uri);
  return size > MAX_FILE_BYTES ? 'large' : vscode.workspace.fs.readFile(uri);
}
