// Commands for the contents of the views: grouping, order, filter and pins.

import * as l10n from '@vscode/l10n';
import type { ItemAddress } from '../../../cache/address.ts';
import type { Sessions } from '../../../session/session.ts';
import { NO_FILTER } from '../../../tree/grouping/choices.ts';
import { signedIn } from '../../commands/command.ts';
import { COMMANDS } from '../../contributions.ts';
import { chooseRow } from '../../ui/ask.ts';
import { itemOf } from '../../ui/commandTarget.ts';
import type { Prompts } from '../../ui/prompts.ts';
import type { WorkItems } from '../workItems/items.ts';
import { askFilter, askGrouping, askInitiativeGrouping, askOrder } from './choose.ts';
import type { Views } from './views.ts';

export interface ViewCommandDeps {
  readonly prompts: Prompts;
  readonly sessions: Sessions;
  readonly items: Pick<WorkItems, 'choose'>;
  /** `item` is the work item whose page is active. */
  readonly panels: { readonly active: { readonly item: ItemAddress | undefined } | undefined };
  readonly views: Pick<Views, 'choices' | 'choose' | 'pins' | 'reveal' | 'lookThrough'>;
}

export function viewCommands(deps: ViewCommandDeps) {
  return {
    [COMMANDS.groupBy]: signedIn(() => groupBy(deps)),
    [COMMANDS.groupInitiativesBy]: signedIn(() => groupInitiativesBy(deps)),
    [COMMANDS.sortBy]: signedIn(() => sortBy(deps)),
    [COMMANDS.filter]: signedIn(() => filter(deps)),
    [COMMANDS.clearFilter]: signedIn(() => clearFilter(deps)),
    [COMMANDS.pin]: signedIn((target) => pin(deps, target)),
    [COMMANDS.unpin]: signedIn((target) => unpin(deps, target)),
    [COMMANDS.showInProjects]: signedIn((target) => showInProjects(deps, target)),
    [COMMANDS.lookThroughProjects]: signedIn(() => lookThroughProjects(deps)),
  };
}

async function groupBy({ prompts, views, sessions }: ViewCommandDeps): Promise<void> {
  if (sessions.current !== undefined) await askGrouping(prompts, views, sessions.current);
}

async function groupInitiativesBy({ prompts, views }: ViewCommandDeps): Promise<void> {
  await askInitiativeGrouping(prompts, views);
}

async function sortBy({ prompts, views }: ViewCommandDeps): Promise<void> {
  await askOrder(prompts, views);
}

async function filter({ prompts, views, sessions }: ViewCommandDeps): Promise<void> {
  if (sessions.current !== undefined) await askFilter(prompts, views, sessions.current);
}

async function clearFilter({ views }: ViewCommandDeps): Promise<void> {
  await views.choose({ filter: NO_FILTER });
}

async function lookThroughProjects({ views }: ViewCommandDeps): Promise<void> {
  await views.lookThrough();
}

async function pin(deps: ViewCommandDeps, target: unknown): Promise<void> {
  const chosen = await deps.items.choose(itemOf(target) ?? deps.panels.active?.item, l10n.t('Pin Work Item'));
  if (chosen === undefined) return;
  const { session, address } = chosen;
  const { store, account } = session;
  const { name } = store.item(address) ?? (await store.resources.workItems.readOne(address.id, address.project));
  const { project, id } = address;
  await deps.views.pins.add(account, { project, id, identifier: store.identifier(address) ?? '', name });
  deps.prompts.showStatus(l10n.t('Pinned {0}', store.identifier(address) ?? name), 3000, 'pinned');
}

async function unpin(deps: ViewCommandDeps, target: unknown): Promise<void> {
  const session = deps.sessions.current;
  if (session === undefined) return;
  const address = itemOf(target) ?? (await pickPinned(deps, session.account));
  if (address !== undefined) await deps.views.pins.remove(session.account, [address.id]);
}

async function pickPinned({ prompts, views }: ViewCommandDeps, account: string): Promise<ItemAddress | undefined> {
  const rows = views.pins
    .of(account)
    .map((pinned) => ({ value: pinned, label: pinned.identifier, description: pinned.name }));
  if (rows.length === 0) {
    void prompts.notify('info', l10n.t('No pinned work items. To pin one, right-click it and select Pin.'));
    return undefined;
  }
  const chosen = await chooseRow(prompts, rows, {
    title: l10n.t('Unpin Work Item'),
    placeholder: l10n.t('Select the work item to unpin'),
    matches: ['description'],
  });
  return chosen?.value;
}

async function showInProjects(deps: ViewCommandDeps, target: unknown): Promise<void> {
  const chosen = await deps.items.choose(
    itemOf(target) ?? deps.panels.active?.item,
    l10n.t('Show Work Item in Projects'),
  );
  if (chosen === undefined) return;
  const { project, id } = chosen.address;
  const isRevealed = await deps.views.reveal({ kind: 'workItem', within: project, id }, { focus: true });
  if (isRevealed) return;
  const identifier = chosen.session.store.identifier(chosen.address);
  void deps.prompts.notify(
    'info',
    identifier === undefined
      ? l10n.t('The work item is not shown. It is on a page that is not loaded yet, or does not match the filter.')
      : l10n.t('{0} is not shown. It is on a page that is not loaded yet, or does not match the filter.', identifier),
  );
}
