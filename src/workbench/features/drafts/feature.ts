// The command that lists the drafts.
import type { Sessions } from '../../../session/session.ts';
import { signedIn } from '../../commands/command.ts';
import { COMMANDS } from '../../contributions.ts';
import { DraftList, type DraftListDeps } from './draftList.ts';

/** Creates the list of drafts, and shows the number of drafts as a badge. */
export function createDrafts(deps: DraftListDeps) {
  const drafts = new DraftList(deps);
  return {
    commands: {
      [COMMANDS.drafts]: signedIn(() => show(deps.sessions, drafts)),
    },
    dispose: () => drafts.dispose(),
  };
}

async function show({ current }: Sessions, drafts: DraftList): Promise<void> {
  if (current !== undefined) await drafts.show(current);
}
