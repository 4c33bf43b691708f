// Owns the command that shows where the files of the window mention a work item.
import { findMentions } from '../findMentions/findMentions.ts';
import type { Rooms } from '../../composition.ts';
import { withItem } from '../workItems/commands.ts';

export async function find(rooms: Rooms, given: unknown): Promise<void> {
  await withItem(rooms, given, 'Find Mentions of Work Item', async (chosen) => findMentions(await rooms.items.identifierOf(chosen)));
}
