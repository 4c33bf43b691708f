// Commands for the rows of the views: pins, and showing a work item in Projects.

import * as l10n from '@vscode/l10n';
import { signedIn } from '../../../shell/commands/command.ts';
import { itemOf } from '../../../shell/commands/commandTarget.ts';
import { COMMANDS } from '../../../shell/commands/contributions.ts';
import { type PinDeps, pin, unpin } from '../pinCommands.ts';
import type { Views } from './views.ts';

export interface ViewCommandDeps extends PinDeps {
  readonly views: Pick<Views, 'pins' | 'reveal'>;
}

export function viewCommands(deps: ViewCommandDeps) {
  return {
    [COMMANDS.pin]: signedIn((target, selection) => pin(deps, target, selection)),
    [COMMANDS.unpin]: signedIn((target, selection) => unpin(deps, target, selection)),
    [COMMANDS.showInProjects]: signedIn((target) => showInProjects(deps, target)),
  };
}

async function showInProjects(deps: ViewCommandDeps, target: unknown): Promise<void> {
  const chosenItem = await deps.items.choose(
    itemOf(target) ?? deps.panels.active?.item,
    l10n.t('Show Work Item in Projects'),
  );
  if (chosenItem === undefined) return;
  const { project, id } = chosenItem.address;
  const isRevealed = await deps.views.reveal({ kind: 'workItem', within: project, id }, { focus: true });
  if (isRevealed) return;
  const identifier = chosenItem.session.store.identifier(chosenItem.address);
  void deps.prompts.notify(
    'info',
    identifier === undefined
      ? l10n.t('The work item is not shown. It is further down in its list, or does not match the filter.')
      : l10n.t('{0} is not shown. It is further down in its list, or does not match the filter.', identifier),
  );
}
