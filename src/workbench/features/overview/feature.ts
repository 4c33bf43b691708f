// Commands for overviews of projects, cycles and initiatives.
import type { RecordAddress } from '../../../cache/address.ts';
import type { Sessions } from '../../../session/session.ts';
import { signedIn } from '../../commands/command.ts';
import { COMMANDS } from '../../contributions.ts';
import { recordOf } from '../../ui/commandTarget.ts';
import { OverviewPanels, type OverviewPanelsDeps } from './panels.ts';
import { pickOverview } from './pick.ts';

/** Creates the command and the panels of overviews. */
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

/** Shows the overview of the given project, cycle or initiative, or of one that the user picks. */
async function show(sessions: Sessions, panels: OverviewPanels, given: unknown): Promise<void> {
  const session = sessions.current;
  if (session === undefined) return;
  const address = addressIn(given) ?? (await pickOverview(session));
  if (address !== undefined) panels.open(address);
}

/** Returns the record to show. A folder node counts as the record that it belongs to. */
function addressIn(given: unknown): RecordAddress | undefined {
  const address = recordOf(given);
  return address !== undefined && ['project', 'cycle', 'initiative'].includes(address.kind) ? address : undefined;
}
