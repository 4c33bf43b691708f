// The commands of overviews. The main command shows the overview of a project, cycle or initiative.
import type { RecordAddress } from '../../../core/cache/address.ts';
import { alwaysAvailable, signedIn } from '../../../shell/commands/command.ts';
import { recordOf } from '../../../shell/commands/commandTarget.ts';
import { COMMANDS } from '../../../shell/commands/contributions.ts';
import type { RecordPages } from '../../../shell/pages/recordPages.ts';
import type { Prompts } from '../../../shell/prompts/prompts.ts';
import { pickOverview } from '../pick.ts';
import { OverviewPanels, type OverviewPanelsDeps } from './panels.ts';

export interface ShowOverviewDeps extends OverviewPanelsDeps {
  readonly prompts: Prompts;
  /** The pages of records, which the same command refreshes. */
  readonly recordPanels: Pick<RecordPages, 'active'>;
}

export function createOverview(deps: ShowOverviewDeps) {
  const panels = new OverviewPanels(deps);
  return {
    commands: {
      [COMMANDS.showOverview]: signedIn((target) => show(deps, panels, target)),
      [COMMANDS.refreshPage]: alwaysAvailable(async () => {
        await (panels.active?.overview.refresh() ?? deps.recordPanels.active?.recordPage.reload());
      }),
      [COMMANDS.revealOverview]: signedIn(async () => {
        const address = panels.active?.address;
        if (address !== undefined) await deps.views.reveal(address, { focus: true, expand: true });
      }),
    },
    panels,
    dispose: () => panels.dispose(),
  };
}

/** Shows the overview of the command's target, or of a record that the user picks. */
async function show({ prompts, sessions }: ShowOverviewDeps, panels: OverviewPanels, target: unknown): Promise<void> {
  const session = sessions.current;
  if (session === undefined) return;
  const address = overviewTarget(target) ?? (await pickOverview(prompts, session));
  if (address !== undefined) panels.open(session, address);
}

/** Returns the record whose overview is shown. For a folder node, this is the record that contains the folder. */
function overviewTarget(target: unknown): RecordAddress | undefined {
  const address = recordOf(target);
  return address !== undefined && ['project', 'cycle', 'initiative'].includes(address.kind) ? address : undefined;
}
