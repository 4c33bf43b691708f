// Reads the settings of the tools for language models.
// Activation reads these settings, so this file imports only `vscode`, which keeps activation fast.
import * as vscode from 'vscode';

/** The settings of the tools. */
export interface AgentSettings {
  readonly isEnabled: boolean;
  /**
   * Maximum number of changes per minute for which Contrail relies on the confirmation of VS Code. Contrail asks for
   * confirmation of each further change.
   */
  readonly writesPerMinute: number;
}

/** The default of `contrail.agents.writesPerMinute`. */
const DEFAULT_WRITES_PER_MINUTE = 5;

/** Returns the settings. They have application scope, so folders cannot set them. */
export function agentSettings(): AgentSettings {
  const settings = vscode.workspace.getConfiguration('contrail');
  const writesPerMinute = settings.get<unknown>('agents.writesPerMinute');
  return {
    isEnabled: settings.get<boolean>('agents.enabled', true),
    writesPerMinute: typeof writesPerMinute === 'number' ? Math.max(0, writesPerMinute) : DEFAULT_WRITES_PER_MINUTE,
  };
}
