// Owns the commands of work: starting it on an item, ending it, and the current item.

import { signedIn } from '../../commands/command.ts';
import { COMMANDS } from '../../contributions.ts';
import { type WithItemDeps, withItem } from '../workItems/withItem.ts';
import type { Work } from './work.ts';

export interface WorkCommandDeps extends WithItemDeps {
  readonly work: Work;
}

export function createWorkCommands(deps: WorkCommandDeps) {
  return {
    [COMMANDS.startWork]: signedIn((target) => start(deps, target)),
    [COMMANDS.stopWork]: signedIn(() => deps.work.end('stop')),
    [COMMANDS.finishWork]: signedIn(() => deps.work.end('finish')),
    [COMMANDS.currentItem]: signedIn(() => deps.work.offer()),
    [COMMANDS.setCurrentItem]: signedIn(() => setCurrent(deps)),
  };
}

async function start(deps: WorkCommandDeps, given: unknown): Promise<void> {
  await withItem(deps, given, 'Start Work on Which Item?', (chosen) => deps.work.start(chosen));
}

/** Asks which, whatever is selected or open. */
async function setCurrent({ items, work }: WorkCommandDeps): Promise<void> {
  const chosen = await items.choose(undefined, 'Set the Current Work Item');
  if (chosen !== undefined) await work.set(chosen);
}
