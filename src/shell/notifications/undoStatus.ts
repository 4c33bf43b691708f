// Shows what the user has changed, and offers to undo it: in the status bar, or in a notification.
import * as l10n from '@vscode/l10n';
import type { Logger } from '../../std/logger.ts';
import { COMMANDS } from '../commands/contributions.ts';
import type { Prompts } from '../prompts/prompts.ts';
import { notifyErrors } from './faultNotification.ts';

/** How long the status bar offers to undo a change, in milliseconds. */
export const UNDO_PERIOD_MS = 10_000;

interface UndoStatusOptions {
  readonly icon?: string;
  readonly tooltip?: string;
}

/** Shows the text, which ends without a period, for ten seconds. `change` is the id of the change in `QuickEditRunner`. */
export function showUndoStatus(
  prompts: Pick<Prompts, 'showStatus'>,
  text: string,
  change: string,
  { icon, tooltip = l10n.t('Undo') }: UndoStatusOptions = {},
): void {
  prompts.showStatus(l10n.t('{0} · Undo', text), UNDO_PERIOD_MS, icon, {
    command: COMMANDS.undoLastChange,
    argument: { change },
    tooltip,
  });
}

/**
 * Shows the message in a notification with an Undo button, and runs `undo` if the user selects it. Does not wait for
 * that, because the command that has made the change is complete.
 */
export function offerUndo(
  { prompts, logger }: { readonly prompts: Prompts; readonly logger: Logger },
  message: string,
  undo: () => Promise<void>,
): void {
  const undoLabel = l10n.t('Undo');
  void notifyErrors(prompts, logger, 'undoing a change', async () => {
    if ((await prompts.notify('info', message, undoLabel)) === undoLabel) await undo();
  });
}
