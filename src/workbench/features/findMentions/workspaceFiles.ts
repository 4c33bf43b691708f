// Owns which files of the window a search looks into, and the reading of them: what is excluded from searches, ignored
// by git, very large or behind a link that leads out of its folder is left out.
import { realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { contentOnDisk, MAX_FILE_BYTES } from '../../../mentions/fileContent.ts';
import { Ignored } from '../../../mentions/ignored.ts';
import type { FileContent } from '../../../mentions/mentions.ts';
import { isWithin, ownFlavor } from '../../../std/pathWithin.ts';
import { searchExcludes, searchesIgnoredFiles } from '../../settings.ts';

/** The files of all folders of the window, sorted by their paths. `files.exclude` is VS Code's to keep. */
export async function workspaceFiles(token: vscode.CancellationToken): Promise<readonly vscode.Uri[]> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const lists = await Promise.all(folders.map((folder) => filesOf(folder, token)));
  // A folder may be opened beside one that it lies in.
  const unique = new Map(lists.flat().map((uri) => [uri.toString(), uri]));
  return [...unique].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, uri]) => uri);
}

/** For one search: what stands in editors counts before what is on disk. */
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
      // It was deleted meanwhile, or is not ours to read: said as a number with what was found.
      return error instanceof Error ? 'unreadable' : Promise.reject(error);
    }
  };
}

async function filesOf(
  folder: vscode.WorkspaceFolder,
  token: vscode.CancellationToken,
): Promise<readonly vscode.Uri[]> {
  const excludes = searchExcludes(folder);
  // Undefined keeps `files.exclude`, as a pattern does.
  const exclude = excludes.length === 0 ? undefined : excludes.length === 1 ? excludes[0] : `{${excludes.join(',')}}`;
  const listed = await vscode.workspace.findFiles(new vscode.RelativePattern(folder, '**'), exclude, undefined, token);
  const files = folder.uri.scheme === 'file' ? await withoutLinked(folder, listed) : listed;
  if (searchesIgnoredFiles(folder)) return files;
  const ignored = await ignoredIn(folder, files);
  return files.filter((uri) => !ignored.has(pathIn(folder, uri)));
}

/**
 * VS Code follows links when it lists files. What lies outside of the folder is left out: a cloned folder could name
 * any.
 */
async function withoutLinked(
  { uri }: vscode.WorkspaceFolder,
  files: readonly vscode.Uri[],
): Promise<readonly vscode.Uri[]> {
  const root = await realpath(uri.fsPath);
  const folders = new Set(files.map(({ fsPath }) => dirname(fsPath)));
  const outside = new Set<string>();
  for (const one of folders) {
    // One that is gone by now is left to the reading.
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
