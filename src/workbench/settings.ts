// Owns the reading of settings. None of them can say where a key is sent.
import * as vscode from 'vscode';
import { HOST_KINDS, type HostKind } from '../codeLinks/permalink.ts';
import { type FolderBinding, readBinding } from '../session/folderBinding.ts';

/**
 * Whether the local workspace is opened without asking while nobody is signed in. Application scope: no folder can set
 * it.
 */
export function opensLocalWorkspace(): boolean {
  return vscode.workspace.getConfiguration('contrail').get<boolean>('localWorkspace.openOnStart', false);
}

/** What names a new branch. Application scope, as with all but the folder's binding: no folder can set it. */
export function branchTemplate(scope: vscode.Uri | undefined): string {
  return textAt('work.branchTemplate', scope);
}

/** What new branches start from; '' for what is checked out. */
export function baseBranch(scope: vscode.Uri | undefined): string {
  return textAt('work.baseBranch', scope).trim();
}

/** What the commit box begins with; '' for nothing. */
export function commitTemplate(scope: vscode.Uri | undefined): string {
  return textAt('work.commitTemplate', scope);
}

/** Settings may hold anything: what is no text counts as the default. */
function textAt(id: string, scope: vscode.Uri | undefined): string {
  const configuration = vscode.workspace.getConfiguration('contrail', scope);
  const held = configuration.get<unknown>(id);
  if (typeof held === 'string') return held;
  const { defaultValue } = configuration.inspect<string>(id) ?? {};
  return defaultValue ?? '';
}

/** Where the state of mentioned work items is shown beside them. */
export interface MentionStates {
  readonly codeLens: boolean;
  readonly atEndOfLine: boolean;
}

export function mentionStates(): MentionStates {
  const settings = vscode.workspace.getConfiguration('contrail');
  return {
    codeLens: settings.get<boolean>('mentions.codeLens', false),
    atEndOfLine: settings.get<boolean>('mentions.stateAtEndOfLine', false),
  };
}

/**
 * What the folder of the file in front, or else the first folder that says anything, belongs to. An untrusted folder
 * says nothing.
 */
export function folderBinding(): FolderBinding {
  const { workspaceFolders = [], isTrusted } = vscode.workspace;
  const inFront = vscode.window.activeTextEditor?.document.uri;
  const own = inFront === undefined ? undefined : vscode.workspace.getWorkspaceFolder(inFront);
  const bindings = (own === undefined ? workspaceFolders : [own]).map(({ uri }) => {
    const settings = vscode.workspace.getConfiguration('contrail', uri);
    const said = (name: string): unknown => (isTrusted ? settings.get(name) : settings.inspect(name)?.globalValue);
    return readBinding({ workspace: said('workspace'), project: said('project') });
  });
  const bound = bindings.find(({ workspace, project }) => workspace !== undefined || project !== undefined);
  return bound ?? { workspace: undefined, project: undefined };
}

/** The patterns of `search.exclude` that hold whatever else there is beside a file. */
export function searchExcludes(folder: vscode.WorkspaceFolder): readonly string[] {
  const excludes = vscode.workspace
    .getConfiguration('search', folder)
    .get<Readonly<Record<string, unknown>>>('exclude', {});
  return Object.entries(excludes).flatMap(([pattern, is]) => (is === true ? [pattern] : []));
}

/** Whether searches look into what `.gitignore` leaves out. */
export function searchesIgnoredFiles(folder: vscode.WorkspaceFolder): boolean {
  return !vscode.workspace.getConfiguration('search', folder).get<boolean>('useIgnoreFiles', true);
}

/**
 * What runs on the hosts of git remotes, by host in lower case. Machine scope: no folder can send a reader elsewhere.
 */
export function codeHosts(): ReadonlyMap<string, HostKind> {
  const said = vscode.workspace.getConfiguration('contrail').get<Readonly<Record<string, unknown>>>('code.hosts', {});
  return new Map(
    Object.entries(said).flatMap(([host, name]) => {
      const kind = HOST_KINDS.find((one) => one === name);
      return kind === undefined ? [] : [[host.trim().toLowerCase(), kind] as const];
    }),
  );
}

/** How lines that a comment links are shown in a file. */
export type CommentedLines = 'gutter' | 'codeLens' | 'off';

export function commentedLines(): CommentedLines {
  return vscode.workspace.getConfiguration('contrail').get<CommentedLines>('code.commentedLines', 'gutter');
}
