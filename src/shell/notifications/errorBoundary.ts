// Error handling for modules without prompts: shows errors with VS Code's notifications.
import type { FaultKind } from '../../client/apiError.ts';
import type { Logger } from '../../std/logger.ts';
import { VscodePrompts } from '../prompts/vscodePrompts.ts';
import { notifyErrors, notifyFault } from './faultNotification.ts';

/**
 * Runs `work`. If it rejects, shows a notification and logs the error with `workName`. Rethrows an unexpected error
 * (see `notifyErrors`).
 */
export async function withErrorHandling<T>(
  logger: Logger,
  workName: string,
  work: () => Promise<T>,
): Promise<T | undefined> {
  return notifyErrors(new VscodePrompts(), logger, workName, work);
}

/** Shows an error with buttons that help with this kind of error (see `notifyFault`). */
export async function showFault(message: string, faultKind?: FaultKind): Promise<void> {
  await notifyFault(new VscodePrompts(), message, faultKind);
}
