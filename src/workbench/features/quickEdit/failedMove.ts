// Owns what is said of a work item that was made, and could not be put into the cycle or module that it was made for.
import type { FailedMove } from '../../../pages/record/failedMove.ts';
import type { Session } from '../../../session/session.ts';
import { formatError } from '../../ui/formatError.ts';
import { showError } from '../../ui/notifications.ts';
import { editOf } from './edits.ts';
import { currentValueText, identifierOrName } from './messages.ts';
import type { QuickEdits } from './quickEdit.ts';

/** Resolves when the notice was answered or has gone. */
export async function offerToMove(
  quick: QuickEdits,
  session: Session,
  { address, field, value, fault }: FailedMove,
): Promise<void> {
  const { store } = session;
  const place = `${field} “${currentValueText(store, address, field, value)}”`;
  const retry = 'Retry';
  const chosen = await showError(
    `${identifierOrName(store, address)} was created, but not put into the ${place}. ${formatError(fault)}`,
    retry,
  );
  if (chosen === retry) await quick.change(editOf(field), { session, addresses: [address] }, { field, value });
}
