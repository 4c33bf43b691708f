// Handles errors of VS Code's secret storage with prompts and notifications that offer to retry.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { SecretStorageError } from '../../../session/secretStorageError.ts';
import type { Sessions, StorageChoice } from '../../../session/session.ts';
import type { Logger } from '../../../std/logger.ts';
import { COMMANDS } from '../../contributions.ts';
import { withErrorHandling } from '../../ui/errorBoundary.ts';
import { confirm, showError } from '../../ui/notifications.ts';
import { storageText } from './messages.ts';

/** Asks the user whether to retry, or to use a key that cannot be stored until the window closes. */
export async function askAboutStorage(error: SecretStorageError): Promise<StorageChoice> {
  const retry = l10n.t('Retry');
  const sessionOnly = l10n.t('Use for This Session Only');
  const detail = l10n.t(
    '{0} If you use the key for this session only, you must paste it again after the window reloads.',
    storageText(error),
  );
  const chosen = await confirm(l10n.t('VS Code could not store the key.'), detail, retry, sessionOnly);
  if (chosen === retry) return 'retry';
  return chosen === sessionOnly ? 'session' : 'cancel';
}

/**
 * Restores the session of the stored profile. If the secret storage cannot be read, shows a notification with Retry and
 * resolves with false.
 */
export async function restoreSession(
  sessions: Sessions,
  logger: Logger,
  restore: () => Promise<void> = () => sessions.restore(),
): Promise<boolean> {
  let failure: SecretStorageError | undefined;
  await withErrorHandling(logger, 'restoring the sign-in', async () => {
    try {
      await restore();
    } catch (error) {
      if (!(error instanceof SecretStorageError)) throw error;
      failure = error;
    }
  });
  if (failure === undefined) return true;
  void offerToRestoreAgain(sessions, logger, failure);
  return false;
}

async function offerToRestoreAgain(sessions: Sessions, logger: Logger, error: SecretStorageError): Promise<void> {
  const retry = l10n.t('Retry');
  const signIn = l10n.t('Sign In…');
  const message = l10n.t('VS Code could not read the stored key, so you are signed out. {0}', storageText(error));
  const chosen = await showError(message, retry, signIn);
  if (chosen === retry) await restoreSession(sessions, logger, () => sessions.restoreAgain());
  if (chosen === signIn) await vscode.commands.executeCommand(COMMANDS.signIn);
}

/** Signs out. If the key could not be deleted, shows a notification with Retry and resolves with false. */
export async function signOutAndReport(sessions: Sessions, logger: Logger): Promise<boolean> {
  try {
    await sessions.signOut();
    return true;
  } catch (error) {
    if (!(error instanceof SecretStorageError)) throw error;
    void offerToDeleteAgain(sessions, logger, error);
    return false;
  }
}

async function offerToDeleteAgain(sessions: Sessions, logger: Logger, error: SecretStorageError): Promise<void> {
  const message = l10n.t(
    'You are signed out in this window, but VS Code could not delete the stored key. {0} You can also revoke the key in Plane.',
    storageText(error),
  );
  const retry = l10n.t('Retry');
  if ((await showError(message, retry)) !== retry) return;
  await withErrorHandling(logger, 'deleting the stored key', () => signOutAndReport(sessions, logger));
}
