// Applies the folder's settings: its project is first in the Projects view.
// If they name another workspace than the one signed in to, a notification reports it once.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { bindsAnother } from '../../../session/folderBinding.ts';
import type { Session, Sessions } from '../../../session/session.ts';
import { type Disposable, Disposables } from '../../../std/disposable.ts';
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
  /** The memento of this folder on this machine. */
  readonly memory: vscode.Memento;
}

const SHOWN_KEY = 'workspace of the folder, said';
const SETTINGS = ['contrail.workspace', 'contrail.project'];

export function followFolderBinding(deps: FolderBindingDeps): Disposable {
  const { sessions, logger, views } = deps;
  const disposables = new Disposables();
  const onChange = (): void => {
    const { current } = sessions;
    if (current !== undefined)
      void withErrorHandling(logger, 'following the folder’s settings', () => showOtherWorkspace(deps, current));
  };
  const read = (): void => {
    views.rebind();
    onChange();
  };
  disposables.add(sessions.onDidChange(onChange));
  disposables.add(vscode.workspace.onDidGrantWorkspaceTrust(read));
  disposables.add(vscode.workspace.onDidChangeWorkspaceFolders(read));
  disposables.add(
    vscode.workspace.onDidChangeConfiguration(
      (change) => SETTINGS.some((one) => change.affectsConfiguration(one)) && read(),
    ),
  );
  onChange();
  return disposables;
}

/**
 * Shows a notification that blocks nothing. The folder's settings do not choose the server: the prompt starts with the
 * server that the user is signed in to.
 */
async function showOtherWorkspace({ memory, signIn }: FolderBindingDeps, session: Session): Promise<void> {
  const binding = folderBinding();
  const { workspace } = binding;
  if (workspace === undefined || !bindsAnother(binding, session.workspace)) return;
  const shownFor = `${session.account} ${workspace}`;
  if (memory.get(SHOWN_KEY) === shownFor) return;
  await memory.update(SHOWN_KEY, shownFor);
  const remote = session.profile.service === 'remote';
  const accept = l10n.t('Sign In to “{0}”…', workspace);
  const message = remote
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
  await signIn.runAt({ baseUrl: remote ? session.baseUrl : undefined, workspace });
}
