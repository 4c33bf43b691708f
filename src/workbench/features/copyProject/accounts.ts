// The accounts that a project can be copied to.
import * as l10n from '@vscode/l10n';
import { faultOf } from '../../../client/apiError.ts';
import type { Account } from '../../../session/accounts/account.ts';
import type { Sessions } from '../../../session/session.ts';
import { serverName } from '../../../session/webAddress.ts';
import { displayName } from '../../../std/displayName.ts';
import { listedAccountName } from '../../accountName.ts';
import type { CopyAccount, CopyAccountList } from './deps.ts';

/** Returns the list of all accounts that the user is signed in to. Its clients share their allowance with the session. */
export function copyAccounts(sessions: Pick<Sessions, 'listAccounts' | 'openClientOf'>): CopyAccountList {
  return {
    list: async () => (await sessions.listAccounts()).map(copyAccountOf),
    open: async (id) => {
      try {
        const client = await sessions.openClientOf(id);
        return { client, close: () => client.close() };
      } catch (error) {
        if (faultOf(error)?.kind === 'unauthorized') return undefined;
        throw error;
      }
    },
  };
}

function copyAccountOf(account: Account): CopyAccount {
  const name = listedAccountName(account);
  if (account.service === 'local')
    return { id: account.id, label: l10n.t('Local workspace'), description: l10n.t('On this machine'), name };
  const { id, baseUrl, workspace, me } = account;
  const parts = [serverName(baseUrl), ...(me === undefined ? [] : [displayName(me.name)])];
  return { id, label: workspace, description: parts.join(' · '), name };
}
