// Shares one request among identical GET calls that are in flight at the same time.
import { Emitter } from '../../std/event.ts';
import { DISPOSED, raceAbort, throwIfAborted } from '../abort.ts';
import { type Call, type Middleware, type RawResponse, type Send, URGENCIES, type Urgency } from '../call.ts';

interface SharedRequest {
  readonly response: Promise<RawResponse>;
  readonly controller: AbortController;
  readonly urgencyEmitter: Emitter<void>;
  urgency: Urgency;
  callerCount: number;
}

function isMoreUrgent(first: Urgency, second: Urgency): boolean {
  return URGENCIES.indexOf(first) < URGENCIES.indexOf(second);
}

function startRequest(call: Call, next: Send): SharedRequest {
  const controller = new AbortController();
  const urgencyEmitter = new Emitter<void>();
  const urgencyHolder = { urgency: call.urgency };
  const sharedCall: Call = {
    ...call,
    get urgency() {
      return urgencyHolder.urgency;
    },
    onDidRaiseUrgency: urgencyEmitter.event,
    signal: controller.signal,
  };
  return Object.assign(urgencyHolder, { response: next(sharedCall), controller, urgencyEmitter, callerCount: 0 });
}

/**
 * Returns middleware that sends equal GET requests once. The request has the urgency of its most urgent caller, and is
 * aborted when the signals of all callers are aborted. A call with `isCurrent` starts a new request. When a POST, PATCH
 * or DELETE has ended, later calls do not share the GET requests that are in flight at that time, because their
 * responses may be outdated.
 */
export function shareRequests(): Middleware {
  return (next) => {
    const sharedRequests = new Map<string, SharedRequest>();
    const stopSharing = (target: string, sharedRequest: SharedRequest): void => {
      if (sharedRequests.get(target) === sharedRequest) sharedRequests.delete(target);
    };
    const joinRequest = async (call: Call, sharedRequest: SharedRequest): Promise<RawResponse> => {
      sharedRequest.callerCount += 1;
      if (isMoreUrgent(call.urgency, sharedRequest.urgency)) {
        sharedRequest.urgency = call.urgency;
        sharedRequest.urgencyEmitter.fire();
      }
      try {
        return await raceAbort(sharedRequest.response, call.signal);
      } finally {
        sharedRequest.callerCount -= 1;
        if (sharedRequest.callerCount === 0) {
          stopSharing(call.target, sharedRequest);
          sharedRequest.controller.abort(DISPOSED);
        }
      }
    };
    return async (call) => {
      throwIfAborted(call.signal);
      if (call.method !== 'GET') return next(call).finally(() => sharedRequests.clear());
      const requestInFlight = call.isCurrent === true ? undefined : sharedRequests.get(call.target);
      const sharedRequest = requestInFlight ?? startRequest(call, next);
      sharedRequests.set(call.target, sharedRequest);
      return joinRequest(call, sharedRequest);
    };
  };
}
