// Commands for the contents of the views: grouping, order, filter and pins.

import * as l10n from '@vscode/l10n';
import { NO_FILTER } from '../../../items/filter/filter.ts';
import { loadedFilterNames } from '../../../items/filter/loadedFilterNames.ts';
import { applyTypedText } from '../../../items/query/typedFilter.ts';
import { signedIn } from '../../../shell/commands/command.ts';
import { itemOf } from '../../../shell/commands/commandTarget.ts';
import { COMMANDS, VIEWS } from '../../../shell/commands/contributions.ts';
import { toNode } from '../../../shell/tree/node.ts';
import { askGrouping, askInitiativeGrouping, askSortOrder } from '../../filters/askViewChoices.ts';
import { askFilter } from '../../filters/filterPicker.ts';
import { type PinDeps, pin, unpin } from '../pinCommands.ts';
import type { Views } from './views.ts';

export interface ViewCommandDeps extends PinDeps {
  readonly views: Pick<Views, 'choices' | 'choose' | 'pins' | 'reveal'>;
}

export function viewCommands(deps: ViewCommandDeps) {
  return {
    [COMMANDS.groupBy]: signedIn((target) => groupBy(deps, target)),
    [COMMANDS.sortBy]: signedIn(() => sortBy(deps)),
    [COMMANDS.filter]: signedIn((target) => filter(deps, target)),
    [COMMANDS.clearFilter]: signedIn(() => clearFilter(deps)),
    [COMMANDS.pin]: signedIn((target, selection) => pin(deps, target, selection)),
    [COMMANDS.unpin]: signedIn((target, selection) => unpin(deps, target, selection)),
    [COMMANDS.showInProjects]: signedIn((target) => showInProjects(deps, target)),
  };
}

/** Asks how work items are grouped; on the folder of initiatives, how initiatives are. */
async function groupBy({ prompts, views, sessions }: ViewCommandDeps, target: unknown): Promise<void> {
  const node = toNode(target);
  if (node?.kind === 'folder' && node.folder === 'initiatives') await askInitiativeGrouping(prompts, views);
  else if (sessions.current !== undefined) await askGrouping(prompts, views, sessions.current);
}

async function sortBy({ prompts, views }: ViewCommandDeps): Promise<void> {
  await askSortOrder(prompts, views);
}

/** `target` is the text of a filter, for example `is:overdue`, if a walkthrough or a keybinding passes one. */
async function filter({ prompts, views, sessions }: ViewCommandDeps, target: unknown): Promise<void> {
  const { current } = sessions;
  if (current === undefined) return;
  if (typeof target !== 'string') return askFilter(prompts, views, current);
  const names = loadedFilterNames(current.store, current.me);
  await views.choose(applyTypedText({ ...views.choices, filter: NO_FILTER }, target, names).query);
  await prompts.runCommand(`${VIEWS.projects}.focus`);
}

async function clearFilter({ views }: ViewCommandDeps): Promise<void> {
  await views.choose({ filter: NO_FILTER });
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
