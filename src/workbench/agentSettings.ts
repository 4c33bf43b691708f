// Reads the settings of the tools for language models. Activation needs them, so this file imports nothing else.
import * as vscode from 'vscode';

/** The settings of the tools. */
export interface AgentSettings {
  readonly isEnabled: boolean;
  /** How many changes within a minute need only the confirmation of VS Code. */
  readonly writesPerMinute: number;
}

/** The default of `contrail.agents.writesPerMinute`. */
const WRITES_PER_MINUTE = 5;

/** Returns the settings. They have application scope, so folders cannot set them. */
export function agentSettings(): AgentSettings {
  const settings = vscode.workspace.getConfiguration('contrail');
  const writesPerMinute = settings.get<unknown>('agents.writesPerMinute');
  return {
    isEnabled: settings.get<boolean>('agents.enabled', true),
    writesPerMinute: typeof writesPerMinute === 'number' ? Math.max(0, writesPerMinute) : WRITES_PER_MINUTE,
  };
}
