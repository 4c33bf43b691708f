// Refreshes visible lists and work items in the background while the window has the focus.
// These are the lists of visible views, visible stickies, and the work items of visible tabs.
import * as vscode from 'vscode';
import type { ItemAddress } from '../../../core/cache/address.ts';
import type { Sessions } from '../../../core/session/session.ts';
import { BackgroundRefresh, type VisibleList } from '../../../core/sync/backgroundRefresh.ts';
import { BlockerReader } from '../../../core/sync/blockerReader.ts';
import { visibleItem } from '../../../core/sync/visibleItem.ts';
import type { Clock } from '../../../std/clock.ts';
import { type Disposable, DisposableStore } from '../../../std/disposable.ts';
import { errorMessage } from '../../../std/errorMessage.ts';
import type { Logger } from '../../../std/logger.ts';

export interface StartRefreshDeps {
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Returns the visible lists of the sidebar. */
  readonly visibleSidebarLists: () => readonly VisibleList[];
  /** Returns the work items whose tabs are visible. */
  readonly visibleItems: () => readonly ItemAddress[];
}

export function startBackgroundRefresh(deps: StartRefreshDeps): Disposable {
  const disposables = new DisposableStore();
  const refresh = disposables.add(
    new BackgroundRefresh({
      clock: deps.clock,
      hasFocus: () => vscode.window.state.focused,
      unusedShare: () => deps.sessions.current?.client.allowance.unusedShare ?? 0,
      visibleLists: () => visibleLists(deps),
      onRefreshFailed: (key, error) =>
        deps.logger.write('info', 'a visible list could not be refreshed', { key, detail: errorMessage(error) }),
    }),
  );
  disposables.add(vscode.window.onDidChangeWindowState(({ focused }) => refresh.reportFocus(focused)));
  void refresh.run();
  disposables.add(readBlockers(deps));
  return disposables;
}

/** Reads what blocks the work items of the current session's user. */
function readBlockers({ sessions, clock }: StartRefreshDeps): Disposable {
  const disposables = new DisposableStore();
  let reader: BlockerReader | undefined;
  const follow = (): void => {
    reader?.dispose();
    const session = sessions.current;
    reader =
      session &&
      new BlockerReader({
        store: session.store,
        clock,
        me: session.me.id,
        hasFocus: () => vscode.window.state.focused,
        unusedShare: () => session.client.allowance.unusedShare,
      });
    void reader?.run();
  };
  disposables.add(sessions.onDidChange(follow));
  disposables.add({ dispose: () => reader?.dispose() });
  follow();
  return disposables;
}

/** Returns all visible lists and work items. Each is returned once, even if it is visible in several places. */
function visibleLists({ sessions, visibleSidebarLists: sidebarLists, visibleItems }: StartRefreshDeps): VisibleList[] {
  const session = sessions.current;
  // After the server has rejected the key, it would reject all requests of the refresh.
  if (session === undefined || session.client.authentication.rejection !== undefined) return [];
  const { store, account } = session;
  const openItems = visibleItems().map((address) => visibleItem(store, address));
  const listByKey = new Map<string, VisibleList>([...sidebarLists(), ...openItems].map((list) => [list.key, list]));
  return [...listByKey.values()].map((list) => ({ ...list, key: `${account} ${list.key}` }));
}
