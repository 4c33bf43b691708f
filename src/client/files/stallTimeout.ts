// Aborts a file transfer that makes no progress. The duration of a transfer that makes progress is not limited.
import type { Clock } from '../../std/clock.ts';
import { linkSignals, raceAbort, throwIfAborted } from '../abort.ts';
import { ApiError } from '../apiError.ts';

export const STALL_TIMEOUT_MS = 60_000;

export interface StallOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  readonly stallTimeoutMs: number;
}

/**
 * Runs `work`, which must call `onProgress` whenever bytes were transferred. Aborts `work` when `onProgress` was not
 * called for `stallTimeoutMs`, or when `signal` is aborted.
 * @throws ApiError: `timeout` or `cancelled`.
 */
export async function withStallTimeout<T>(
  { clock, signal, stallTimeoutMs }: StallOptions,
  work: (signal: AbortSignal, onProgress: () => void) => Promise<T>,
): Promise<T> {
  throwIfAborted(signal);
  const linkedSignal = linkSignals(signal);
  const endController = new AbortController();
  let lastProgressAt = clock.now();
  const rejectWhenStalled = async (): Promise<never> => {
    for (
      let remainingMs = stallTimeoutMs;
      remainingMs > 0;
      remainingMs = Math.min(stallTimeoutMs, lastProgressAt + stallTimeoutMs - clock.now())
    ) {
      await clock.sleep(remainingMs, endController.signal);
    }
    throw new ApiError({ kind: 'timeout', afterMs: stallTimeoutMs });
  };
  const onProgress = (): void => {
    lastProgressAt = clock.now();
  };
  try {
    return await Promise.race([raceAbort(work(linkedSignal.signal, onProgress), signal), rejectWhenStalled()]);
  } finally {
    endController.abort();
    linkedSignal.abort();
    linkedSignal.removeListeners();
  }
}
