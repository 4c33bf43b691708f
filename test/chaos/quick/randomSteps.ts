// Random steps of the quick part: a user types, sends and reopens tabs during failures.
import { setTimeout as pause } from 'node:timers/promises';
import { faults, requestMatcher, requestNameOf } from '../faults.ts';
import { draftsIn } from '../finalChecks.ts';
import type { RandomGenerator } from '../randomGenerator.ts';
import { JUST_TYPED_MS } from '../typedWords.ts';
import { sendStoredDraft } from './fieldTasks.ts';
import type { UserSetup } from './setup.ts';
import { undefinedIfKilled } from './simulatedUser.ts';
import type { Task } from './task.ts';

const MAX_ATTEMPTS = 8;

/** A word that the user typed without waiting until it was on disk. */
interface RecentWord {
  readonly token: string;
  readonly typedAt: number;
}

export class RandomSteps {
  readonly #userSetup: UserSetup;
  readonly #chance: RandomGenerator;
  readonly #recentWords: RecentWord[] = [];

  constructor(userSetup: UserSetup, chance: RandomGenerator) {
    this.#userSetup = userSetup;
    this.#chance = chance;
  }

  /** Runs one random step. Rejects if the step fails. */
  async step(): Promise<void> {
    const steps = [
      ...Array.from({ length: 5 }, () => () => this.#type(this.#anyTask())),
      ...Array.from({ length: 6 }, () => () => this.#send(this.#anyTask())),
      () => this.#reopenTab(),
      () => this.#reopenTab(),
      () => this.#userSetup.person.reload(),
      () => this.#sendWithRejectedKey(),
      () => this.#sendWhileServerIsDown(),
      () => this.#killWhileIdle(),
    ];
    await this.#chance.of(steps)();
  }

  /** Sends everything that the Drafts list shows, without faults, until the list is empty. */
  async end(): Promise<void> {
    const { person, tasks } = this.#userSetup;
    for (const task of tasks.filter(({ attachesFile, sendsItself }) => attachesFile ?? sendsItself))
      await this.#retry(() => task.send(person), task.name);
    for (let attempts = 0; ; attempts += 1) {
      await Promise.all(this.#userSetup.tabKeys.map((key) => person.close(key)));
      const drafts = await draftsIn(person.draftsFolder);
      if (drafts.length === 0) return;
      if (attempts === MAX_ATTEMPTS)
        throw new Error(
          `Still in the Drafts list: ${drafts.map(({ key, draft }) => `${key} ${JSON.stringify(draft)}`).join('\n')}`,
        );
      for (const { key } of drafts) await sendStoredDraft(person, key);
    }
  }

  #anyTask(): Task {
    return this.#chance.of(this.#userSetup.tasks.filter(({ signsOut }) => signsOut !== true));
  }

  async #type(task: Task): Promise<void> {
    const { person } = this.#userSetup;
    if (task.attachesFile === true && person.files.size > 0) return;
    const token = await task.type(person);
    if (task.attachesFile === true) return;
    if (this.#chance.is(0.4))
      await person.waitUntilOnDisk(token).catch((error: unknown) => this.#throwUnlessSent(token, error));
    else this.#recentWords.push({ token, typedAt: Date.now() });
  }

  /**
   * Rethrows the error unless the word is on the server: text that was sent automatically may no longer have a draft.
   */
  async #throwUnlessSent(token: string, error: unknown): Promise<void> {
    if (!(await this.#userSetup.person.isOnServer(token, this.#userSetup.paths))) throw error;
  }

  /** Calls `send` of the task while up to two faults are active. Sometimes kills the host before `send` has ended. */
  async #send(task: Task): Promise<void> {
    const { person } = this.#userSetup;
    const { proxy, stats, speedup } = person.setup;
    const { tooLate, endDelay } = this.#lateResponse(speedup);
    const injections = Array.from({ length: this.#chance.below(3) }, () => {
      const requestName = this.#chance.of(task.requestNames);
      const fault = this.#chance.of(
        faults.filter(({ isSentTwice, needsBody }) => isSentTwice !== true && needsBody !== true),
      );
      const faultCount = proxy.inject(
        requestMatcher(requestName),
        fault.createFault({ soon: () => pause(40), tooLate }),
        1 + this.#chance.below(2),
      );
      return { requestName, fault, faultCount };
    });
    const faultNames = injections.map(({ requestName, fault }) => `${fault.name} at ${requestName}`);
    person.logEvent({ send: task.name, faults: faultNames });
    const pendingSend = undefinedIfKilled(task.send(person));
    const state = { isEnded: false };
    const settledSend = pendingSend.finally(() => {
      state.isEnded = true;
    });
    const killsHost = this.#chance.is(0.3);
    const waitMs = killsHost ? this.#chance.below(300) : 3_000;
    await Promise.race([settledSend.catch(() => undefined), pause(waitMs)]);
    if (!state.isEnded && killsHost) await this.#killHost();
    endDelay();
    proxy.removeFaults();
    await settledSend;
    for (const { requestName, fault, faultCount } of injections)
      if (faultCount.occurrences > 0) stats.countFault(fault.name, requestName, faultCount.occurrences);
  }

  /** Returns a delay that is longer than the client's timeout of 20 seconds, and a function that ends it early. */
  #lateResponse(speedup: number): { tooLate: () => Promise<void>; endDelay: () => void } {
    const delayAbort = new AbortController();
    const tooLate = (): Promise<void> =>
      pause((20_000 / speedup) * 1.4, undefined, { signal: delayAbort.signal }).catch(() => undefined);
    return { tooLate, endDelay: () => delayAbort.abort() };
  }

  /** Closes a tab and opens the same tab again. */
  async #reopenTab(): Promise<void> {
    const { person, tabKeys } = this.#userSetup;
    const key = this.#chance.of(tabKeys);
    await person.close(key);
    await person.tab(key);
  }

  /** Types words, and sends them while the server rejects the key. Sometimes signs out and in again afterwards. */
  async #sendWithRejectedKey(): Promise<void> {
    const { person } = this.#userSetup;
    const { proxy, stats } = person.setup;
    stats.counts.revocations += 1;
    const textTasks = [this.#anyTask(), this.#anyTask()].filter(({ attachesFile }) => attachesFile !== true);
    for (const task of textTasks) await this.#type(task);
    const requestCount = proxy.requests.length;
    proxy.inject(() => true, { kind: 'invalidKey' });
    for (const task of textTasks) await task.send(person).catch(ignoreUnreadablePage);
    proxy.removeFaults();
    this.#countFaults('key rejected', requestCount);
    if (this.#chance.is(0.5)) return;
    for (const key of this.#userSetup.tabKeys) await person.close(key);
    await person.do({ do: 'signOut' });
    await this.#retry(async () => (await person.signIn()) === undefined, 'signing in again');
  }

  /** Types a word, and sends it while connections to the server are refused. */
  async #sendWhileServerIsDown(): Promise<void> {
    const { person } = this.#userSetup;
    const { proxy, stats } = person.setup;
    const task = this.#anyTask();
    await this.#type(task);
    await proxy.refuse();
    await task.send(person).catch(ignoreUnreadablePage);
    await proxy.listenAgain();
    const [requestName] = task.requestNames;
    if (requestName !== undefined) stats.countFault('connection refused', requestName, 1);
  }

  /** Counts the fault once for each request that the proxy has recorded at the index `from` or later. */
  #countFaults(fault: string, from: number): void {
    const { proxy, stats } = this.#userSetup.person.setup;
    for (const { method, path } of proxy.requests.slice(from)) {
      const requestName = requestNameOf(method, path);
      if (requestName !== undefined) stats.countFault(fault, requestName, 1);
    }
  }

  /** Kills the host while no request is running, sometimes just after a word was typed. */
  async #killWhileIdle(): Promise<void> {
    if (this.#chance.is(0.5)) await this.#type(this.#anyTask());
    await this.#killHost();
  }

  /** Kills the host. A word that was typed just before may be missing, unless it is on disk or on the server. */
  async #killHost(): Promise<void> {
    const { person, paths } = this.#userSetup;
    const killedAt = Date.now();
    await person.kill();
    for (const { token, typedAt } of this.#recentWords.splice(0)) {
      const isStored = (await person.isOnDisk(token)) || (await person.isOnServer(token, paths));
      if (!isStored && killedAt - typedAt < JUST_TYPED_MS) person.setup.typedWords.markMaybeUnsaved([token]);
    }
  }

  async #retry(attempt: () => Promise<boolean>, name: string): Promise<void> {
    for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
      if (await attempt()) return;
      await pause(50);
    }
    throw new Error(`The task could not be completed: ${name}.`);
  }
}

/**
 * Ignores the error that a page cannot be loaded, which is expected while requests fail.
 * @throws any other error
 */
function ignoreUnreadablePage(error: unknown): false {
  if (error instanceof Error && error.message.includes('cannot be read')) return false;
  throw error;
}
