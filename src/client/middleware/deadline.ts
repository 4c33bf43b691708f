// Limits the time of one attempt.
import type { Clock } from '../../std/clock.ts';
import { DISPOSED, linkSignals, raceAbort, throwIfAborted } from '../abort.ts';
import { ApiError } from '../apiError.ts';
import type { Layer } from '../call.ts';

export const DEADLINE_MS = 20_000;

/**
 * Aborts an attempt that takes longer, and one whose caller cancels.
 * @throws ApiError: `timeout` or `cancelled`.
 */
export function deadline(clock: Clock, afterMs: number = DEADLINE_MS): Layer {
  return (next) => async (call) => {
    throwIfAborted(call.signal);
    const attempt = linkSignals(call.signal);
    const alarm = new AbortController();
    const late = clock.sleep(afterMs, alarm.signal).then(() => {
      throw new ApiError({ kind: 'timeout', afterMs });
    });
    try {
      return await Promise.race([raceAbort(next({ ...call, signal: attempt.signal }), call.signal), late]);
    } finally {
      alarm.abort(DISPOSED);
      attempt.abort();
      attempt.undo();
    }
  };
}
