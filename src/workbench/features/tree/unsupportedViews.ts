// Hides views of records that the server does not support.
// This is found out when a view is first opened, reported once, and undone by signing in elsewhere.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { isNotInPlan } from '../../../client/apiError.ts';
import { resourceTable } from '../../../contract/resourceTable.ts';
import type { Session, Sessions } from '../../../session/session.ts';
import { type Disposable, Disposables } from '../../../std/disposable.ts';
import { CONTEXT_KEYS, type ContextKey } from '../../contributions.ts';
import { showInfo } from '../../ui/notifications.ts';

/** The operation that loads each view's first page. */
const READ_BY = {
  initiatives: resourceTable.initiative.names.list,
  teamspaces: resourceTable.teamspace.names.list,
  customers: resourceTable.customer.names.list,
};
type Hideable = keyof typeof READ_BY;
const UNSUPPORTED_KEYS: Readonly<Record<Hideable, ContextKey>> = {
  initiatives: CONTEXT_KEYS.unsupportedInitiatives,
  teamspaces: CONTEXT_KEYS.unsupportedTeamspaces,
  customers: CONTEXT_KEYS.unsupportedCustomers,
};
const NOT_SUPPORTED: Readonly<Record<Hideable, (host: string) => string>> = {
  initiatives: (host) => l10n.t('The server at {0} does not support initiatives, so the view is hidden.', host),
  teamspaces: (host) => l10n.t('The server at {0} does not support teamspaces, so the view is hidden.', host),
  customers: (host) => l10n.t('The server at {0} does not support customers, so the view is hidden.', host),
};
const NOT_IN_PLAN: Readonly<Record<Hideable, (workspace: string) => string>> = {
  initiatives: (workspace) =>
    l10n.t('The plan of the workspace {0} does not include initiatives, so the view is hidden.', workspace),
  teamspaces: (workspace) =>
    l10n.t('The plan of the workspace {0} does not include teamspaces, so the view is hidden.', workspace),
  customers: (workspace) =>
    l10n.t('The plan of the workspace {0} does not include customers, so the view is hidden.', workspace),
};
const HIDEABLE = Object.keys(READ_BY) as Hideable[];

export function hideUnsupportedViews(sessions: Sessions): Disposable {
  const disposables = new Disposables();
  let listening = new Disposables();
  const follow = (session: Session | undefined): void => {
    listening.dispose();
    listening = new Disposables();
    for (const view of HIDEABLE) hide(view, session?.client.unsupported.has(READ_BY[view]) ?? false);
    if (session !== undefined) listening.add(watch(session));
  };
  disposables.add(sessions.onDidChange(follow));
  disposables.add({ dispose: () => listening.dispose() });
  follow(sessions.current);
  return disposables;
}

function watch({ client, store, workspace }: Session): Disposable {
  const disposables = new Disposables();
  disposables.add(
    client.onDidFindUnsupported((name) => {
      const view = HIDEABLE.find((one) => READ_BY[one] === name);
      if (view === undefined) return;
      hide(view, true);
      showNotice(NOT_SUPPORTED[view](new URL(client.baseUrl).host));
    }),
  );
  for (const view of HIDEABLE) {
    const list = store.resources[view].list();
    disposables.add(
      list.onDidChange(() => {
        const { status, fault } = list.state;
        if (status !== 'failed' || fault === undefined || !isNotInPlan(fault)) return;
        hide(view, true);
        showNotice(NOT_IN_PLAN[view](workspace));
      }),
    );
  }
  return disposables;
}

function hide(view: Hideable, isLacking: boolean): void {
  void vscode.commands.executeCommand('setContext', UNSUPPORTED_KEYS[view], isLacking);
}

function showNotice(sentence: string): void {
  void showInfo(sentence);
}
