// Owns the reading of settings. None of them can say where a key is sent.
import * as vscode from 'vscode';

/** Whether the local workspace is opened without asking while nobody is signed in. Application scope: no folder can set it. */
export function opensLocalWorkspace(): boolean {
  return vscode.workspace.getConfiguration('contrail').get<boolean>('localWorkspace.openOnStart', false);
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
