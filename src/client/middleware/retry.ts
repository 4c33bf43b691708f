// Retries a failed call, as decided by retryPolicy.ts.
import { STATUS } from '../../contract/status.ts';
import type { Clock } from '../../std/clock.ts';
import type { Logger } from '../../std/logger.ts';
import { raceAbort } from '../abort.ts';
import { ApiError, type Fault, faultOf, mayHaveBeenProcessed } from '../apiError.ts';
import type { Call, Middleware, RawResponse, Send } from '../call.ts';
import { faultOfResponse } from '../responses/readError.ts';
import { nextRetryDelay, wasDeletedByEarlierAttempt } from './retryPolicy.ts';

export interface RetryOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly baseUrl: string;
  /** Returns a random number from 0 up to 1, which determines the delay of a retry. */
  readonly random: () => number;
}

/** The outcome of an attempt: a response, with a fault if its status is not a success, or only a fault. */
type AttemptOutcome =
  | { readonly response: RawResponse; readonly fault: Fault | undefined }
  | { readonly response: undefined; readonly fault: Fault };

/** The response to a successful DELETE. */
const DELETED_RESPONSE: RawResponse = { status: STATUS.noContent, headers: {}, body: '' };

/**
 * Whether the server may have processed an earlier attempt although it did not process the last attempt. The fault then
 * has `mayHaveArrived`. False for a GET, which changes nothing.
 */
function mustReportArrival({ method }: Call, fault: Fault, mayBeProcessed: boolean): boolean {
  return mayBeProcessed && method !== 'GET' && !mayHaveBeenProcessed(fault);
}

/**
 * Returns middleware that retries failed calls, and returns the response or throws the fault of the last attempt. When
 * the signal is aborted during a wait, the middleware throws `cancelled`. A DELETE is successful if an earlier attempt
 * has already deleted the record.
 */
export function retry({ clock, logger, baseUrl, random }: RetryOptions): Middleware {
  async function attemptOnce(next: Send, call: Call): Promise<AttemptOutcome> {
    try {
      const response = await next(call);
      return {
        response,
        fault: faultOfResponse(response, { now: clock.now(), url: baseUrl + call.target, operation: call.operation }),
      };
    } catch (thrown) {
      return { response: undefined, fault: faultOf(thrown) };
    }
  }

  async function pause(waitMs: number, { signal }: Call, mayBeProcessed: boolean): Promise<void> {
    try {
      await raceAbort(clock.sleep(waitMs, signal), signal);
    } catch (thrown) {
      if (signal?.aborted !== true) throw thrown;
      throw new ApiError(mayBeProcessed ? { kind: 'cancelled' } : { kind: 'cancelled', isUnsent: true });
    }
  }

  return (next) => async (call) => {
    let mayBeProcessed = false;
    for (let attempt = 1; ; attempt += 1) {
      const { response, fault } = await attemptOnce(next, call);
      const waitMs =
        fault &&
        nextRetryDelay({
          fault,
          attemptCount: attempt,
          repeatable: call.operation.repeatable,
          now: clock.now(),
          random: random(),
        });
      if (fault !== undefined && waitMs !== undefined) {
        mayBeProcessed ||= mayHaveBeenProcessed(fault);
        logger.write('info', 'retry', {
          operation: call.name,
          fault: fault.kind,
          attempt,
          waitMs: Math.round(waitMs),
        });
        await pause(waitMs, call, mayBeProcessed);
      } else if (response === undefined) {
        throw new ApiError(mustReportArrival(call, fault, mayBeProcessed) ? { ...fault, mayHaveArrived: true } : fault);
      } else if (mayBeProcessed && wasDeletedByEarlierAttempt(call.operation, fault)) {
        return DELETED_RESPONSE;
      } else {
        return fault !== undefined && mustReportArrival(call, fault, mayBeProcessed)
          ? { ...response, mayHaveArrived: true }
          : response;
      }
    }
  };
}
