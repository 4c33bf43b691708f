// Owns the command that lists what is unsent.
import type { Rooms } from '../../composition.ts';

export async function show(rooms: Rooms): Promise<void> {
  const { current } = rooms.sessions;
  if (current !== undefined) await rooms.drafts.show(current);
}
