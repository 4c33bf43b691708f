// Commands that open a work item.
import * as l10n from '@vscode/l10n';
import type { Session } from '../../core/session/session.ts';
import { signedIn } from '../../shell/commands/command.ts';
import { OPEN_IN_PREVIEW_TAB } from '../../shell/commands/commandTarget.ts';
import { COMMANDS } from '../../shell/commands/contributions.ts';
import { openItem, pickOfAnyAccount, type WithItemDeps, withItem } from '../../shell/itemPicker/withItem.ts';

export function createWorkItems(deps: WithItemDeps) {
  return {
    commands: {
      [COMMANDS.openWorkItem]: signedIn((target, selection) =>
        openItem(deps, target, l10n.t('Open Work Item'), selection === OPEN_IN_PREVIEW_TAB),
      ),
      [COMMANDS.goToWorkItem]: signedIn(() => goToWorkItem(deps)),
      [COMMANDS.openInBrowser]: signedIn((target) => openInBrowser(deps, target)),
    },
    startSession: (session: Session) => deps.items.forgetDeleted(session),
  };
}

/** Lets the user pick a work item. Does not use the selected row or the open page. */
async function goToWorkItem(deps: WithItemDeps): Promise<void> {
  const chosenItem = await pickOfAnyAccount(deps, l10n.t('Go to Work Item'));
  if (chosenItem !== undefined) deps.panels.open(chosenItem);
}

async function openInBrowser(deps: WithItemDeps, target: unknown): Promise<void> {
  await withItem(deps, target, l10n.t('Open Work Item in Browser'), (chosenItem) =>
    deps.items.openInBrowser(chosenItem),
  );
}
