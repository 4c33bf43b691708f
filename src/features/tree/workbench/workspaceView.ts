// Hides the Workspace view while the server and the plan of the workspace have none of its folders. The response to the
// first request of a folder shows whether it is supported. After a sign-in to another server, the view is shown again.

import * as vscode from 'vscode';
import type { Session, Sessions } from '../../../core/session/session.ts';
import { CONTEXT_KEYS } from '../../../shell/commands/contributions.ts';
import { WORKSPACE_FOLDERS } from '../../../shell/tree/node.ts';
import { type Disposable, DisposableStore } from '../../../std/disposable.ts';
import type { Logger } from '../../../std/logger.ts';
import { isFolderShown } from '../children.ts';

/** Shows no message to the user, who has nothing to do. The log names the folders. */
export function hideEmptyWorkspace(sessions: Sessions, logger: Logger): Disposable {
  const disposables = new DisposableStore();
  let sessionDisposables = new DisposableStore();
  const followSession = (session: Session | undefined): void => {
    sessionDisposables.dispose();
    sessionDisposables = session === undefined ? new DisposableStore() : watchFolders(session, logger);
  };
  disposables.add(sessions.onDidChange(followSession));
  disposables.add({ dispose: () => sessionDisposables.dispose() });
  followSession(sessions.current);
  return disposables;
}

function watchFolders({ client, store }: Session, logger: Logger): DisposableStore {
  const disposables = new DisposableStore();
  const data: Parameters<typeof isFolderShown>[1] = {
    listing: (list) => store.list(list).state,
    maySupport: (kind) => store.maySupport(kind),
  };
  let shownCount = -1;
  const update = (): void => {
    const folders = WORKSPACE_FOLDERS.filter((folder) => isFolderShown(folder, data));
    if (folders.length === shownCount) return;
    shownCount = folders.length;
    void vscode.commands.executeCommand('setContext', CONTEXT_KEYS.isWorkspaceEmpty, shownCount === 0);
    if (shownCount < WORKSPACE_FOLDERS.length)
      logger.write('info', 'the server or plan lacks folders of the view Workspace', { shown: folders.join(' ') });
  };
  disposables.add(client.onDidFindUnsupported(update));
  for (const folder of WORKSPACE_FOLDERS) disposables.add(store.resources[folder].list().onDidChange(update));
  update();
  return disposables;
}
