// Reads the settings. No setting can decide where a key is sent.
import * as vscode from 'vscode';
import { HOST_KINDS, type HostKind } from '../codeLinks/permalink.ts';
import { type FolderBinding, readBinding } from '../session/folderBinding.ts';

/**
 * Whether the local workspace opens without asking while the user is signed out. Application scope: a folder cannot set
 * it.
 */
export function opensLocalWorkspace(): boolean {
  return vscode.workspace.getConfiguration('contrail').get<boolean>('localWorkspace.openOnStart', false);
}

/**
 * The template of branch names. Application scope, like all settings but the folder's binding: a folder cannot set it.
 */
export function branchTemplate(scope: vscode.Uri | undefined): string {
  return textAt('work.branchTemplate', scope);
}

/** The base of new branches; '' means the checked-out branch. */
export function baseBranch(scope: vscode.Uri | undefined): string {
  return textAt('work.baseBranch', scope).trim();
}

/** The template of commit messages; '' for none. */
export function commitTemplate(scope: vscode.Uri | undefined): string {
  return textAt('work.commitTemplate', scope);
}

/** A setting may have any value. One that is not a string counts as the default. */
function textAt(id: string, scope: vscode.Uri | undefined): string {
  const configuration = vscode.workspace.getConfiguration('contrail', scope);
  const held = configuration.get<unknown>(id);
  if (typeof held === 'string') return held;
  const { defaultValue } = configuration.inspect<string>(id) ?? {};
  return defaultValue ?? '';
}

/** Where the state of mentioned work items is shown. */
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
 * Returns the workspace and project in the settings of the active file's folder. Without an active file in a workspace
 * folder, the first folder that names any is used. An untrusted folder's own settings are ignored.
 */
export function folderBinding(): FolderBinding {
  const { workspaceFolders = [], isTrusted } = vscode.workspace;
  const inFront = vscode.window.activeTextEditor?.document.uri;
  const own = inFront === undefined ? undefined : vscode.workspace.getWorkspaceFolder(inFront);
  const bindings = (own === undefined ? workspaceFolders : [own]).map(({ uri }) => {
    const settings = vscode.workspace.getConfiguration('contrail', uri);
    const configured = (name: string): unknown =>
      isTrusted ? settings.get(name) : settings.inspect(name)?.globalValue;
    return readBinding({ workspace: configured('workspace'), project: configured('project') });
  });
  const bound = bindings.find(({ workspace, project }) => workspace !== undefined || project !== undefined);
  return bound ?? { workspace: undefined, project: undefined };
}

/** Returns the patterns of `search.exclude` that are `true`. Those with a `when` condition are left out. */
export function searchExcludes(folder: vscode.WorkspaceFolder): readonly string[] {
  const excludes = vscode.workspace
    .getConfiguration('search', folder)
    .get<Readonly<Record<string, unknown>>>('exclude', {});
  return Object.entries(excludes).flatMap(([pattern, is]) => (is === true ? [pattern] : []));
}

/** Whether searches include files that `.gitignore` excludes. */
export function searchesIgnoredFiles(folder: vscode.WorkspaceFolder): boolean {
  return !vscode.workspace.getConfiguration('search', folder).get<boolean>('useIgnoreFiles', true);
}

/**
 * Returns the kind of software on the hosts of git remotes, by host in lower case. Machine scope: a folder cannot send
 * the user to another site.
 */
export function codeHosts(): ReadonlyMap<string, HostKind> {
  const configured = vscode.workspace
    .getConfiguration('contrail')
    .get<Readonly<Record<string, unknown>>>('code.hosts', {});
  return new Map(
    Object.entries(configured).flatMap(([host, name]) => {
      const kind = HOST_KINDS.find((one) => one === name);
      return kind === undefined ? [] : [[host.trim().toLowerCase(), kind] as const];
    }),
  );
}

/** How lines that a comment links are marked in a file. */
export type CommentedLines = 'gutter' | 'codeLens' | 'off';

export function commentedLines(): CommentedLines {
  return vscode.workspace.getConfiguration('contrail').get<CommentedLines>('code.commentedLines', 'gutter');
}
