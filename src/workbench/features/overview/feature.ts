// Overviews of projects, cycles and initiatives.
import type { RecordAddress } from '../../../cache/address.ts';
import type { Sessions } from '../../../session/session.ts';
import { signedIn } from '../../commands/command.ts';
import { COMMANDS } from '../../contributions.ts';
import { recordOf } from '../../ui/commandTarget.ts';
import { OverviewPanels, type OverviewPanelsDeps } from './panels.ts';
import { pickOverview } from './pick.ts';

/** The overviews of projects, cycles and initiatives. */
export function createOverview(deps: OverviewPanelsDeps) {
  const panels = new OverviewPanels(deps);
  return {
    commands: {
      [COMMANDS.showOverview]: signedIn((target) => show(deps.sessions, panels, target)),
    },
    panels,
    dispose: () => panels.dispose(),
  };
}

/** Of the given project, cycle or initiative, or of one that is picked. */
async function show(sessions: Sessions, panels: OverviewPanels, given: unknown): Promise<void> {
  const session = sessions.current;
  if (session === undefined) return;
  const address = addressIn(given) ?? (await pickOverview(session));
  if (address !== undefined) panels.open(address);
}

/** What an overview can be shown of; a folder stands for whose it is. */
function addressIn(given: unknown): RecordAddress | undefined {
  const address = recordOf(given);
  return address !== undefined && ['project', 'cycle', 'initiative'].includes(address.kind) ? address : undefined;
}
