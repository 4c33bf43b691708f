// Signs out of an account. Asks which account if there are several, and then offers to switch to another account.
import * as l10n from '@vscode/l10n';
import type { Account } from '../../core/session/accounts/account.ts';
import { SecretStorageError } from '../../core/session/accounts/secretStorageError.ts';
import type { Sessions } from '../../core/session/session.ts';
import { listedAccountName } from '../../shell/accountName.ts';
import { COMMANDS } from '../../shell/commands/contributions.ts';
import { notifyErrors } from '../../shell/notifications/faultNotification.ts';
import { chooseRow } from '../../shell/prompts/ask.ts';
import type { Prompts } from '../../shell/prompts/prompts.ts';
import type { Clock } from '../../std/clock.ts';
import type { Logger } from '../../std/logger.ts';
import { accountRow } from './accountRows.ts';
import { signOutOrOfferRetry } from './storage.ts';

export interface SignOutDeps {
  readonly prompts: Prompts;
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Signs out of the only account, or of the account that the user selects. The current account is listed first. */
export async function signOut(deps: SignOutDeps): Promise<void> {
  const { prompts, sessions, clock } = deps;
  const { currentAccountId } = sessions;
  const listedAccounts = await listAccountsOrUndefined(deps);
  // The secret storage fails, so only the account of this window is known.
  if (listedAccounts === undefined && currentAccountId !== undefined) {
    await signOutOrOfferRetry(deps, currentAccountId);
    return;
  }
  const accounts = (listedAccounts ?? []).filter(
    (account) => account.service === 'local' || account.source !== 'environment' || account.id === currentAccountId,
  );
  const [firstAccount, ...otherAccounts] = [...accounts].sort(
    (one, other) => Number(other.id === currentAccountId) - Number(one.id === currentAccountId),
  );
  if (firstAccount === undefined) {
    void prompts.notify('info', l10n.t('You are signed out.'));
    return;
  }
  if (otherAccounts.length === 0 && firstAccount.id === currentAccountId) return signOutOf(deps, firstAccount);
  const rows = [firstAccount, ...otherAccounts].map((account) => ({
    ...accountRow(account, { currentAccountId, now: clock.now() }),
    value: account,
  }));
  const pickedRow = await chooseRow(prompts, rows, {
    title: l10n.t('Sign Out'),
    placeholder: l10n.t('Select the account to sign out of'),
    matchedProperties: ['description', 'detail'],
  });
  if (pickedRow !== undefined) await signOutOf(deps, pickedRow.value);
}

/**
 * Signs out of the account in every window that uses it. If it was the account of this window, the window stays signed
 * out, and a notification offers the other accounts: another account is used only if the user asks for it.
 */
export async function signOutOf(deps: SignOutDeps, account: Account): Promise<void> {
  const isCurrent = account.id === deps.sessions.currentAccountId;
  if (!(await signOutOrOfferRetry(deps, account.id))) return;
  const otherAccounts = isCurrent ? ((await listAccountsOrUndefined(deps)) ?? []) : [];
  void reportSignedOut(
    deps,
    account,
    otherAccounts.filter(({ id }) => id !== account.id),
  );
}

/** Resolves with the accounts, or with undefined if the secret storage fails. */
async function listAccountsOrUndefined({ sessions, logger }: SignOutDeps): Promise<readonly Account[] | undefined> {
  try {
    return await sessions.listAccounts();
  } catch (error) {
    if (!(error instanceof SecretStorageError)) throw error;
    logger.write('warn', 'the accounts could not be listed', { detail: error.message });
    return undefined;
  }
}

async function reportSignedOut(deps: SignOutDeps, account: Account, otherAccounts: readonly Account[]): Promise<void> {
  const { prompts, sessions, logger } = deps;
  const message = l10n.t('Signed out of {0}. Drafts stay on this machine.', listedAccountName(account));
  const [other] = otherAccounts;
  if (other === undefined) {
    void prompts.notify('info', message);
    return;
  }
  const switchButton =
    otherAccounts.length === 1 && (other.service === 'local' || other.me !== undefined)
      ? l10n.t('Switch to {0}', listedAccountName(other))
      : l10n.t('Switch Account…');
  if ((await prompts.notify('info', message, switchButton)) !== switchButton) return;
  if (switchButton === l10n.t('Switch Account…')) await prompts.runCommand(COMMANDS.switchAccount);
  else await notifyErrors(prompts, logger, 'switching the account', () => sessions.switchTo(other.id));
}
