// Runs the background synchronization of the current session.
import * as vscode from 'vscode';
import { isBoundProject } from '../../../core/session/folderBinding.ts';
import type { Session, Sessions } from '../../../core/session/session.ts';
import { ProjectSync } from '../../../core/sync/projects/projectSync.ts';
import type { RememberedItems } from '../../../shell/itemPicker/rememberedItems.ts';
import { folderBinding, syncSettings } from '../../../shell/settings.ts';
import type { Clock } from '../../../std/clock.ts';
import { type Disposable, DisposableStore } from '../../../std/disposable.ts';
import type { Logger } from '../../../std/logger.ts';

export interface StartProjectSyncDeps {
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly logger: Logger;
  /**
   * The lists of pinned and of recently used work items. The projects of these work items are read before projects that
   * the user does not use.
   */
  readonly rememberedLists: readonly RememberedItems[];
}

export function startProjectSync(deps: StartProjectSyncDeps): Disposable {
  const { sessions } = deps;
  const disposables = new DisposableStore();
  let sync: ProjectSync | undefined;
  const follow = (session: Session | undefined): void => {
    sync?.dispose();
    sync = session?.items === undefined ? undefined : startSync(session, session.items, deps);
  };
  disposables.add(sessions.onDidChange(follow));
  disposables.add(vscode.window.onDidChangeWindowState(() => sync?.wake()));
  disposables.add(
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('contrail.sync')) sync?.wake();
    }),
  );
  disposables.add({ dispose: () => follow(undefined) });
  follow(sessions.current);
  return disposables;
}

function startSync(
  { me, account, workspace, client }: Session,
  items: NonNullable<Session['items']>,
  { clock, logger, rememberedLists: remembered }: StartProjectSyncDeps,
): ProjectSync {
  const sync = new ProjectSync({
    items,
    clock,
    logger,
    me: me.id,
    settings: () => syncSettings({ canServerFilter: items.store.queriedItemSource.isAvailable }),
    hasFocus: () => vscode.window.state.focused,
    unusedShare: () => client.allowance.unusedShare,
    isBound: (project) => isBoundProject(folderBinding(), workspace, project),
    pinnedOrRecentProjects: () =>
      new Set(remembered.flatMap((list) => list.entriesOf(account).map(({ project }) => project))),
  });
  void sync.run();
  return sync;
}
