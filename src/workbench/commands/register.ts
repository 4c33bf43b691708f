// Registers every command of the manifest. The code of the commands is loaded on the first call.
import * as vscode from 'vscode';
import type { CommandId } from '../contributions.ts';

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: CommandId }[] };
}

/** Runs the command. If it needs a session, a signed-out user is asked to sign in first. */
export interface CommandRunner {
  run(command: CommandId, target: unknown, selection: unknown): Promise<void>;
}

export function registerCommands(
  extension: vscode.Extension<unknown>,
  load: () => Promise<CommandRunner>,
): vscode.Disposable[] {
  const { contributes }: Manifest = extension.packageJSON;
  return contributes.commands.map(({ command }) =>
    vscode.commands.registerCommand(command, async (target: unknown, selection: unknown) =>
      (await load()).run(command, target, selection),
    ),
  );
}
