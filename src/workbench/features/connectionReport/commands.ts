// Owns the commands of the connection report.
import type { Rooms } from '../../composition.ts';

/** `given` is the address of a server, when another command asks. */
export async function report(rooms: Rooms, given: unknown): Promise<void> {
  await rooms.connectionReport.show(typeof given === 'string' ? given : undefined);
}

export async function copy(rooms: Rooms): Promise<void> {
  await rooms.connectionReport.copy();
}
