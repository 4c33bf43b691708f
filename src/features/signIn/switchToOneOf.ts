// Asks the user to switch the window to another account, for example for a link or a draft of that account.

import * as l10n from '@vscode/l10n';
import type { Account } from '../../core/session/accounts/account.ts';
import { listedAccountName, sessionAccountName } from '../../shell/accountName.ts';
import { chooseRow } from '../../shell/prompts/ask.ts';
import type { SwitchTexts } from '../../shell/windowAccounts.ts';
import { accountRow } from './accountRows.ts';
import { type SwitchAccountDeps, switchToAccount } from './switchAccount.ts';

/**
 * Asks the user to confirm the switch to the only account, or to pick one of several accounts, and then switches the
 * window to that account. Resolves with true if the window uses the account afterwards. `accounts` is not empty.
 */
export async function switchToOneOf(
  deps: SwitchAccountDeps,
  accounts: readonly Account[],
  texts: SwitchTexts,
): Promise<boolean> {
  const account =
    accounts.length === 1 ? await confirmAccount(deps, accounts[0], texts) : await chooseAccount(deps, accounts, texts);
  if (account === undefined) return false;
  await switchToAccount(deps, account);
  return deps.sessions.currentAccountId === account.id;
}

async function confirmAccount(
  { prompts, sessions }: SwitchAccountDeps,
  account: Account | undefined,
  { question }: SwitchTexts,
): Promise<Account | undefined> {
  if (account === undefined) return undefined;
  const { current } = sessions;
  const detail =
    current === undefined
      ? l10n.t('You are signed out in this window.')
      : l10n.t('This window uses {0}. Drafts of that account stay on this machine.', sessionAccountName(current));
  const accept = l10n.t('Switch Account');
  return (await prompts.confirm(question(listedAccountName(account)), detail, accept)) === accept ? account : undefined;
}

async function chooseAccount(
  { prompts, sessions, clock }: SwitchAccountDeps,
  accounts: readonly Account[],
  { title }: SwitchTexts,
): Promise<Account | undefined> {
  const options = { currentAccountId: sessions.currentAccountId, now: clock.now() };
  const pickedRow = await chooseRow(
    prompts,
    accounts.map((account) => ({ ...accountRow(account, options), value: account })),
    {
      title,
      placeholder: l10n.t('Select the account to switch to'),
      matchedProperties: ['description', 'detail'],
      staysOpen: true,
    },
  );
  return pickedRow?.value;
}
