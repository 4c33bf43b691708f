// Owns the registration of the commands: one loop, inside the edge.
import * as vscode from 'vscode';
import type { Journal } from '../../std/journal.ts';
import { atTheEdge } from '../edge.ts';
import type { Rooms } from '../rooms.ts';
import { commands } from './table.ts';

/** `rooms` opens them at the first command. */
export function registerCommands(rooms: () => Promise<Rooms>, journal: Journal): vscode.Disposable[] {
  return commands.map(({ id, signedOut, run }) =>
    vscode.commands.registerCommand(id, (given: unknown) =>
      atTheEdge(journal, id, async () => {
        const opened = await rooms();
        if (signedOut === 'asks' && opened.sessions.current === undefined) {
          await opened.signIn.run();
          if (opened.sessions.current === undefined) return;
        }
        await run(opened, given);
      }),
    ),
  );
}
