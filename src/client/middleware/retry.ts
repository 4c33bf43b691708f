// Repeats a call after a fault, by the policy in retryPolicy.ts.
import { STATUS } from '../../contract/status.ts';
import type { Clock } from '../../std/clock.ts';
import type { Logger } from '../../std/logger.ts';
import { raceAbort } from '../abort.ts';
import { ApiError, type Fault, faultOf, mayHaveHappened } from '../apiError.ts';
import type { Call, Layer, RawAnswer, Send } from '../call.ts';
import { faultFrom } from '../responses/readError.ts';
import { isGoneAlready, nextRetryDelay } from './retryPolicy.ts';

export interface RetryOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly baseUrl: string;
  /** From 0 up to 1. */
  readonly random: () => number;
}

/** A response with any status, or the fault that came instead of one. */
type Outcome =
  | { readonly answer: RawAnswer; readonly fault: Fault | undefined }
  | { readonly answer: undefined; readonly fault: Fault };

/** The response to a DELETE that succeeded. */
const REMOVED: RawAnswer = { status: STATUS.noContent, headers: {}, body: '' };

/**
 * Whether the last fault means that nothing was processed, although an earlier attempt may have been. A GET changes
 * nothing.
 */
function hidesArrival({ method }: Call, fault: Fault, maybeDone: boolean): boolean {
  return maybeDone && method !== 'GET' && !mayHaveHappened(fault);
}

/**
 * Returns the last response or throws the last fault; a signal that is aborted during a wait ends it with `cancelled`.
 * A DELETE whose earlier attempt already deleted the record counts as successful.
 */
export function retry({ clock, logger, baseUrl, random }: RetryOptions): Layer {
  async function attemptOnce(next: Send, call: Call): Promise<Outcome> {
    try {
      const answer = await next(call);
      return {
        answer,
        fault: faultFrom(answer, { now: clock.now(), url: baseUrl + call.target, operation: call.operation }),
      };
    } catch (thrown) {
      return { answer: undefined, fault: faultOf(thrown) };
    }
  }

  async function pause(wait: number, { signal }: Call, maybeDone: boolean): Promise<void> {
    try {
      await raceAbort(clock.sleep(wait, signal), signal);
    } catch (thrown) {
      if (signal?.aborted !== true) throw thrown;
      throw new ApiError(maybeDone ? { kind: 'cancelled' } : { kind: 'cancelled', unsent: true });
    }
  }

  return (next) => async (call) => {
    let maybeDone = false;
    for (let attempt = 1; ; attempt += 1) {
      const { answer, fault } = await attemptOnce(next, call);
      const wait =
        fault &&
        nextRetryDelay({ fault, attempt, repeatable: call.operation.repeatable, now: clock.now(), random: random() });
      if (fault !== undefined && wait !== undefined) {
        maybeDone ||= mayHaveHappened(fault);
        logger.write('info', 'asking again', {
          operation: call.name,
          fault: fault.kind,
          attempt,
          waitMs: Math.round(wait),
        });
        await pause(wait, call, maybeDone);
      } else if (answer === undefined) {
        throw new ApiError(hidesArrival(call, fault, maybeDone) ? { ...fault, mayHaveArrived: true } : fault);
      } else if (maybeDone && isGoneAlready(call.operation, fault)) {
        return REMOVED;
      } else {
        return fault !== undefined && hidesArrival(call, fault, maybeDone)
          ? { ...answer, mayHaveArrived: true }
          : answer;
      }
    }
  };
}
