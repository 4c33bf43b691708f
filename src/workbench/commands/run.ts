// Owns the running of a command: inside the edge, and after signing in where the table says so.
import { atTheEdge } from '../ui/errorBoundary.ts';
import type { Rooms } from '../composition.ts';
import { commands } from './table.ts';

export async function runCommand(rooms: Rooms, id: string, given: unknown, all: unknown): Promise<void> {
  const command = commands.find((one) => one.id === id);
  if (command === undefined) throw new Error(`no command ${id} in the table`);
  await atTheEdge(rooms.journal, id, async () => {
    await rooms.sessions.restore();
    if (command.signedOut === 'asks' && rooms.sessions.current === undefined) {
      await rooms.signIn.run();
      if (rooms.sessions.current === undefined) return;
    }
    await command.run(rooms, given, all);
  });
}
