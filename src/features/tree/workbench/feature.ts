// The commands of the tree views.
import * as l10n from '@vscode/l10n';
import { alwaysAvailable, signedIn } from '../../../shell/commands/command.ts';
import { COMMANDS } from '../../../shell/commands/contributions.ts';
import { toNode } from '../../../shell/tree/node.ts';
import { pickViewAndRefresh } from '../refreshCommand.ts';
import { type KeysOfManifest, viewHelpText } from '../viewHelp.ts';
import { type ViewCommandDeps, viewCommands } from './viewCommands.ts';
import type { Views } from './views.ts';

export interface TreeDeps extends ViewCommandDeps {
  readonly views: Views;
  readonly manifest: KeysOfManifest;
  readonly showText: (title: string, text: string) => Promise<void>;
}

/** Creates the commands of the tree views and of their rows. */
export function createTree(deps: TreeDeps) {
  return {
    commands: {
      ...viewCommands(deps),
      [COMMANDS.refresh]: alwaysAvailable((target) => refresh(deps, target)),
      [COMMANDS.showViewHelp]: alwaysAvailable((target) =>
        deps.showText(l10n.t('Help for Views'), viewHelpText(target, deps.manifest)),
      ),
      [COMMANDS.loadMore]: signedIn((target) => loadMore(deps, target)),
      [COMMANDS.retry]: signedIn((target) => retry(deps, target)),
      [COMMANDS.refreshProjects]: signedIn(() => deps.views.refresh('projects')),
      [COMMANDS.refreshMyWork]: signedIn(() => deps.views.refresh('myWork')),
      [COMMANDS.refreshWorkspace]: signedIn(() => deps.views.refresh('workspace')),
    },
  };
}

/** Reloads the loaded lists of the target row and its descendants. Without a row, asks for the view to reload. */
async function refresh(
  { views, prompts, sessions }: Pick<TreeDeps, 'views' | 'prompts' | 'sessions'>,
  target: unknown,
): Promise<void> {
  const node = toNode(target);
  if (node !== undefined) await views.refresh(views.viewOf(node), node);
  else if (sessions.current !== undefined) await pickViewAndRefresh(prompts, sessions.current);
}

async function loadMore({ views }: Pick<TreeDeps, 'views'>, target: unknown): Promise<void> {
  const node = toNode(target);
  if (node?.kind === 'more') await views.loadMore(node);
  if (node?.kind === 'searchMore') await views.loadMoreAssignedItems(node);
}

async function retry({ views }: Pick<TreeDeps, 'views'>, target: unknown): Promise<void> {
  const node = toNode(target);
  if (node?.kind === 'failed') await views.retry(node);
}
