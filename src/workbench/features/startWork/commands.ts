// Owns the commands of work: starting it on an item, ending it, and the current item.
import type { Rooms } from '../../composition.ts';
import type { Ending } from './end.ts';
import { withItem } from '../workItems/commands.ts';
import type { Command } from '../../commands/table.ts';

export async function start(rooms: Rooms, given: unknown): Promise<void> {
  await withItem(rooms, given, 'Start Work on Which Item?', (chosen) => rooms.work.start(chosen));
}

export function end(why: Ending): Command['run'] {
  return ({ work }) => work.end(why);
}

export async function showCurrent({ work }: Rooms): Promise<void> {
  await work.offer();
}

/** Asks which, whatever is selected or open. */
export async function setCurrent({ items, work }: Rooms): Promise<void> {
  const chosen = await items.choose(undefined, 'Set the Current Work Item');
  if (chosen !== undefined) await work.set(chosen);
}
