// Owns what is said of a work item that was made, and could not be put into the cycle or module that it was made for.
import type { NotPut } from '../../../pages/record/failedMove.ts';
import type { Session } from '../../../session/session.ts';
import { faultWords } from '../../ui/formatError.ts';
import { complain } from '../../ui/notifications.ts';
import { editOf } from './edits.ts';
import { heldWords, identifierOrName } from './messages.ts';
import type { Quick } from './quickEdit.ts';

/** Resolves when the notice was answered or has gone. */
export async function offerToPut(quick: Quick, session: Session, { address, field, value, fault }: NotPut): Promise<void> {
  const { store } = session;
  const place = `${field} “${heldWords(store, address, field, value)}”`;
  const retry = 'Retry';
  const chosen = await complain(
    `${identifierOrName(store, address)} was created, but not put into the ${place}. ${faultWords(fault)}`,
    retry,
  );
  if (chosen === retry) await quick.change(editOf(field), { session, addresses: [address] }, { field, value });
}
