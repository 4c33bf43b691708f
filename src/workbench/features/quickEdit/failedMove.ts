// Reports that a work item was created, but could not be added to its cycle or module.
import * as l10n from '@vscode/l10n';
import type { FailedMove } from '../../../pages/record/failedMove.ts';
import type { Session } from '../../../session/session.ts';
import { formatError } from '../../ui/formatError.ts';
import { showError } from '../../ui/notifications.ts';
import { editOf } from './edits.ts';
import { currentValueText, identifierOrName } from './messages.ts';
import type { QuickEdits } from './quickEdit.ts';

/** Resolves when the notification is closed, after a retry if the user selects it. */
export async function offerToMove(
  quick: QuickEdits,
  session: Session,
  { address, field, value, fault }: FailedMove,
): Promise<void> {
  const { store } = session;
  const place = `${field} “${currentValueText(store, address, field, value)}”`;
  const retry = l10n.t('Retry');
  const chosen = await showError(
    l10n.t(
      '{0} was created, but not put into the {1}. {2}',
      identifierOrName(store, address),
      place,
      formatError(fault),
    ),
    retry,
  );
  if (chosen === retry) await quick.change(editOf(field), { session, addresses: [address] }, { field, value });
}
