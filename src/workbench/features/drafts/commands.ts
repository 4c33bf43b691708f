// Owns the command that lists what is unsent.
import type { Sessions } from '../../../session/session.ts';
import { signedIn } from '../../commands/command.ts';
import { COMMANDS } from '../../contributions.ts';
import type { DraftList } from './draftList.ts';

export interface DraftsCommandDeps {
  readonly sessions: Sessions;
  readonly drafts: DraftList;
}

export function createDraftsCommands(deps: DraftsCommandDeps) {
  return {
    [COMMANDS.drafts]: signedIn(() => show(deps)),
  };
}

async function show(deps: DraftsCommandDeps): Promise<void> {
  const { current } = deps.sessions;
  if (current !== undefined) await deps.drafts.show(current);
}
