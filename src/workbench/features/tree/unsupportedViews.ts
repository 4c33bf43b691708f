// Hides views of records that the server or the workspace's plan does not support.
// The response to the first request of a view shows whether the view is supported. After a sign-in to another server,
// the views are shown again.

import * as vscode from 'vscode';
import { isNotInPlan } from '../../../client/apiError.ts';
import { resourceTable } from '../../../contract/resourceTable.ts';
import type { Session, Sessions } from '../../../session/session.ts';
import { type Disposable, DisposableStore } from '../../../std/disposable.ts';
import type { Logger } from '../../../std/logger.ts';
import { CONTEXT_KEYS, type ContextKey } from '../../contributions.ts';

/** For each view, the API operation that loads the first page of its list. */
const LIST_OPERATIONS = {
  initiatives: resourceTable.initiative.operationNames.list,
  teamspaces: resourceTable.teamspace.operationNames.list,
  customers: resourceTable.customer.operationNames.list,
};
type HideableView = keyof typeof LIST_OPERATIONS;
const UNSUPPORTED_KEYS: Readonly<Record<HideableView, ContextKey>> = {
  initiatives: CONTEXT_KEYS.unsupportedInitiatives,
  teamspaces: CONTEXT_KEYS.unsupportedTeamspaces,
  customers: CONTEXT_KEYS.unsupportedCustomers,
};
const HIDEABLE_VIEWS = Object.keys(LIST_OPERATIONS) as HideableView[];

/**
 * Hides unsupported views without a message to the user, because the user has nothing to do. The log names the views.
 */
export function hideUnsupportedViews(sessions: Sessions, logger: Logger): Disposable {
  const disposables = new DisposableStore();
  let sessionDisposables = new DisposableStore();
  const followSession = (session: Session | undefined): void => {
    sessionDisposables.dispose();
    sessionDisposables = new DisposableStore();
    for (const view of HIDEABLE_VIEWS)
      setViewHidden(view, session?.client.unsupported.has(LIST_OPERATIONS[view]) ?? false);
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
      const view = HIDEABLE_VIEWS.find((candidate) => LIST_OPERATIONS[candidate] === name);
      if (view === undefined) return;
      setViewHidden(view, true);
      logger.write('info', 'a view is hidden, because the server does not support it', { view });
    }),
  );
  for (const view of HIDEABLE_VIEWS) {
    const list = store.resources[view].list();
    disposables.add(
      list.onDidChange(() => {
        const { status, fault } = list.state;
        if (status !== 'failed' || fault === undefined || !isNotInPlan(fault)) return;
        setViewHidden(view, true);
        logger.write('info', 'a view is hidden, because the plan of the workspace does not include it', { view });
      }),
    );
  }
  return disposables;
}

function setViewHidden(view: HideableView, isHidden: boolean): void {
  void vscode.commands.executeCommand('setContext', UNSUPPORTED_KEYS[view], isHidden);
}
