// Owns one transfer to or from an object store: over the wire, without the key, watched for standing still, with faults for raw errors.
import { type Clock, systemClock } from '../../std/clock.ts';
import { throwIfStopped, tied } from '../abort.ts';
import { FaultError } from '../apiError.ts';
import type { Client } from '../client.ts';
import { unreachedBy } from '../networkError.ts';
import type { Wire } from '../wire.ts';
import { STANDSTILL_MS, whileMoving } from './stallTimeout.ts';

export interface TransferOptions {
  readonly client: Client;
  /** Default the client's own. */
  readonly wire?: Wire;
  readonly signal?: AbortSignal | undefined;
  /** Default the system's. */
  readonly clock?: Clock;
  /** How long nothing may move. Default 60 s. */
  readonly standstillMs?: number;
}

/** Ends with `stopped` when the caller gives up or the client is closed. `work` calls `moved` whenever bytes went over. Throws `late`, `stopped`, `unreached` or `unreadable`; a fault that the work throws is thrown on. */
export async function transfer<T>(
  { client, wire, signal, clock = systemClock, standstillMs = STANDSTILL_MS }: TransferOptions,
  { host }: URL,
  work: (wire: Wire, signal: AbortSignal, moved: () => void) => Promise<T>,
): Promise<T> {
  const tie = tied(signal, client.closed);
  try {
    throwIfStopped(tie.signal);
    const opened = wire ?? (await client.wire());
    return await whileMoving({ clock, signal: tie.signal, standstillMs }, (inner, moved) => work(opened, inner, moved));
  } catch (thrown) {
    if (thrown instanceof FaultError) throw thrown;
    throwIfStopped(tie.signal);
    throw new FaultError(unreachedBy(thrown, host));
  } finally {
    tie.undo();
  }
}
