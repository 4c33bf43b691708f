// One cell of the table: a task that meets a fault, or a kill of the host, at one operation, and is
// then completed.
import { setTimeout as pause } from 'node:timers/promises';
import type { Ordered } from '../../support/faultProxy.ts';
import { until } from '../../support/until.ts';
import { deferred } from '../../unit/std/deferred.ts';
import { type Asking, requestsOf, type WireFault } from '../faults.ts';
import { type Person, unlessKilled } from './person.ts';
import type { Task } from './task.ts';

/** What happens in a cell: a fault that occurs `times` times, or a kill of the host. */
export type Meeting =
  | { readonly kind: 'fault'; readonly fault: WireFault; readonly times: number }
  | { readonly kind: 'kill'; readonly when: 'before the server is asked' | 'before the answer' };

export interface Cell {
  readonly task: Task;
  readonly asking: Asking;
  readonly meeting: Meeting;
}

export function nameOf({ task, asking, meeting }: Cell): string {
  return `${task.name}, ${asking}, ${meetingName(meeting)}`;
}

function meetingName(meeting: Meeting): string {
  return meeting.kind === 'fault' ? meeting.fault.name : `killed ${meeting.when}`;
}

/** How long a request may hang before the fault ends, in milliseconds: longer than the client's timeout. */
const TIMEOUT_MS = 20_000;
/** The number of attempts without faults after which a task must be completed. */
const TRIES = 6;

export async function play(person: Person, cell: Cell): Promise<void> {
  const { task } = cell;
  const before = task.sendsItself === true ? await arm(person, cell) : undefined;
  const token = await task.type(person);
  if (task.isFile !== true && task.sendsItself !== true) await person.kept(token);
  if (task.earlier !== undefined) await sendInVain(person, task, task.earlier);
  if (task.grows === true) await person.kept(await task.type(person));
  await meet(person, cell, before ?? (await arm(person, cell)));
  await finish(person, task, nameOf(cell));
}

interface ScheduledFault {
  readonly ordered: Ordered;
  readonly release: () => void;
}

async function arm({ setup: { proxy, haste } }: Person, { task, asking, meeting }: Cell): Promise<ScheduledFault> {
  const { promise, resolve } = deferred<void>();
  const pace = {
    soon: () => pause(40),
    tooLate: () => Promise.race([pause((20_000 / haste) * 1.4), promise]).then(() => undefined),
  };
  if (task.besides !== undefined) proxy.inject(requestsOf(task.besides), { kind: 'lost' });
  const trouble =
    meeting.kind === 'fault'
      ? meeting.fault.trouble(pace)
      : meeting.when === 'before the answer'
        ? ({ kind: 'held', until: promise } as const)
        : ({ kind: 'hanging' } as const);
  const times = meeting.kind === 'fault' ? meeting.times : 1;
  return { ordered: proxy.inject(requestsOf(asking), trouble, times), release: resolve };
}

/** Sends the task for the first time, while the fault is active; afterwards there are no faults. */
async function meet(
  person: Person,
  { task, asking, meeting }: Cell,
  { ordered, release }: ScheduledFault,
): Promise<void> {
  const { proxy, stats, haste } = person.setup;
  const weather = new AbortController();
  const heal = (): void => {
    release();
    proxy.heal();
  };
  void pause((TIMEOUT_MS / haste) * 2.5, undefined, { signal: weather.signal }).then(heal, () => undefined);
  const answered = proxy.answers.length;
  const sending = unlessKilled(task.send(person));
  const state = { over: false };
  const over = sending.finally(() => {
    state.over = true;
  });
  if (meeting.kind === 'kill') {
    const isReached = (): boolean =>
      state.over || (meeting.when === 'before the answer' ? hasAnswered(person, asking, answered) : ordered.hits > 0);
    await until('the moment of the kill', isReached);
    if (ordered.hits > 0) await person.kill();
  }
  await over;
  weather.abort();
  heal();
  stats.countFault(meetingName(meeting), asking, ordered.hits);
}

function hasAnswered({ setup: { proxy } }: Person, asking: Asking, from: number): boolean {
  const pick = requestsOf(asking);
  return proxy.answers.slice(from).some(({ to }) => pick(to.method, to.path));
}

/** Sends the task while every answer to the operation is lost: the server carries out the request. */
async function sendInVain(person: Person, task: Task, asking: Asking): Promise<void> {
  const { proxy, stats } = person.setup;
  const ordered = proxy.inject(requestsOf(asking), { kind: 'lost' });
  await task.send(person);
  proxy.heal();
  stats.countFault('the answer is lost', asking, ordered.hits);
}

async function finish(person: Person, task: Task, name: string): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (await task.send(person)) return;
    await pause(50);
  }
  throw new Error(`It could not be brought to the server: ${name}.`);
}
