// Shares requests: equal GET requests in flight at the same time are sent once.
import { Emitter } from '../../std/event.ts';
import { DISPOSED, raceAbort, throwIfAborted } from '../abort.ts';
import { type Call, type Layer, type RawAnswer, type Send, URGENCIES, type Urgency } from '../call.ts';

interface Flight {
  readonly answer: Promise<RawAnswer>;
  readonly stop: AbortController;
  readonly risen: Emitter<void>;
  urgency: Urgency;
  waiting: number;
}

function isMoreUrgent(one: Urgency, other: Urgency): boolean {
  return URGENCIES.indexOf(one) < URGENCIES.indexOf(other);
}

function takeOff(call: Call, next: Send): Flight {
  const stop = new AbortController();
  const risen = new Emitter<void>();
  const pressure = { urgency: call.urgency };
  const shared: Call = {
    ...call,
    get urgency() {
      return pressure.urgency;
    },
    onDidRise: risen.event,
    signal: stop.signal,
  };
  return Object.assign(pressure, { answer: next(shared), stop, risen, waiting: 0 });
}

/**
 * A caller whose signal is aborted leaves; the request is aborted when the last caller has left. The most urgent caller
 * determines the urgency of the request. A GET that started before a write was answered is not shared afterwards: its
 * response may be outdated.
 */
export function share(): Layer {
  return (next) => {
    const flights = new Map<string, Flight>();
    const land = (target: string, flight: Flight): void => {
      if (flights.get(target) === flight) flights.delete(target);
    };
    const join = async (call: Call, flight: Flight): Promise<RawAnswer> => {
      flight.waiting += 1;
      if (isMoreUrgent(call.urgency, flight.urgency)) {
        flight.urgency = call.urgency;
        flight.risen.fire();
      }
      try {
        return await raceAbort(flight.answer, call.signal);
      } finally {
        flight.waiting -= 1;
        if (flight.waiting === 0) {
          land(call.target, flight);
          flight.stop.abort(DISPOSED);
        }
      }
    };
    return async (call) => {
      throwIfAborted(call.signal);
      if (call.method !== 'GET') return next(call).finally(() => flights.clear());
      const flight = flights.get(call.target) ?? takeOff(call, next);
      flights.set(call.target, flight);
      return join(call, flight);
    };
  };
}
