// Random steps of the quick tier: a simulated user types, sends and changes tabs, while faults
// occur and the host is killed.
import { setTimeout as pause } from 'node:timers/promises';
import { draftsIn } from '../account.ts';
import type { Chance } from '../chance.ts';
import { askingOf, faults, requestsOf } from '../faults.ts';
import { JUST_TYPED_MS } from '../typedWords.ts';
import { takeUp } from './fieldTasks.ts';
import { unlessKilled } from './person.ts';
import type { Lane } from './setup.ts';
import type { Task } from './task.ts';

const TRIES = 8;

interface Fresh {
  readonly token: string;
  readonly at: number;
}

export class Days {
  readonly #lane: Lane;
  readonly #chance: Chance;
  readonly #fresh: Fresh[] = [];

  constructor(lane: Lane, chance: Chance) {
    this.#lane = lane;
    this.#chance = chance;
  }

  /** Runs one step; rejects if it failed. */
  async step(): Promise<void> {
    const steps = [
      ...Array.from({ length: 5 }, () => () => this.#type(this.#anyTask())),
      ...Array.from({ length: 6 }, () => () => this.#send(this.#anyTask())),
      () => this.#turn(),
      () => this.#turn(),
      () => this.#lane.person.reload(),
      () => this.#revoked(),
      () => this.#away(),
      () => this.#killed(),
    ];
    await this.#chance.of(steps)();
  }

  /** Without faults: sends everything that the list of drafts shows, until the list is empty. */
  async end(): Promise<void> {
    const { person, tasks } = this.#lane;
    for (const task of tasks.filter(({ isFile, sendsItself }) => isFile ?? sendsItself))
      await this.#finish(() => task.send(person), task.name);
    for (let tries = 0; ; tries += 1) {
      await Promise.all(this.#lane.tabs.map((key) => person.close(key)));
      const offered = await draftsIn(person.drafts);
      if (offered.length === 0) return;
      if (tries === TRIES)
        throw new Error(
          `Still offered: ${offered.map(({ key, draft }) => `${key} ${JSON.stringify(draft)}`).join('\n')}`,
        );
      for (const { key } of offered) await takeUp(person, key);
    }
  }

  #anyTask(): Task {
    return this.#chance.of(this.#lane.tasks.filter(({ signsOut }) => signsOut !== true));
  }

  async #type(task: Task): Promise<void> {
    const { person } = this.#lane;
    if (task.isFile === true && person.files.size > 0) return;
    const token = await task.type(person);
    if (task.isFile === true) return;
    if (this.#chance.is(0.4)) await person.kept(token).catch((error: unknown) => this.#unlessSent(token, error));
    else this.#fresh.push({ token, at: Date.now() });
  }

  /** Text that is sent automatically may be on the server, and no longer on disk, before the test checks. */
  async #unlessSent(token: string, error: unknown): Promise<void> {
    if (!(await this.#lane.person.isThere(token, this.#lane.paths))) throw error;
  }

  /** Runs the task while faults are injected and the host may be killed. */
  async #send(task: Task): Promise<void> {
    const { person } = this.#lane;
    const { proxy, stats, haste } = person.setup;
    const { tooLate, give } = this.#tooLate(haste);
    const orders = Array.from({ length: this.#chance.below(3) }, () => {
      const asking = this.#chance.of(task.asks);
      const fault = this.#chance.of(faults.filter(({ doubles, needsBody }) => doubles !== true && needsBody !== true));
      const ordered = proxy.inject(
        requestsOf(asking),
        fault.trouble({ soon: () => pause(40), tooLate }),
        1 + this.#chance.below(2),
      );
      return { asking, fault, ordered };
    });
    person.tell({ send: task.name, into: orders.map(({ asking, fault }) => `${fault.name} at ${asking}`) });
    const sending = unlessKilled(task.send(person));
    const state = { over: false };
    const over = sending.finally(() => {
      state.over = true;
    });
    const patience = this.#chance.is(0.3) ? this.#chance.below(300) : 3_000;
    await Promise.race([over.catch(() => undefined), pause(patience)]);
    if (!state.over && patience < 3_000) await this.#die();
    give();
    proxy.heal();
    await over;
    for (const { asking, fault, ordered } of orders)
      if (ordered.hits > 0) stats.countFault(fault.name, asking, ordered.hits);
  }

  #tooLate(haste: number): { tooLate: () => Promise<void>; give: () => void } {
    const given = new AbortController();
    const tooLate = (): Promise<void> =>
      pause((20_000 / haste) * 1.4, undefined, { signal: given.signal }).catch(() => undefined);
    return { tooLate, give: () => given.abort() };
  }

  /** Closes a tab and opens it again. */
  async #turn(): Promise<void> {
    const { person, tabs } = this.#lane;
    const key = this.#chance.of(tabs);
    await person.close(key);
    await person.tab(key);
  }

  /** The server rejects the key while the user types and sends, and accepts it again afterwards. */
  async #revoked(): Promise<void> {
    const { person } = this.#lane;
    const { proxy, stats } = person.setup;
    stats.counts.revocations += 1;
    const words = [this.#anyTask(), this.#anyTask()].filter(({ isFile }) => isFile !== true);
    for (const task of words) await this.#type(task);
    const from = proxy.requests.length;
    proxy.inject(() => true, { kind: 'unkeyed' });
    for (const task of words) await task.send(person).catch(unlessUnread);
    proxy.heal();
    this.#tellStruck('the key is refused', from);
    if (this.#chance.is(0.5)) return;
    for (const key of this.#lane.tabs) await person.close(key);
    await person.do({ do: 'signOut' });
    await this.#finish(async () => (await person.signIn()) === undefined, 'signing in again');
  }

  /** The server refuses connections. */
  async #away(): Promise<void> {
    const { person } = this.#lane;
    const { proxy, stats } = person.setup;
    const task = this.#anyTask();
    await this.#type(task);
    await proxy.refuse();
    await task.send(person).catch(unlessUnread);
    await proxy.listenAgain();
    const [asking] = task.asks;
    if (asking !== undefined) stats.countFault('nobody listens', asking, 1);
  }

  #tellStruck(fault: string, from: number): void {
    const { proxy, stats } = this.#lane.person.setup;
    for (const { method, path } of proxy.requests.slice(from)) {
      const asking = askingOf(method, path);
      if (asking !== undefined) stats.countFault(fault, asking, 1);
    }
  }

  /** The host is killed while no request is running: text that was typed just before may be missing. */
  async #killed(): Promise<void> {
    if (this.#chance.is(0.5)) await this.#type(this.#anyTask());
    await this.#die();
  }

  async #die(): Promise<void> {
    const { person, paths } = this.#lane;
    const at = Date.now();
    await person.kill();
    for (const { token, at: typed } of this.#fresh.splice(0)) {
      const isKept = (await person.isOnDisk(token)) || (await person.isThere(token, paths));
      if (!isKept && at - typed < JUST_TYPED_MS) person.setup.typedWords.unpromise([token]);
    }
  }

  async #finish(attempt: () => Promise<boolean>, name: string): Promise<void> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      if (await attempt()) return;
      await pause(50);
    }
    throw new Error(`It could not be brought to an end: ${name}.`);
  }
}

/** While faults occur, a page may show nothing to write in. */
function unlessUnread(error: unknown): false {
  if (error instanceof Error && error.message.includes('cannot be read')) return false;
  throw error;
}
