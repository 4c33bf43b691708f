// Runs one transfer to or from an object store: without the key, with a stall timeout.
import { type Clock, systemClock } from '../../std/clock.ts';
import { linkSignals, throwIfAborted } from '../abort.ts';
import { ApiError } from '../apiError.ts';
import type { Client } from '../client.ts';
import { networkFault } from '../networkError.ts';
import type { Wire } from '../wire.ts';
import { STALL_MS, withStallTimeout } from './stallTimeout.ts';

export interface TransferOptions {
  readonly client: Client;
  /** By default the wire of the client. */
  readonly wire?: Wire;
  readonly signal?: AbortSignal | undefined;
  /** Default: the system clock. */
  readonly clock?: Clock;
  /** Longest time without progress, in milliseconds. Default 60 s. */
  readonly standstillMs?: number;
}

/**
 * Calls `work`, which calls `moved` whenever bytes were transferred. Ends with `cancelled` when the caller cancels or
 * the client is closed.
 * @throws ApiError: `timeout`, `cancelled`, `network` or `invalidResponse`, or the one that the work throws.
 */
export async function transfer<T>(
  { client, wire, signal, clock = systemClock, standstillMs = STALL_MS }: TransferOptions,
  { host }: URL,
  work: (wire: Wire, signal: AbortSignal, moved: () => void) => Promise<T>,
): Promise<T> {
  const tie = linkSignals(signal, client.closed);
  try {
    throwIfAborted(tie.signal);
    const opened = wire ?? (await client.wire());
    return await withStallTimeout({ clock, signal: tie.signal, standstillMs }, (inner, moved) =>
      work(opened, inner, moved),
    );
  } catch (thrown) {
    if (thrown instanceof ApiError) throw thrown;
    throwIfAborted(tie.signal);
    throw new ApiError(networkFault(thrown, host));
  } finally {
    tie.undo();
  }
}
