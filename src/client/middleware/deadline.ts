// Limits the time that one attempt of a call may take.
import type { Clock } from '../../std/clock.ts';
import { DISPOSED, linkSignals, raceAbort, throwIfAborted } from '../abort.ts';
import { ApiError } from '../apiError.ts';
import type { Middleware } from '../call.ts';

export const DEADLINE_MS = 20_000;

/**
 * Returns middleware that aborts an attempt after `afterMs`, or when the caller cancels. The middleware then throws an
 * ApiError (`timeout` or `cancelled`).
 */
export function deadline(clock: Clock, afterMs: number = DEADLINE_MS): Middleware {
  return (next) => async (call) => {
    throwIfAborted(call.signal);
    const linkedSignal = linkSignals(call.signal);
    const timerController = new AbortController();
    const timeoutPromise = clock.sleep(afterMs, timerController.signal).then(() => {
      throw new ApiError({ kind: 'timeout', afterMs });
    });
    try {
      return await Promise.race([
        raceAbort(next({ ...call, signal: linkedSignal.signal }), call.signal),
        timeoutPromise,
      ]);
    } finally {
      timerController.abort(DISPOSED);
      linkedSignal.abort();
      linkedSignal.removeListeners();
    }
  };
}
