// Owns the command that shows an overview.
import type { RecordAddress } from '../../../cache/address.ts';
import type { Sessions } from '../../../session/session.ts';
import { signedIn } from '../../commands/command.ts';
import { COMMANDS } from '../../contributions.ts';
import { recordOf } from '../../ui/commandTarget.ts';
import type { OverviewPanels } from './panels.ts';
import { pickOverview } from './pick.ts';

export interface OverviewCommandDeps {
  readonly sessions: Sessions;
  readonly overviews: OverviewPanels;
}

export function createOverviewCommands(deps: OverviewCommandDeps) {
  return {
    [COMMANDS.showOverview]: signedIn((target) => show(deps, target)),
  };
}

/** Of the given project, cycle or initiative, or of one that is picked. */
async function show({ sessions, overviews }: OverviewCommandDeps, given: unknown): Promise<void> {
  const session = sessions.current;
  if (session === undefined) return;
  const address = addressIn(given) ?? (await pickOverview(session));
  if (address !== undefined) overviews.open(address);
}

/** What an overview can be shown of; a folder stands for whose it is. */
function addressIn(given: unknown): RecordAddress | undefined {
  const address = recordOf(given);
  return address !== undefined && ['project', 'cycle', 'initiative'].includes(address.kind) ? address : undefined;
}
