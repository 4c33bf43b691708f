// Error handling for everything that the user starts: shows and logs thrown errors.
// This module does not import `vscode`, so that unit tests can run the code that uses it.
import * as l10n from '@vscode/l10n';
import { ApiError, type FaultKind } from '../../client/apiError.ts';
import { LocalWorkspaceError } from '../../core/session/localWorkspaceError.ts';
import { errorMessage } from '../../std/errorMessage.ts';
import type { Logger } from '../../std/logger.ts';
import { COMMANDS } from '../commands/contributions.ts';
import { formatError, rejectedKeyText } from '../faults/formatError.ts';
import { GitError } from '../git/gitError.ts';
import type { Prompts } from '../prompts/prompts.ts';

export interface RequestAccount {
  /** The id of the account in the list of accounts. */
  readonly id: string;
  readonly name: string;
}

/**
 * Runs `work`. An expected error (ApiError, LocalWorkspaceError, GitError) is shown and logged; an unexpected error is
 * also rethrown. A canceled request is neither shown nor logged. A CancellationError of VS Code is only rethrown.
 * `workName` names the work in the log. `account` returns the account whose key the requests contain, so that a
 * rejected key is shown with the name of its account.
 */
export async function notifyErrors<T>(
  prompts: Prompts,
  logger: Logger,
  workName: string,
  work: () => Promise<T>,
  account?: () => RequestAccount | undefined,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError && error.fault.kind === 'cancelled') return undefined;
    if (error instanceof Error && error.name === 'Canceled') throw error;
    const isExpected = error instanceof ApiError || error instanceof LocalWorkspaceError || error instanceof GitError;
    logger.write('error', workName, {
      kind: error instanceof ApiError ? error.fault.kind : 'defect',
      detail: errorMessage(error),
    });
    const faultKind = error instanceof ApiError ? error.fault.kind : undefined;
    const rejectedAccount = faultKind === 'unauthorized' ? account?.() : undefined;
    void notifyFault(
      prompts,
      rejectedAccount === undefined ? messageOf(error) : rejectedKeyText(rejectedAccount.name),
      faultKind,
      rejectedAccount?.id,
    );
    if (!isExpected) throw error;
    return undefined;
  }
}

interface ErrorAction {
  readonly label: string;
  readonly command: string;
}

/** Returns the button that helps with this kind of error. */
function actionFor(faultKind: FaultKind | undefined): ErrorAction | undefined {
  switch (faultKind) {
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
 * Shows an error with a button that helps with this kind of error and, unless a key is rejected, a button that shows
 * the log. A rejected key is shown as a warning, because views and pages also show it until the user signs in again.
 * `account` is the id of the account whose key is rejected.
 */
export async function notifyFault(
  prompts: Prompts,
  message: string,
  faultKind?: FaultKind,
  account?: string,
): Promise<void> {
  const showLogAction = { label: l10n.t('Show Log'), command: COMMANDS.showLog };
  const action = actionFor(faultKind);
  const actions =
    action === undefined ? [showLogAction] : faultKind === 'unauthorized' ? [action] : [action, showLogAction];
  const severity = faultKind === 'unauthorized' ? 'warning' : 'error';
  const chosenLabel = await prompts.notify(severity, message, ...actions.map(({ label }) => label));
  const chosenAction = actions.find(({ label }) => label === chosenLabel);
  if (chosenAction === undefined) return;
  // By the time the user selects the button, the window may use a different account.
  const signsInAgain = chosenAction.command === COMMANDS.signInAgain && account !== undefined;
  await prompts.runCommand(chosenAction.command, ...(signsInAgain ? [account] : []));
}

function messageOf(error: unknown): string {
  if (error instanceof ApiError) {
    const text = formatError(error.fault);
    return error.fault.mayHaveArrived === true ? l10n.t('{0} The server may have received it anyway.', text) : text;
  }
  if (error instanceof LocalWorkspaceError)
    return l10n.t('The sample workspace could not be started ({0}).', error.message);
  if (error instanceof GitError) return l10n.t('Git error: {0}', error.output);
  return l10n.t('Something went wrong in Contrail. See the log for details.');
}
