// Reads the setting of the tools for language models.
// Activation reads it, so this file imports only `vscode`, which keeps activation fast.
import * as vscode from 'vscode';

/** Whether language models may use the tools. The setting has application scope, so folders cannot set it. */
export function areToolsEnabled(): boolean {
  return vscode.workspace.getConfiguration('contrail').get<boolean>('agents.enabled', true);
}
