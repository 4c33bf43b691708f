// Owns sending a call again after a fault, as the policy in knockAgain.ts says.
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

/** An answer, whatever it says, or the fault that came instead of one. */
type Outcome =
  | { readonly answer: RawAnswer; readonly fault: Fault | undefined }
  | { readonly answer: undefined; readonly fault: Fault };

/** What a removal is answered with. */
const REMOVED: RawAnswer = { status: STATUS.noContent, headers: {}, body: '' };

/**
 * Whether the last fault says that nothing was carried out, although an earlier attempt may have been. A reading
 * carries out nothing.
 */
function hidesArrival({ method }: Call, fault: Fault, maybeDone: boolean): boolean {
  return maybeDone && method !== 'GET' && !mayHaveHappened(fault);
}

/**
 * Gives the last answer or throws the last fault; while waiting, an aborted signal ends it with `stopped`. A removal
 * that finds its own work done is answered as done.
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
