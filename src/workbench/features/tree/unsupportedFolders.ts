// Tells VS Code which folders of the Workspace view the server or the workspace's plan does not support, so that it hides
// the view if there are none. The response to the first request of a folder shows whether it is supported. After a sign-in
// to another server, the folders are shown again.

import * as vscode from 'vscode';
import { isNotInPlan } from '../../../client/apiError.ts';
import type { OperationName } from '../../../contract/operations.ts';
import { resourceTable } from '../../../contract/resourceTable.ts';
import type { Session, Sessions } from '../../../session/session.ts';
import { type Disposable, DisposableStore } from '../../../std/disposable.ts';
import type { Logger } from '../../../std/logger.ts';
import { WORKSPACE_FOLDERS, type WorkspaceFolder } from '../../../tree/node.ts';
import { CONTEXT_KEYS, type ContextKey } from '../../contributions.ts';

/** For each folder of the Workspace view, the API operation that loads the first page of its list. */
const LIST_OPERATIONS: Readonly<Record<WorkspaceFolder, OperationName>> = {
  initiatives: resourceTable.initiative.operationNames.list,
  teamspaces: resourceTable.teamspace.operationNames.list,
  customers: resourceTable.customer.operationNames.list,
};
const UNSUPPORTED_KEYS: Readonly<Record<WorkspaceFolder, ContextKey>> = {
  initiatives: CONTEXT_KEYS.unsupportedInitiatives,
  teamspaces: CONTEXT_KEYS.unsupportedTeamspaces,
  customers: CONTEXT_KEYS.unsupportedCustomers,
};

/**
 * Hides unsupported folders without a message to the user, because the user has nothing to do. The log names the folders.
 */
export function watchUnsupportedFolders(sessions: Sessions, logger: Logger): Disposable {
  const disposables = new DisposableStore();
  let sessionDisposables = new DisposableStore();
  const followSession = (session: Session | undefined): void => {
    sessionDisposables.dispose();
    sessionDisposables = new DisposableStore();
    for (const folder of WORKSPACE_FOLDERS)
      setUnsupported(folder, session?.client.unsupported.has(LIST_OPERATIONS[folder]) ?? false);
    if (session !== undefined) sessionDisposables.add(watchLists(session, logger));
  };
  disposables.add(sessions.onDidChange(followSession));
  disposables.add({ dispose: () => sessionDisposables.dispose() });
  followSession(sessions.current);
  return disposables;
}

function watchLists({ client, store }: Session, logger: Logger): Disposable {
  const disposables = new DisposableStore();
  disposables.add(
    client.onDidFindUnsupported((name) => {
      const folder = WORKSPACE_FOLDERS.find((candidate) => LIST_OPERATIONS[candidate] === name);
      if (folder === undefined) return;
      setUnsupported(folder, true);
      logger.write('info', 'a folder is hidden, because the server does not support it', { folder });
    }),
  );
  for (const folder of WORKSPACE_FOLDERS) {
    const list = store.resources[folder].list();
    disposables.add(
      list.onDidChange(() => {
        const { status, fault } = list.state;
        if (status !== 'failed' || fault === undefined || !isNotInPlan(fault)) return;
        setUnsupported(folder, true);
        logger.write('info', 'a folder is hidden, because the plan of the workspace does not include it', { folder });
      }),
    );
  }
  return disposables;
}

function setUnsupported(folder: WorkspaceFolder, isUnsupported: boolean): void {
  void vscode.commands.executeCommand('setContext', UNSUPPORTED_KEYS[folder], isUnsupported);
}
