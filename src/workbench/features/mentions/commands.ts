// Owns the command that shows where the files of the window mention a work item.

import { signedIn } from '../../commands/command.ts';
import { COMMANDS } from '../../contributions.ts';
import { findMentions } from '../findMentions/findMentions.ts';
import { type WithItemDeps, withItem } from '../workItems/withItem.ts';

export function createMentionCommands(deps: WithItemDeps) {
  return {
    [COMMANDS.findMentions]: signedIn((target) => find(deps, target)),
  };
}

async function find(deps: WithItemDeps, given: unknown): Promise<void> {
  await withItem(deps, given, 'Find Mentions of Work Item', async (chosen) => findMentions(await deps.items.identifierOf(chosen)));
}
