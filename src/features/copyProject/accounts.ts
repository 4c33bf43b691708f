// The accounts that a project can be copied to.
import * as l10n from '@vscode/l10n';
import { faultOf } from '../../client/apiError.ts';
import { type Account, ENVIRONMENT_ACCOUNT } from '../../core/session/accounts/account.ts';
import { serverName } from '../../core/session/server/webAddress.ts';
import type { Session, Sessions } from '../../core/session/session.ts';
import { listedAccountName } from '../../shell/accountName.ts';
import { displayName } from '../../std/displayName.ts';
import type { CopyAccount, CopyAccountList } from './deps.ts';

/**
 * Returns the id of an account in a stored copy. For the account from environment variables, the id contains the server
 * and the workspace, because the variables can have other values when the copy continues.
 */
export function accountIdInCopy(id: string, { baseUrl, workspace }: Pick<Session, 'baseUrl' | 'workspace'>): string {
  return id === ENVIRONMENT_ACCOUNT ? `${id} ${baseUrl} ${workspace}` : id;
}

/** Returns the id of the account in the list of accounts. `idInCopy` is an id that `accountIdInCopy` returned. */
export function accountIdOf(idInCopy: string): string {
  return idInCopy.startsWith(`${ENVIRONMENT_ACCOUNT} `) ? ENVIRONMENT_ACCOUNT : idInCopy;
}

/**
 * Returns the list of the accounts that the user is signed in to. A client that `open` returns shares its budget of
 * requests with all other clients that use the same key.
 */
export function createCopyAccountList(
  sessions: Pick<Sessions, 'listAccounts' | 'openClientOf' | 'unstoredAccounts'>,
): CopyAccountList {
  const isAvailable = (idInCopy: string): boolean =>
    accountIdOf(idInCopy) === idInCopy ||
    sessions.unstoredAccounts.some((account) => toCopyAccount(account).id === idInCopy);
  return {
    list: async () => (await sessions.listAccounts()).map(toCopyAccount),
    open: async (id) => {
      if (!isAvailable(id)) return undefined;
      try {
        const client = await sessions.openClientOf(accountIdOf(id));
        return { client, close: () => client.close() };
      } catch (error) {
        if (faultOf(error)?.kind === 'unauthorized') return undefined;
        throw error;
      }
    },
  };
}

function toCopyAccount(account: Account): CopyAccount {
  const name = listedAccountName(account);
  if (account.service === 'local')
    return { id: account.id, label: l10n.t('Sample workspace'), description: l10n.t('On this machine'), name };
  const { baseUrl, workspace, me } = account;
  const id = accountIdInCopy(account.id, account);
  const parts = [serverName(baseUrl), ...(me === undefined ? [] : [displayName(me.name)])];
  return { id, label: workspace, description: parts.join(' · '), name };
}
