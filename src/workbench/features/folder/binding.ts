// Applies the folder's settings: the project of the folder is listed first in the Projects view.
// If the settings name a workspace that the user is not signed in to, a notification is shown once.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { bindsOtherWorkspace } from '../../../session/folderBinding.ts';
import type { Session, Sessions } from '../../../session/session.ts';
import { type Disposable, DisposableStore } from '../../../std/disposable.ts';
import type { Logger } from '../../../std/logger.ts';
import { folderBinding } from '../../settings.ts';
import { withErrorHandling } from '../../ui/errorBoundary.ts';
import { showInfo } from '../../ui/notifications.ts';
import type { SignIn } from '../signIn/signIn.ts';
import type { Views } from '../tree/views.ts';

export interface FolderBindingDeps {
  readonly sessions: Sessions;
  readonly signIn: SignIn;
  readonly views: Views;
  readonly logger: Logger;
  /** Stores values for this folder on this machine. */
  readonly memory: vscode.Memento;
}

const NOTIFIED_KEY = 'workspace of the folder, said';
const BINDING_SETTINGS = ['contrail.workspace', 'contrail.project'];

export function followFolderBinding(deps: FolderBindingDeps): Disposable {
  const { sessions, logger, views } = deps;
  const disposables = new DisposableStore();
  const checkWorkspace = (): void => {
    const { current } = sessions;
    if (current !== undefined)
      void withErrorHandling(logger, 'following the folder’s settings', () => showOtherWorkspace(deps, current));
  };
  const applySettings = (): void => {
    views.rebind();
    checkWorkspace();
  };
  disposables.add(sessions.onDidChange(checkWorkspace));
  disposables.add(vscode.workspace.onDidGrantWorkspaceTrust(applySettings));
  disposables.add(vscode.workspace.onDidChangeWorkspaceFolders(applySettings));
  disposables.add(
    vscode.workspace.onDidChangeConfiguration(
      (change) => BINDING_SETTINGS.some((setting) => change.affectsConfiguration(setting)) && applySettings(),
    ),
  );
  checkWorkspace();
  return disposables;
}

/**
 * Offers to sign in to the workspace that the folder's settings name. The settings do not name a server, so the sign-in
 * prompt suggests the current server.
 */
async function showOtherWorkspace({ memory, signIn }: FolderBindingDeps, session: Session): Promise<void> {
  const binding = folderBinding();
  const { workspace } = binding;
  if (workspace === undefined || !bindsOtherWorkspace(binding, session.workspace)) return;
  const notifiedFor = `${session.account} ${workspace}`;
  if (memory.get(NOTIFIED_KEY) === notifiedFor) return;
  await memory.update(NOTIFIED_KEY, notifiedFor);
  const isRemote = session.profile.service === 'remote';
  const accept = l10n.t('Sign In to “{0}”…', workspace);
  const message = isRemote
    ? l10n.t(
        'The settings of this folder name the workspace “{0}”. You are signed in to “{1}”.',
        workspace,
        session.workspace,
      )
    : l10n.t(
        'The settings of this folder name the workspace “{0}”. You are signed in to the local workspace.',
        workspace,
      );
  if ((await showInfo(message, accept)) !== accept) return;
  await signIn.runAt({ baseUrl: isRemote ? session.baseUrl : undefined, workspace });
}
