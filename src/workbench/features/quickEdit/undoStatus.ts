// Shows in the status bar what the user has changed. A click undoes the change.
import * as l10n from '@vscode/l10n';
import { COMMANDS } from '../../contributions.ts';
import type { Prompts } from '../../ui/prompts.ts';

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
