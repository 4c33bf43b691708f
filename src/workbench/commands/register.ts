// Owns the registration of the commands: every one of the manifest, in one loop, each run in the rooms.
import * as vscode from 'vscode';
import type { Rooms } from '../composition.ts';

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

/** `rooms` opens them at the first command. */
export function registerCommands(extension: vscode.Extension<unknown>, rooms: () => Promise<Rooms>): vscode.Disposable[] {
  const { contributes }: Manifest = extension.packageJSON;
  return contributes.commands.map(({ command }) =>
    vscode.commands.registerCommand(command, async (given: unknown, all: unknown) => (await rooms()).run(command, given, all)),
  );
}
