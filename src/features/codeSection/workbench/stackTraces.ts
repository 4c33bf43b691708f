// Lists the files of this window that stack traces in the description and the comments of a work item name.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ItemAddress } from '../../../core/cache/address.ts';
import { candidatePaths, findStackFrames, type StackFrame } from '../../../core/code/stackTrace.ts';
import type { Session } from '../../../core/session/session.ts';
import { isWithinRealPath } from '../../../shell/code/goToCode.ts';
import { firstLines } from '../../../std/text.ts';
import type { OpenableRow } from '../section.ts';

const MAX_ROWS = 50;
/** Each search lists the files of the window. */
const MAX_SEARCHES = 10;

/**
 * Resolves with a row for each line of a trace whose file exists in a folder of the window. No request is sent. With
 * `searchesFiles`, files are also found below other folders, as those of Java packages are.
 */
export async function readStackTraces(
  { store }: Session,
  item: ItemAddress,
  searchesFiles: boolean,
): Promise<readonly OpenableRow[]> {
  const comments = store.comments.list(item).state.ids.map((id) => store.comments.get(id)?.comment_html);
  const htmls = [store.item(item)?.description_html, ...comments];
  const frames = new Map<string, StackFrame>();
  for (const html of htmls)
    for (const frame of findStackFrames(firstLines(html ?? '', Number.POSITIVE_INFINITY).join('\n')))
      frames.set(`${frame.path}:${frame.line}`, frame);
  let searchCount = 0;
  const rows: OpenableRow[] = [];
  for (const frame of [...frames.values()].slice(0, MAX_ROWS)) {
    let uri = await findFile(frame.path);
    if (uri === undefined && searchesFiles && searchCount < MAX_SEARCHES && isSearchable(frame.path)) {
      searchCount += 1;
      uri = await searchFile(frame.path);
    }
    if (uri !== undefined) rows.push(frameRow(frame, uri));
  }
  return rows;
}

function frameRow({ line, text }: StackFrame, uri: vscode.Uri): OpenableRow {
  return {
    row: {
      label: `${vscode.workspace.asRelativePath(uri)}:${line}`,
      detail: text,
      isStackFrame: true,
      badge: l10n.t({ message: 'stack trace', comment: ['Describes a line of code'] }),
    },
    open: async () => {
      const document = await vscode.workspace.openTextDocument(uri);
      const { start } = document.lineAt(Math.min(line, document.lineCount) - 1).range;
      await vscode.window.showTextDocument(document, { selection: new vscode.Range(start, start), preview: true });
    },
  };
}

/** Resolves with the file that the path means. A file outside of the folders, also through a link, is not found. */
async function findFile(path: string): Promise<vscode.Uri | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  for (const { uri: folder } of folders)
    for (const candidate of candidatePaths(path, folder.path)) {
      const uri = vscode.Uri.joinPath(folder, candidate);
      if ((await isFile(uri)) && (await isWithinRealPath(folder, uri))) return uri;
    }
  return undefined;
}

function isSearchable(path: string): boolean {
  return !path.startsWith('/') && path.includes('/');
}

/** Resolves with the only file of the window whose path ends with this path. */
async function searchFile(path: string): Promise<vscode.Uri | undefined> {
  const pattern = `**/${path.replace(/[[\]{}*?!]/g, '?')}`;
  const [found, other] = await vscode.workspace.findFiles(pattern, '**/node_modules/**', 2);
  const folder = found && vscode.workspace.getWorkspaceFolder(found)?.uri;
  const isCertain = found !== undefined && other === undefined && found.path.endsWith(`/${path}`);
  return isCertain && folder !== undefined && (await isWithinRealPath(folder, found)) ? found : undefined;
}

async function isFile(uri: vscode.Uri): Promise<boolean> {
  try {
    return ((await vscode.workspace.fs.stat(uri)).type & vscode.FileType.File) !== 0;
  } catch (error) {
    if (error instanceof vscode.FileSystemError) return false;
    throw error;
  }
}
