// Reads the setting that opens the local workspace at startup.
// The function is in a separate file because it runs at activation, which should load as little code as possible.
import * as vscode from 'vscode';

/**
 * Returns whether the local workspace is opened at startup if the user is signed out. The setting has application
 * scope, so folders cannot set it.
 */
export function opensLocalWorkspace(): boolean {
  return vscode.workspace.getConfiguration('contrail').get<boolean>('localWorkspace.openOnStart', false);
}
