// Asks the user once if the folder's settings name a workspace other than the workspace of the window's account.
import * as l10n from '@vscode/l10n';
import type { Account } from '../../core/session/accounts/account.ts';
import { accountsInWorkspace, type Memento } from '../../core/session/accounts/windowAccount.ts';
import { bindsOtherWorkspace, type FolderBinding } from '../../core/session/folderBinding.ts';
import type { Session, Sessions } from '../../core/session/session.ts';
import type { SignInTarget } from '../../core/session/signInAnswers.ts';
import { listedAccountName } from '../../shell/accountName.ts';
import { COMMANDS } from '../../shell/commands/contributions.ts';
import type { Prompts } from '../../shell/prompts/prompts.ts';
import type { WindowAccounts } from '../../shell/windowAccounts.ts';

export interface OtherWorkspaceDeps {
  readonly prompts: Prompts;
  readonly sessions: Sessions;
  readonly accounts: Pick<WindowAccounts, 'switchTo'>;
  readonly signIn: { runForTarget(target: SignInTarget): Promise<void> };
  /** A memento whose values are stored for this folder, on this machine only. */
  readonly memory: Memento;
}

const NOTIFIED_KEY = 'workspace of the folder, said';

/**
 * Offers to switch to the account in the workspace that the folder's settings name, or to sign in to this workspace if
 * the user has no account there. The settings do not name a server, so the sign-in suggests the current server. Does
 * not ask again while account and workspace are the same as the last time.
 */
export async function offerOtherWorkspace(
  deps: OtherWorkspaceDeps,
  binding: FolderBinding,
  session: Session,
): Promise<void> {
  const { prompts, sessions, signIn, memory } = deps;
  const { workspace } = binding;
  if (workspace === undefined || !bindsOtherWorkspace(binding, session.workspace)) return;
  const notifiedWorkspace = `${session.account} ${workspace}`;
  if (memory.get(NOTIFIED_KEY) === notifiedWorkspace) return;
  await memory.update(NOTIFIED_KEY, notifiedWorkspace);
  const accounts = accountsInWorkspace(await sessions.listAccounts(), workspace);
  const button = buttonLabel(accounts, workspace);
  const isRemote = session.profile.service === 'remote';
  const message = isRemote
    ? l10n.t(
        "This folder's settings specify the workspace “{0}”, but you are signed in to “{1}”.",
        workspace,
        session.workspace,
      )
    : l10n.t(
        "This folder's settings specify the workspace “{0}”, but you are signed in to the sample workspace.",
        workspace,
      );
  if ((await prompts.notify('info', message, button)) !== button) return;
  const [account, ...others] = accounts;
  if (account === undefined) await signIn.runForTarget({ baseUrl: isRemote ? session.baseUrl : undefined, workspace });
  else if (others.length === 0) await deps.accounts.switchTo(account);
  else await prompts.runCommand(COMMANDS.switchAccount);
}

function buttonLabel(accounts: readonly Account[], workspace: string): string {
  const [account, ...others] = accounts;
  if (account === undefined) return l10n.t('Sign In to “{0}”…', workspace);
  return others.length === 0 ? l10n.t('Switch to {0}', listedAccountName(account)) : l10n.t('Switch Account…');
}
