// Commands of the tree views.
import type { EndNode, Node } from '../../../tree/node.ts';
import { always, signedIn } from '../../commands/command.ts';
import { COMMANDS } from '../../contributions.ts';
import { type ViewCommandDeps, viewCommands } from './viewCommands.ts';

/** Creates the commands of the tree views and their rows. */
export function createTree(deps: ViewCommandDeps) {
  return {
    commands: {
      ...viewCommands(deps),
      [COMMANDS.refresh]: always((target) => refresh(deps, target)),
      [COMMANDS.loadMore]: signedIn((target) => loadMore(deps, target)),
      [COMMANDS.retry]: signedIn((target) => retry(deps, target)),
      [COMMANDS.refreshProjects]: signedIn(() => deps.views.refresh('projects')),
      [COMMANDS.refreshMyWork]: signedIn(() => deps.views.refresh('myWork')),
      [COMMANDS.refreshInitiatives]: signedIn(() => deps.views.refresh('initiatives')),
      [COMMANDS.refreshTeamspaces]: signedIn(() => deps.views.refresh('teamspaces')),
      [COMMANDS.refreshCustomers]: signedIn(() => deps.views.refresh('customers')),
    },
  };
}

/** Reloads what was loaded: at and below the given row, or the projects and every project opened so far. */
async function refresh({ views }: Pick<ViewCommandDeps, 'views'>, given: unknown): Promise<void> {
  const node = rowIn(given);
  await views.refresh(views.viewOf(node), node);
}

async function loadMore({ views }: Pick<ViewCommandDeps, 'views'>, given: unknown): Promise<void> {
  const node = endIn(given);
  if (node?.kind === 'more') await views.loadMore(node);
}

async function retry({ views }: Pick<ViewCommandDeps, 'views'>, given: unknown): Promise<void> {
  const node = endIn(given);
  if (node?.kind === 'failed') await views.retry(node);
}

function rowIn(given: unknown): Node | undefined {
  return typeof given === 'object' && given !== null && 'kind' in given && 'under' in given
    ? (given as Node)
    : undefined;
}

function endIn(given: unknown): EndNode | undefined {
  const node = rowIn(given);
  return node !== undefined && 'list' in node ? node : undefined;
}
