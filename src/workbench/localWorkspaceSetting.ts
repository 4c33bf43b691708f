// Reads the setting that is needed at activation, in a module of its own: activation loads no other code for it.
import * as vscode from 'vscode';

/**
 * Returns whether the local workspace is opened at startup if the user is signed out. The setting has application
 * scope, so folders cannot set it.
 */
export function opensLocalWorkspace(): boolean {
  return vscode.workspace.getConfiguration('contrail').get<boolean>('localWorkspace.openOnStart', false);
}
