// Hides views of records that the server or the workspace's plan does not support.
// The first request of a view finds out. After a sign-in to another server, the views are shown again.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { isNotInPlan } from '../../../client/apiError.ts';
import { resourceTable } from '../../../contract/resourceTable.ts';
import type { Session, Sessions } from '../../../session/session.ts';
import { type Disposable, DisposableStore } from '../../../std/disposable.ts';
import { CONTEXT_KEYS, type ContextKey } from '../../contributions.ts';
import { showInfo } from '../../ui/notifications.ts';

/** The operation that loads the first page of each view. */
const LIST_OPERATIONS = {
  initiatives: resourceTable.initiative.names.list,
  teamspaces: resourceTable.teamspace.names.list,
  customers: resourceTable.customer.names.list,
};
type HideableView = keyof typeof LIST_OPERATIONS;
const UNSUPPORTED_KEYS: Readonly<Record<HideableView, ContextKey>> = {
  initiatives: CONTEXT_KEYS.unsupportedInitiatives,
  teamspaces: CONTEXT_KEYS.unsupportedTeamspaces,
  customers: CONTEXT_KEYS.unsupportedCustomers,
};
const NOT_SUPPORTED: Readonly<Record<HideableView, (host: string) => string>> = {
  initiatives: (host) => l10n.t('The server at {0} does not support initiatives, so the view is hidden.', host),
  teamspaces: (host) => l10n.t('The server at {0} does not support teamspaces, so the view is hidden.', host),
  customers: (host) => l10n.t('The server at {0} does not support customers, so the view is hidden.', host),
};
const NOT_IN_PLAN: Readonly<Record<HideableView, (workspace: string) => string>> = {
  initiatives: (workspace) =>
    l10n.t('The plan of the workspace {0} does not include initiatives, so the view is hidden.', workspace),
  teamspaces: (workspace) =>
    l10n.t('The plan of the workspace {0} does not include teamspaces, so the view is hidden.', workspace),
  customers: (workspace) =>
    l10n.t('The plan of the workspace {0} does not include customers, so the view is hidden.', workspace),
};
const HIDEABLE_VIEWS = Object.keys(LIST_OPERATIONS) as HideableView[];

export function hideUnsupportedViews(sessions: Sessions): Disposable {
  const disposables = new DisposableStore();
  let sessionDisposables = new DisposableStore();
  const followSession = (session: Session | undefined): void => {
    sessionDisposables.dispose();
    sessionDisposables = new DisposableStore();
    for (const view of HIDEABLE_VIEWS) setHidden(view, session?.client.unsupported.has(LIST_OPERATIONS[view]) ?? false);
    if (session !== undefined) sessionDisposables.add(watchLists(session));
  };
  disposables.add(sessions.onDidChange(followSession));
  disposables.add({ dispose: () => sessionDisposables.dispose() });
  followSession(sessions.current);
  return disposables;
}

function watchLists({ client, store, workspace }: Session): Disposable {
  const disposables = new DisposableStore();
  disposables.add(
    client.onDidFindUnsupported((name) => {
      const view = HIDEABLE_VIEWS.find((candidate) => LIST_OPERATIONS[candidate] === name);
      if (view === undefined) return;
      setHidden(view, true);
      showNotice(NOT_SUPPORTED[view](new URL(client.baseUrl).host));
    }),
  );
  for (const view of HIDEABLE_VIEWS) {
    const list = store.resources[view].list();
    disposables.add(
      list.onDidChange(() => {
        const { status, fault } = list.state;
        if (status !== 'failed' || fault === undefined || !isNotInPlan(fault)) return;
        setHidden(view, true);
        showNotice(NOT_IN_PLAN[view](workspace));
      }),
    );
  }
  return disposables;
}

function setHidden(view: HideableView, isHidden: boolean): void {
  void vscode.commands.executeCommand('setContext', UNSUPPORTED_KEYS[view], isHidden);
}

function showNotice(sentence: string): void {
  void showInfo(sentence);
}
