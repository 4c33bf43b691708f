// What the status bar item of the account shows.
import * as l10n from '@vscode/l10n';
import type { Account } from '../../core/session/accounts/account.ts';
import { serverName } from '../../core/session/server/webAddress.ts';
import { listedAccountName } from '../../shell/accountName.ts';

export interface AccountStatus {
  readonly text: string;
  readonly tooltip: string;
}

/**
 * Returns the texts of the status bar item, or undefined if the window uses no account, or if there is no other account
 * to switch to. The server is part of the text if several accounts have workspaces with the same slug.
 */
export function accountStatus(
  accounts: readonly Account[],
  currentAccountId: string | undefined,
): AccountStatus | undefined {
  const currentAccount = accounts.find(({ id }) => id === currentAccountId);
  if (currentAccount === undefined || accounts.length < 2) return undefined;
  return {
    text: textOf(currentAccount, accounts),
    tooltip: `Contrail: ${listedAccountName(currentAccount)}\n${l10n.t('Select to switch the account')}`,
  };
}

function textOf(currentAccount: Account, accounts: readonly Account[]): string {
  if (currentAccount.service === 'local') return l10n.t('Sample workspace');
  const { workspace, baseUrl } = currentAccount;
  const hasSameSlug = accounts.some(
    (account) => account.id !== currentAccount.id && account.service === 'remote' && account.workspace === workspace,
  );
  return hasSameSlug ? `${workspace} · ${serverName(baseUrl)}` : workspace;
}
