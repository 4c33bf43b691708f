// The list of accounts, in which the user can switch the account of the window, replace keys, sign in and sign out.
import * as l10n from '@vscode/l10n';
import { type Account, ENVIRONMENT_ACCOUNT } from '../../core/session/accounts/account.ts';
import { SecretStorageError } from '../../core/session/accounts/secretStorageError.ts';
import type { Sessions } from '../../core/session/session.ts';
import { listedAccountName } from '../../shell/accountName.ts';
import { COMMANDS } from '../../shell/commands/contributions.ts';
import type { Prompts } from '../../shell/prompts/prompts.ts';
import type { Clock } from '../../std/clock.ts';
import { type AccountRow, accountAction, accountRows } from './accountRows.ts';
import { signInFailureText, storageProblemText } from './messages.ts';
import { replaceKey } from './replaceKey.ts';
import { type SignOutDeps, signOutOf } from './signOut.ts';

export interface SwitchAccountDeps extends SignOutDeps {
  readonly prompts: Prompts;
  readonly sessions: Sessions;
  readonly clock: Clock;
  /** Starts a sign-in to another account. */
  readonly signIn: { run(): Promise<void> };
}

type Choice =
  | { readonly action: 'switch' | 'replaceKey' | 'signOut'; readonly account: Account }
  | { readonly action: 'signIn' };

/**
 * Lists the accounts until the user switches to an account, signs in to another account, or cancels. After a key was
 * replaced or an account was signed out, the accounts are listed again.
 */
export async function switchAccount(deps: SwitchAccountDeps): Promise<void> {
  for (;;) {
    const accounts = await listOrReport(deps);
    if (accounts === undefined) return;
    const choice = await chooseAction(deps, accounts);
    if (choice === undefined) return;
    if (choice.action === 'signIn') return deps.signIn.run();
    const { action, account } = choice;
    if (action === 'switch') return switchToAccount(deps, account);
    if (action === 'signOut') await signOutOf(deps, account);
    else if (account.service === 'remote') await replaceKey(deps, account);
  }
}

/**
 * Switches the window to the account. If the window already uses the account and the server rejects its key, asks for a
 * new key. Resolves when the session has started, or after a message that shows why it has not started.
 */
export async function switchToAccount(deps: SwitchAccountDeps, account: Account): Promise<void> {
  const { prompts, sessions } = deps;
  if (account.id === sessions.currentAccountId) {
    if (account.service !== 'remote' || account.rejectedAt === undefined) return;
    if (account.id === ENVIRONMENT_ACCOUNT) await prompts.runCommand(COMMANDS.signInAgain, account.id);
    else await replaceKey(deps, account);
    return;
  }
  try {
    if (account.id === ENVIRONMENT_ACCOUNT && account.service === 'remote' && account.me === undefined) {
      if (!(await signInWithEnvironmentKey(deps, account.workspace))) return;
    } else if (!(await sessions.switchTo(account.id))) {
      void prompts.notify(
        'warning',
        l10n.t(
          'The key or token of {0} is no longer stored. Sign in to the account again.',
          listedAccountName(account),
        ),
      );
      return;
    }
  } catch (error) {
    if (!(error instanceof SecretStorageError)) throw error;
    void prompts.notify(
      'error',
      l10n.t('VS Code could not read the stored key or token. {0}', storageProblemText(error)),
    );
    return;
  }
  prompts.showStatus(l10n.t('Switched to {0}', listedAccountName(account)), 5000);
}

/** Signs in with the key from the environment. If that fails, shows the reason and resolves with false. */
async function signInWithEnvironmentKey({ prompts, sessions }: SwitchAccountDeps, workspace: string): Promise<boolean> {
  const title = l10n.t('Signing in with the key from the environment…');
  const outcome = await prompts.progress({ title, location: 'notification', isCancellable: true }, (_, signal) =>
    sessions.signInFromEnvironment(signal),
  );
  if ('me' in outcome) return true;
  const text =
    'fault' in outcome
      ? signInFailureText(outcome.step, outcome.fault, workspace)
      : storageProblemText(outcome.notStored);
  const variables = ['PLANE_API_KEY', 'PLANE_WORKSPACE_SLUG', 'PLANE_BASE_URL'].join(', ');
  void prompts.notify('error', `${text} ${l10n.t('Check the environment variables {0}.', variables)}`);
  return false;
}

/**
 * Resolves with the accounts. If the secret storage fails, shows a message, and resolves with the accounts that are not
 * in the secret storage, or with undefined if there are none.
 */
async function listOrReport({ prompts, sessions }: SwitchAccountDeps): Promise<readonly Account[] | undefined> {
  try {
    return await sessions.listAccounts();
  } catch (error) {
    if (!(error instanceof SecretStorageError)) throw error;
    void prompts.notify('error', l10n.t('VS Code could not read the stored accounts. {0}', storageProblemText(error)));
    return sessions.unstoredAccounts.length === 0 ? undefined : sessions.unstoredAccounts;
  }
}

async function chooseAction(
  { prompts, sessions, clock }: SwitchAccountDeps,
  accounts: readonly Account[],
): Promise<Choice | undefined> {
  const { currentAccountId, environmentProblem } = sessions;
  const signInRow: AccountRow = {
    label: accounts.length === 0 ? l10n.t('Sign In…') : l10n.t('Sign In to Another Account…'),
    icon: { id: 'sign-in' },
    alwaysShow: true,
    signsIn: true,
  };
  const list = prompts.createList<AccountRow>({
    title: l10n.t('Switch Account'),
    placeholder: l10n.t('Select the account for this window'),
    matchedProperties: ['description', 'detail'],
  });
  const rows = accountRows(accounts, { currentAccountId, environmentProblem, now: clock.now() });
  const separator: AccountRow = { label: '', isSeparator: true };
  list.setRows([...rows, ...(rows.length === 0 ? [] : [separator]), signInRow], {
    focused: rows.find(({ account }) => account !== undefined && account.id !== currentAccountId),
  });
  for await (const event of list.events()) {
    if (event.kind === 'check') continue;
    const { account, signsIn } = event.row ?? {};
    if (event.kind === 'accept' && signsIn) return { action: 'signIn' };
    const action = event.kind === 'accept' ? 'switch' : accountAction(event.button);
    if (action !== undefined && account !== undefined) return { action, account };
  }
  return undefined;
}
