// Owns the commands of what the views show: grouping, order, filter, pins, and looking for what is assigned to her.
import { NO_FILTER } from '../../../tree/grouping/choices.ts';
import type { ItemAddress } from '../../../cache/address.ts';
import { choose } from '../../ui/prompts.ts';
import { flash, inform } from '../../ui/notifications.ts';
import { plain } from '../../ui/escape.ts';
import { itemIn } from '../../ui/commandTarget.ts';
import type { Rooms } from '../../composition.ts';
import { askFilter, askGrouping, askInitiativeGrouping, askOrder } from './choose.ts';

export async function groupBy({ views, sessions }: Rooms): Promise<void> {
  if (sessions.current !== undefined) await askGrouping(views, sessions.current);
}

export async function groupInitiativesBy({ views }: Rooms): Promise<void> {
  await askInitiativeGrouping(views);
}

export async function sortBy({ views }: Rooms): Promise<void> {
  await askOrder(views);
}

export async function filter({ views, sessions }: Rooms): Promise<void> {
  if (sessions.current !== undefined) await askFilter(views, sessions.current);
}

export async function clearFilter({ views }: Rooms): Promise<void> {
  await views.choose({ filter: NO_FILTER });
}

export async function lookThroughProjects({ views }: Rooms): Promise<void> {
  await views.lookThrough();
}

export async function pin(rooms: Rooms, given: unknown): Promise<void> {
  const chosen = await rooms.items.choose(itemIn(given) ?? rooms.panels.active?.item, 'Pin Work Item');
  if (chosen === undefined) return;
  const { session, address } = chosen;
  const { store, account } = session;
  const { name } = store.item(address) ?? (await store.readItem(address));
  await rooms.views.pins.add(account, { ...address, identifier: store.identifier(address) ?? '', name });
  flash(`Pinned ${store.identifier(address) ?? name}`, 3000, 'pinned');
}

export async function unpin(rooms: Rooms, given: unknown): Promise<void> {
  const session = rooms.sessions.current;
  if (session === undefined) return;
  const address = itemIn(given) ?? (await pickPinned(rooms, session.account));
  if (address !== undefined) await rooms.views.pins.remove(session.account, [address]);
}

async function pickPinned({ views }: Rooms, account: string): Promise<ItemAddress | undefined> {
  const pinned = views.pins.of(account).map((one) => ({ ...one, label: plain(one.identifier), description: plain(one.name) }));
  if (pinned.length > 0) return choose(pinned, { title: 'Unpin Work Item', placeHolder: 'The one to let go', matchOnDescription: true });
  void inform('Nothing is pinned. Use Pin in the menu of a work item.');
  return undefined;
}

export async function showInProjects(rooms: Rooms, given: unknown): Promise<void> {
  const chosen = await rooms.items.choose(itemIn(given) ?? rooms.panels.active?.item, 'Show Work Item in Projects');
  if (chosen === undefined) return;
  const { project, id } = chosen.address;
  const isShown = await rooms.views.reveal({ kind: 'workItem', within: project, id }, { focus: true });
  const identifier = chosen.session.store.identifier(chosen.address) ?? 'The work item';
  if (!isShown) void inform(`${identifier} is not among the rows: it is on a page not loaded yet, or the filter leaves it out.`);
}
