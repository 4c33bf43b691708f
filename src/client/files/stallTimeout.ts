// Owns how long a transfer may stand still: a file may take its time, as long as it moves.
import type { Clock } from '../../std/clock.ts';
import { throwIfStopped, tied, unlessStopped } from '../abort.ts';
import { FaultError } from '../apiError.ts';

export const STANDSTILL_MS = 60_000;

export interface Patience {
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  readonly standstillMs: number;
}

/** Throws `late` when `moved` was not called for so long, `stopped` when the caller gives up; either way the work is aborted. */
export async function whileMoving<T>(
  { clock, signal, standstillMs }: Patience,
  work: (signal: AbortSignal, moved: () => void) => Promise<T>,
): Promise<T> {
  throwIfStopped(signal);
  const attempt = tied(signal);
  const over = new AbortController();
  let last = clock.now();
  const standstill = async (): Promise<never> => {
    for (let left = standstillMs; left > 0; left = Math.min(standstillMs, last + standstillMs - clock.now())) {
      await clock.sleep(left, over.signal);
    }
    throw new FaultError({ kind: 'late', afterMs: standstillMs });
  };
  const moved = (): void => {
    last = clock.now();
  };
  try {
    return await Promise.race([unlessStopped(work(attempt.signal, moved), signal), standstill()]);
  } finally {
    over.abort();
    attempt.abort();
    attempt.undo();
  }
}
