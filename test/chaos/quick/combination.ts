// Runs one combination: a task while a fault or a kill of the host occurs at one request.
import { setTimeout as pause } from 'node:timers/promises';
import type { InjectedFaultCount } from '../../support/faultProxy.ts';
import { until } from '../../support/until.ts';
import { deferred } from '../../unit/std/deferred.ts';
import { type RequestName, requestMatcher, type WireFault } from '../faults.ts';
import { type SimulatedUser, undefinedIfKilled } from './simulatedUser.ts';
import type { Task } from './task.ts';

/** What fails: the request, with a fault that occurs `times` times, or the host, which is killed. */
export type Failure =
  | { readonly kind: 'fault'; readonly fault: WireFault; readonly times: number }
  | { readonly kind: 'kill'; readonly when: 'before the request' | 'before the response' };

/** A task, and the failure that occurs at one of its requests. */
export interface Combination {
  readonly task: Task;
  readonly requestName: RequestName;
  readonly failure: Failure;
}

export function combinationName({ task, requestName, failure }: Combination): string {
  return `${task.name}, ${requestName}, ${failureName(failure)}`;
}

function failureName(failure: Failure): string {
  return failure.kind === 'fault' ? failure.fault.name : `killed ${failure.when}`;
}

/** The client's timeout for a request. In a simulated host, the timeout is this time divided by `speedup`. */
const REQUEST_TIMEOUT_MS = 20_000;
/** A task must be completed within this number of attempts after the faults have been removed. */
const MAX_ATTEMPTS = 6;

/** @throws if the task cannot be completed after the fault has been removed */
export async function runCombination(person: SimulatedUser, combination: Combination): Promise<void> {
  const { task } = combination;
  const earlyFault = task.sendsItself === true ? await scheduleFault(person, combination) : undefined;
  const token = await task.type(person);
  if (task.attachesFile !== true && task.sendsItself !== true) await person.waitUntilOnDisk(token);
  if (task.loseFirstResponseOf !== undefined) await sendWithLostResponse(person, task, task.loseFirstResponseOf);
  if (task.typesMore === true) await person.waitUntilOnDisk(await task.type(person));
  await sendWithFault(person, combination, earlyFault ?? (await scheduleFault(person, combination)));
  await sendUntilCompleted(person, task, combinationName(combination));
}

interface ScheduledFault {
  readonly faultCount: InjectedFaultCount;
  /** Ends the delay of a late response. */
  readonly endDelay: () => void;
}

async function scheduleFault(
  { setup: { proxy, speedup } }: SimulatedUser,
  { task, requestName, failure }: Combination,
): Promise<ScheduledFault> {
  const { promise, resolve } = deferred<void>();
  const delays = {
    soon: () => pause(40),
    tooLate: () => Promise.race([pause((REQUEST_TIMEOUT_MS / speedup) * 1.4), promise]).then(() => undefined),
  };
  if (task.alsoLostResponse !== undefined) proxy.inject(requestMatcher(task.alsoLostResponse), { kind: 'lost' });
  const fault =
    failure.kind === 'fault'
      ? failure.fault.createFault(delays)
      : failure.when === 'before the response'
        ? ({ kind: 'delayed', until: promise } as const)
        : ({ kind: 'hanging' } as const);
  const times = failure.kind === 'fault' ? failure.times : 1;
  return { faultCount: proxy.inject(requestMatcher(requestName), fault, times), endDelay: resolve };
}

/**
 * Calls `send` of the task once while the fault is active, kills the host if the combination contains a kill, and then
 * removes all faults.
 */
async function sendWithFault(
  person: SimulatedUser,
  { task, requestName, failure }: Combination,
  { faultCount, endDelay }: ScheduledFault,
): Promise<void> {
  const { proxy, stats, speedup } = person.setup;
  const timerAbort = new AbortController();
  const removeFaults = (): void => {
    endDelay();
    proxy.removeFaults();
  };
  const timeout = (REQUEST_TIMEOUT_MS / speedup) * 2.5;
  void pause(timeout, undefined, { signal: timerAbort.signal }).then(removeFaults, () => undefined);
  const responseCount = proxy.answers.length;
  const pendingSend = undefinedIfKilled(task.send(person));
  const state = { isEnded: false };
  const settledSend = pendingSend.finally(() => {
    state.isEnded = true;
  });
  if (failure.kind === 'kill') {
    const isReached = (): boolean => {
      if (state.isEnded) return true;
      return failure.when === 'before the response'
        ? hasResponse(person, requestName, responseCount)
        : faultCount.occurrences > 0;
    };
    await until('the moment of the kill', isReached);
    if (faultCount.occurrences > 0) await person.kill();
  }
  await settledSend;
  timerAbort.abort();
  removeFaults();
  stats.countFault(failureName(failure), requestName, faultCount.occurrences);
}

/** Whether the proxy has recorded a response to the named request at the index `from` or later. */
function hasResponse({ setup: { proxy } }: SimulatedUser, requestName: RequestName, from: number): boolean {
  const isRequest = requestMatcher(requestName);
  return proxy.answers.slice(from).some(({ request: to }) => isRequest(to.method, to.path));
}

/** Calls `send` of the task once while the server handles the named requests but their responses are lost. */
async function sendWithLostResponse(person: SimulatedUser, task: Task, requestName: RequestName): Promise<void> {
  const { proxy, stats } = person.setup;
  const faultCount = proxy.inject(requestMatcher(requestName), { kind: 'lost' });
  await task.send(person);
  proxy.removeFaults();
  stats.countFault('response lost', requestName, faultCount.occurrences);
}

async function sendUntilCompleted(person: SimulatedUser, task: Task, combinationName: string): Promise<void> {
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
    if (await task.send(person)) return;
    await pause(50);
  }
  throw new Error(`The task could not be completed: ${combinationName}.`);
}
