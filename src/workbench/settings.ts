// Owns the reading of settings. None of them can say where a key is sent.
import * as vscode from 'vscode';
import { HOST_KINDS, type HostKind } from '../linking/permalink.ts';

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

/** What runs on the hosts of git remotes, by host in lower case. Machine scope: no folder can send a reader elsewhere. */
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
