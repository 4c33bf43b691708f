// Runs a file upload or download with a stall timeout.
import { type Clock, systemClock } from '../../std/clock.ts';
import { linkSignals, throwIfAborted } from '../abort.ts';
import type { Client } from '../api/client.ts';
import { ApiError } from '../apiError.ts';
import { networkFault } from '../networkError.ts';
import type { Transport } from '../transport.ts';
import { STALL_TIMEOUT_MS, withStallTimeout } from './stallTimeout.ts';

export interface TransferOptions {
  readonly client: Client;
  /** The transport for the file. Default: the transport of the client. */
  readonly transport?: Transport;
  readonly signal?: AbortSignal | undefined;
  /** The clock of the stall timeout. Default: the system clock. */
  readonly clock?: Clock;
  /** Longest time without progress, in milliseconds. Default 60 s. */
  readonly stallTimeoutMs?: number;
}

/**
 * Calls `work`, which must call `onProgress` whenever bytes were transferred. Cancels the transfer when `signal` is
 * aborted or the client is closed.
 * @throws ApiError: `timeout`, `cancelled`, `network` or `invalidResponse`, or an ApiError that `work` throws.
 */
export async function transfer<T>(
  { client, transport, signal, clock = systemClock, stallTimeoutMs = STALL_TIMEOUT_MS }: TransferOptions,
  { host }: URL,
  work: (transport: Transport, signal: AbortSignal, onProgress: () => void) => Promise<T>,
): Promise<T> {
  const linkedSignal = linkSignals(signal, client.closeSignal);
  try {
    throwIfAborted(linkedSignal.signal);
    const openedTransport = transport ?? (await client.transport());
    return await withStallTimeout(
      { clock, signal: linkedSignal.signal, stallTimeoutMs },
      (transferSignal, onProgress) => work(openedTransport, transferSignal, onProgress),
    );
  } catch (thrown) {
    if (thrown instanceof ApiError) throw thrown;
    throwIfAborted(linkedSignal.signal);
    throw new ApiError(networkFault(thrown, host));
  } finally {
    linkedSignal.removeListeners();
  }
}
