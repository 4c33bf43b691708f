// Refreshes visible lists and work items in the background while the window has the focus.
// They are those of visible views, the stickies, and the work items in visible tabs.
import * as vscode from 'vscode';
import { type ItemAddress, keyOf } from '../../../cache/address.ts';
import type { Store } from '../../../cache/store.ts';
import type { Sessions } from '../../../session/session.ts';
import type { Clock } from '../../../std/clock.ts';
import { type Disposable, Disposables } from '../../../std/disposable.ts';
import { errorMessage } from '../../../std/errorMessage.ts';
import type { Logger } from '../../../std/logger.ts';
import { BackgroundRefresh, type VisibleList } from '../../../sync/backgroundRefresh.ts';

export interface BackgroundRefreshHost {
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The visible lists of the sidebar. */
  readonly inSidebar: () => readonly VisibleList[];
  /** Work items whose tabs are visible. */
  readonly itemsInFront: () => readonly ItemAddress[];
}

export function startBackgroundRefresh(deps: BackgroundRefreshHost): Disposable {
  const disposables = new Disposables();
  const refresh = disposables.add(
    new BackgroundRefresh({
      clock: deps.clock,
      isWatched: () => vscode.window.state.focused,
      unspent: () => deps.sessions.current?.client.allowance.unspent ?? 0,
      visible: () => visibleNow(deps),
      failed: (key, error) =>
        deps.logger.write('info', 'a visible list could not be refreshed', { key, detail: errorMessage(error) }),
    }),
  );
  void refresh.run();
  return disposables;
}

/** Something that is visible in several places is refreshed once. */
function visibleNow({ sessions, inSidebar, itemsInFront }: BackgroundRefreshHost): VisibleList[] {
  const session = sessions.current;
  // A server that rejects the key would reject each of these requests.
  if (session === undefined || session.client.authentication.rejection !== undefined) return [];
  const { store, account } = session;
  const inTabs = itemsInFront().map((address) => ({
    key: keyOf(address),
    cost: 2,
    revalidate: (signal: AbortSignal) => revalidateItem(store, address, signal),
  }));
  const byKey = new Map<string, VisibleList>([...inSidebar(), ...inTabs].map((one) => [one.key, one]));
  return [...byKey.values()].map((one) => ({ ...one, key: `${account} ${one.key}` }));
}

async function revalidateItem(store: Store, address: ItemAddress, signal: AbortSignal): Promise<void> {
  await store.resources.workItems.readOne(address.id, address.project, { urgency: 'idle', signal });
  await store.comments.list(address).revalidate({ urgency: 'idle', signal });
}
