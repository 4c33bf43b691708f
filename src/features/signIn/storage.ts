// Handles errors of VS Code's secret storage with prompts and notifications that offer to retry.
import * as l10n from '@vscode/l10n';
import type { StorageChoice } from '../../core/session/accounts/accounts.ts';
import { SecretStorageError } from '../../core/session/accounts/secretStorageError.ts';
import type { Sessions } from '../../core/session/session.ts';
import { COMMANDS } from '../../shell/commands/contributions.ts';
import { notifyErrors } from '../../shell/notifications/faultNotification.ts';
import type { Prompts } from '../../shell/prompts/prompts.ts';
import type { Logger } from '../../std/logger.ts';
import { storageProblemText } from './messages.ts';

export interface StorageDeps {
  readonly prompts: Prompts;
  readonly sessions: Sessions;
  readonly logger: Logger;
}

/** Asks the user whether to retry, or to use the key until the window closes without storing it. */
export async function askAboutStorage(prompts: Prompts, error: SecretStorageError): Promise<StorageChoice> {
  const retryButton = l10n.t('Retry');
  const sessionOnlyButton = l10n.t('Use for This Session Only');
  const detail = l10n.t(
    '{0} If you use the key or token for this session only, you must paste it again after the window reloads.',
    storageProblemText(error),
  );
  const chosenButton = await prompts.confirm(
    l10n.t('VS Code could not store the key or token.'),
    detail,
    retryButton,
    sessionOnlyButton,
  );
  if (chosenButton === retryButton) return 'retry';
  return chosenButton === sessionOnlyButton ? 'session' : 'cancel';
}

interface RestoreDeps extends StorageDeps {
  /** Whether the last window had accounts. */
  readonly hadAccounts: boolean;
}

/**
 * Restores the session of the stored profile. If the secret storage cannot be read, resolves with false, and shows a
 * notification with Retry unless there were no accounts.
 */
export async function restoreSession(
  deps: RestoreDeps,
  restore: () => Promise<void> = () => deps.sessions.restore(),
): Promise<boolean> {
  let failure: SecretStorageError | undefined;
  await notifyErrors(deps.prompts, deps.logger, 'restoring the sign-in', async () => {
    try {
      await restore();
    } catch (error) {
      if (!(error instanceof SecretStorageError)) throw error;
      failure = error;
    }
  });
  if (failure === undefined) return true;
  if (deps.hadAccounts) void offerToRestoreAgain(deps, failure);
  else deps.logger.write('warn', 'the stored accounts could not be read', { detail: failure.message });
  return false;
}

/** Says that the accounts of the last run are gone, unless there are accounts. No key was deleted by Contrail then. */
export async function reportLostAccounts(deps: StorageDeps): Promise<void> {
  if (await hasAccounts(deps)) return;
  const signIn = l10n.t('Sign In…');
  const message = l10n.t(
    'VS Code has not kept your accounts and their keys, so you are signed out. Your drafts are kept. If this happens at each start, VS Code stores no secrets here.',
  );
  if ((await deps.prompts.notify('warning', message, signIn)) === signIn)
    await deps.prompts.runCommand(COMMANDS.signIn);
}

async function offerToRestoreAgain(deps: RestoreDeps, error: SecretStorageError): Promise<void> {
  const retry = l10n.t('Retry');
  const signIn = l10n.t('Sign In…');
  const message = l10n.t(
    'VS Code could not read the stored key or token, so you are signed out. {0}',
    storageProblemText(error),
  );
  const chosenButton = await deps.prompts.notify('error', message, retry, signIn);
  if (chosenButton === retry) await restoreSession(deps, () => deps.sessions.retryRestore());
  if (chosenButton === signIn) await deps.prompts.runCommand(COMMANDS.signIn);
}

/**
 * Resolves with whether Switch Account… has anything to list. If the secret storage fails, resolves with whether this
 * window is signed in.
 */
export async function hasAccounts({ sessions, logger }: Omit<StorageDeps, 'prompts'>): Promise<boolean> {
  try {
    return (await sessions.listAccounts()).length > 0 || sessions.environmentProblem !== undefined;
  } catch (error) {
    if (!(error instanceof SecretStorageError)) throw error;
    logger.write('warn', 'the accounts could not be listed', { detail: error.message });
    return sessions.current !== undefined;
  }
}

/** Signs out of an account. If its key could not be deleted, offers to retry and resolves with false. */
export async function signOutOrOfferRetry(deps: StorageDeps, id: string): Promise<boolean> {
  try {
    await deps.sessions.signOut(id);
    return true;
  } catch (error) {
    if (!(error instanceof SecretStorageError)) throw error;
    void offerRetryOfDeletion(deps, id, error);
    return false;
  }
}

async function offerRetryOfDeletion(deps: StorageDeps, id: string, error: SecretStorageError): Promise<void> {
  const message = l10n.t(
    'You are signed out in this window, but VS Code could not delete the stored key or token. {0} You can also revoke it in Plane.',
    storageProblemText(error),
  );
  const retry = l10n.t('Retry');
  if ((await deps.prompts.notify('error', message, retry)) !== retry) return;
  await notifyErrors(deps.prompts, deps.logger, 'deleting the stored key', () => signOutOrOfferRetry(deps, id));
}
