// Ends a file transfer that makes no progress: the whole may take any time, a pause may not.
import type { Clock } from '../../std/clock.ts';
import { linkSignals, raceAbort, throwIfAborted } from '../abort.ts';
import { ApiError } from '../apiError.ts';

export const STALL_MS = 60_000;

export interface StallOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  readonly standstillMs: number;
}

/**
 * Runs `work` and aborts it when `moved` has not been called for `standstillMs`, or when the caller cancels.
 * @throws ApiError: `timeout` or `cancelled`.
 */
export async function withStallTimeout<T>(
  { clock, signal, standstillMs }: StallOptions,
  work: (signal: AbortSignal, moved: () => void) => Promise<T>,
): Promise<T> {
  throwIfAborted(signal);
  const attempt = linkSignals(signal);
  const over = new AbortController();
  let last = clock.now();
  const standstill = async (): Promise<never> => {
    for (let left = standstillMs; left > 0; left = Math.min(standstillMs, last + standstillMs - clock.now())) {
      await clock.sleep(left, over.signal);
    }
    throw new ApiError({ kind: 'timeout', afterMs: standstillMs });
  };
  const moved = (): void => {
    last = clock.now();
  };
  try {
    return await Promise.race([raceAbort(work(attempt.signal, moved), signal), standstill()]);
  } finally {
    over.abort();
    attempt.abort();
    attempt.undo();
  }
}
