// Asks before the window switches to another account to continue with a draft of it.
import * as l10n from '@vscode/l10n';
import type { Sessions } from '../../core/session/session.ts';
import type { Prompts } from '../../shell/prompts/prompts.ts';
import type { WindowAccounts } from '../../shell/windowAccounts.ts';
import type { AccountDrafts } from './otherAccounts.ts';

export interface DraftAccountDeps {
  readonly prompts: Prompts;
  readonly sessions: Sessions;
  readonly accounts: Pick<WindowAccounts, 'switchToOneOf'>;
  /** Starts a sign-in to another account. */
  readonly signIn: { run(): Promise<void> };
}

/**
 * Switches to the account of the draft, or starts a sign-in if the user is not signed in to the account. Resolves with
 * true if the window uses the account afterwards.
 */
export async function switchAccountForDraft(
  deps: DraftAccountDeps,
  { id, account }: Pick<AccountDrafts, 'id' | 'account'>,
): Promise<boolean> {
  if (account === undefined) return signInForDraft(deps, id);
  return deps.accounts.switchToOneOf([account], {
    question: (name) => l10n.t('Switch to {0} to continue with the draft?', name),
    title: l10n.t('Drafts'),
  });
}

async function signInForDraft({ prompts, sessions, signIn }: DraftAccountDeps, id: string): Promise<boolean> {
  const signInButton = l10n.t('Sign In…');
  const detail = l10n.t('The draft stays on this machine until you continue with it or discard it.');
  const question = l10n.t('Sign in to the account of the draft to continue with it?');
  if ((await prompts.confirm(question, detail, signInButton)) !== signInButton) return false;
  const before = sessions.current;
  await signIn.run();
  if (sessions.current?.account === id) return true;
  if (sessions.current !== before)
    void prompts.notify('info', l10n.t('The draft was not opened, because it belongs to another account.'));
  return false;
}
