// Registers the tools for language models at activation. The first call loads their code.
import * as vscode from 'vscode';
import { areToolsEnabled } from '../../../shell/agentSettings.ts';
import { TOOLS } from '../../../shell/commands/contributions.ts';
import type { ModelTool } from './tool.ts';

type ToolName = (typeof TOOLS)[keyof typeof TOOLS];
type LoadTools = () => Promise<{ toolOf(name: ToolName): ModelTool }>;

/** Registers the tools while the setting `contrail.agents.enabled` is on. */
export function registerTools(load: LoadTools): vscode.Disposable {
  let toolRegistration: vscode.Disposable | undefined;
  const updateRegistration = (): void => {
    const isEnabled = areToolsEnabled();
    if (isEnabled === (toolRegistration !== undefined)) return;
    toolRegistration?.dispose();
    toolRegistration = isEnabled
      ? vscode.Disposable.from(
          ...Object.values(TOOLS).map((name) => vscode.lm.registerTool(name, lazyTool(name, load))),
        )
      : undefined;
  };
  updateRegistration();
  const listener = vscode.workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration('contrail.agents')) updateRegistration();
  });
  return new vscode.Disposable(() => {
    listener.dispose();
    toolRegistration?.dispose();
  });
}

function lazyTool(name: ToolName, load: LoadTools): ModelTool {
  return {
    prepareInvocation: async (options, token) => (await load()).toolOf(name).prepareInvocation(options, token),
    invoke: async (options, token) => (await load()).toolOf(name).invoke(options, token),
  };
}
