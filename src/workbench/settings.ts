// Owns the reading of settings. None of them can say where a key is sent.
import * as vscode from 'vscode';

/** Whether the local workspace is opened without asking while nobody is signed in. Application scope: no folder can set it. */
export function opensLocalWorkspace(): boolean {
  return vscode.workspace.getConfiguration('contrail').get<boolean>('localWorkspace.openOnStart', false);
}

/** The patterns of `search.exclude` that hold whatever else there is beside a file. */
export function searchExcludes(folder: vscode.WorkspaceFolder): readonly string[] {
  const excludes = vscode.workspace.getConfiguration('search', folder).get<Readonly<Record<string, unknown>>>('exclude', {});
  return Object.entries(excludes).flatMap(([pattern, is]) => (is === true ? [pattern] : []));
}

/** Whether searches look into what `.gitignore` leaves out. */
export function searchesIgnoredFiles(folder: vscode.WorkspaceFolder): boolean {
  return !vscode.workspace.getConfiguration('search', folder).get<boolean>('useIgnoreFiles', true);
}
