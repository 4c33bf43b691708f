// The command that lists the drafts.
import { alwaysAvailable } from '../../../shell/commands/command.ts';
import { COMMANDS } from '../../../shell/commands/contributions.ts';
import { DraftList, type DraftListDeps } from './draftList.ts';

/** Creates the list of drafts, and shows the number of drafts as a badge. */
export function createDrafts(deps: DraftListDeps) {
  const drafts = new DraftList(deps);
  return {
    commands: {
      [COMMANDS.drafts]: alwaysAvailable(() => drafts.show()),
    },
    dispose: () => drafts.dispose(),
  };
}
