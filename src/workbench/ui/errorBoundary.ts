// The error boundary: the only place that turns thrown errors into messages with an action.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { ApiError, type FaultKind } from '../../client/apiError.ts';
import { LocalWorkspaceError } from '../../session/localWorkspaceError.ts';
import { errorMessage } from '../../std/errorMessage.ts';
import type { Logger } from '../../std/logger.ts';
import { COMMANDS } from '../contributions.ts';
import { GitRefusal } from '../git/refusal.ts';
import { formatError } from './formatError.ts';
import { showError, showWarning } from './notifications.ts';

/**
 * Runs what the user requested. An expected error is shown and logged; any other error is shown, logged and thrown
 * again. A cancelled request is neither shown nor logged. `what` names the work in the log.
 */
export async function withErrorHandling<T>(
  logger: Logger,
  what: string,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError && error.fault.kind === 'cancelled') return undefined;
    const known = error instanceof ApiError || error instanceof LocalWorkspaceError || error instanceof GitRefusal;
    logger.write('error', what, {
      kind: error instanceof ApiError ? error.fault.kind : 'defect',
      detail: errorMessage(error),
    });
    void showFault(sentenceOf(error), error instanceof ApiError ? error.fault.kind : undefined);
    if (!known) throw error;
    return undefined;
  }
}

interface Offer {
  readonly label: string;
  readonly command: string;
}

/** Returns the action that helps with a kind of fault. */
function helpFor(fault: FaultKind | undefined): Offer | undefined {
  switch (fault) {
    case 'unauthorized':
      return { label: l10n.t('Sign In Again…'), command: COMMANDS.signInAgain };
    case 'network':
    case 'timeout':
      return { label: l10n.t('Show Connection Report'), command: COMMANDS.connectionReport };
    default:
      return undefined;
  }
}

/**
 * Shows a notification with an action for a known fault, and with a button that shows the log. A rejected key is a
 * warning, which VS Code hides automatically: views and pages show it until the user signs in again.
 */
export async function showFault(sentence: string, fault?: FaultKind): Promise<void> {
  const log = { label: l10n.t('Show Log'), command: COMMANDS.showLog };
  const help = helpFor(fault);
  const offers = help === undefined ? [log] : fault === 'unauthorized' ? [help] : [help, log];
  const show = fault === 'unauthorized' ? showWarning : showError;
  const chosen = await show(sentence, ...offers.map(({ label }) => label));
  const offer = offers.find(({ label }) => label === chosen);
  if (offer !== undefined) await vscode.commands.executeCommand(offer.command);
}

function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) return formatError(error.fault);
  if (error instanceof LocalWorkspaceError) return localWorkspaceText(error);
  if (error instanceof GitRefusal) return l10n.t('Git error: {0}', error.answer);
  return l10n.t('Something went wrong in Contrail. See the log for details.');
}

function localWorkspaceText(error: LocalWorkspaceError): string {
  return error.reason === 'noDatabase'
    ? l10n.t('The local workspace needs VS Code 1.101 or newer.')
    : l10n.t('The local workspace could not be started ({0}).', error.message);
}
