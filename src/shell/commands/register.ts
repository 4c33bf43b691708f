// Registers every command. The code of the commands is loaded on the first call.
import * as vscode from 'vscode';
import { COMMANDS, type CommandId } from './contributions.ts';

/** Runs the command. If it needs a session, a signed-out user is asked to sign in first. */
export interface CommandRunner {
  run(command: CommandId, target: unknown, selection: unknown): Promise<void>;
}

export function registerCommands(load: () => Promise<CommandRunner>): vscode.Disposable[] {
  return Object.values(COMMANDS).map((command) =>
    vscode.commands.registerCommand(command, async (target: unknown, selection: unknown) =>
      (await load()).run(command, target, selection),
    ),
  );
}
