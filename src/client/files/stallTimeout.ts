// Owns how long a transfer may stand still: a file may take its time, as long as it moves.
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
 * Throws `late` when `moved` was not called for so long, `stopped` when the caller gives up; either way the work is
 * aborted.
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
