// The chaos run in VS Code: random steps with faults and kills, then a check for lost words.
import { writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { uuidFromName } from '../../../src/server/database/uuidFromName.ts';
import { signIn } from '../../browser/steps.ts';
import type { FaultProxyRequest, InjectedFaultCount } from '../../support/faultProxy.ts';
import { until } from '../../support/until.ts';
import type { Workbench } from '../../support/workbench.ts';
import { faults, type RequestName, requestMatcher, requestNameOf } from '../faults.ts';
import { countWords, draftsIn, fetchStoredTexts, repeatedChanges, revertedFields } from '../finalChecks.ts';
import type { Outcome } from '../outcome.ts';
import { createRandomGenerator, type RandomGenerator } from '../randomGenerator.ts';
import { type Desktop, DesktopUser, type SendResult } from './desktopUser.ts';

export interface DesktopOptions {
  readonly seed: number;
  readonly steps: number;
  /** No step starts after this time (milliseconds since the epoch). */
  readonly until: number;
  /** The path of the file to which the steps and requests are written if the run finds a problem. */
  readonly logPath: string;
  readonly log: (line: string) => void;
}

const ITEM_NUMBERS = [28, 27] as const;
const PROJECT_PATH = `projects/${uuidFromName('project', 'WEB')}/`;
const ITEM_PATHS = ITEM_NUMBERS.map(
  (number) => `${PROJECT_PATH}work-items/${uuidFromName('work-item', `WEB/${number}`)}/`,
);
const IDENTIFIERS = ITEM_NUMBERS.map((number) => `WEB-${number}`);

/**
 * Omits the fault that delivers a request twice, whose effect no client can prevent, and the late responses: to wait
 * for the client's timeout of 20 seconds would take too long in VS Code.
 */
const usableFaults = faults.filter(({ name, isSentTwice }) => !name.includes('late') && isSentTwice !== true);
/** All faults are removed this long after the first fault occurred, so that no request hangs forever. */
const FAULT_DURATION_MS = 3_000;
const MAX_ATTEMPTS = 5;

/** A word that the user typed without waiting until it was on disk. */
interface RecentWord {
  readonly token: string;
  readonly typedAt: number;
}

class RandomDesktopSteps {
  readonly #desktop: Desktop;
  readonly #person: DesktopUser;
  readonly #chance: RandomGenerator;
  #recentWords: RecentWord[] = [];

  constructor(desktop: Desktop, chance: RandomGenerator) {
    this.#desktop = desktop;
    this.#person = new DesktopUser(desktop);
    this.#chance = chance;
  }

  /**
   * Returns `count` steps. The first ten steps contain each action once, and the others are random. The first two are
   * actions that only VS Code can test, because `npm test` runs only two steps. A step resolves with its description.
   */
  steps(count: number): (() => Promise<string>)[] {
    const actions = [
      () => this.#send(true),
      () => this.#switchTabs(),
      () => this.#save(false),
      () => this.#attach(),
      () => this.#sendWithRejectedKey(),
      () => this.#send(false),
      () => this.#typeAndKill(),
      () => this.#save(true),
      () => this.#reload(),
      () => this.#signOutAndIn(),
    ];
    return Array.from({ length: count }, (_, index) => actions[index] ?? this.#chance.of(actions));
  }

  /** Removes all faults and sends all drafts, until the Drafts list is empty. */
  async end(): Promise<void> {
    const { workbench, proxy } = this.#desktop;
    proxy.removeFaults();
    await this.#person.reload();
    for (const identifier of IDENTIFIERS) {
      await this.#untilSent(`the fields of ${identifier}`, () => this.#person.save(identifier));
      await this.#untilSent(`the comment on ${identifier}`, () => this.#person.send(identifier));
    }
    await workbench.runCommand('Contrail: Show Drafts');
    await workbench.quickInput.row('No drafts').waitFor();
    await workbench.quickInput.escape();
  }

  async #save(killsHost: boolean): Promise<string> {
    const identifier = this.#chance.of(IDENTIFIERS);
    if (this.#chance.is(0.3)) await this.#person.rename(identifier);
    else await this.#write(identifier, 'description');
    return this.#sendWithFaults(['updateWorkItem', 'getWorkItem'], killsHost, `save ${identifier}`, () =>
      this.#person.save(identifier),
    );
  }

  async #send(killsHost: boolean): Promise<string> {
    const identifier = this.#chance.of(IDENTIFIERS);
    await this.#write(identifier, 'composer');
    return this.#sendWithFaults(['createComment', 'listComments'], killsHost, `comment on ${identifier}`, () =>
      this.#person.send(identifier),
    );
  }

  async #attach(): Promise<string> {
    const identifier = this.#chance.of(IDENTIFIERS);
    const requestNames = ['createAttachment', 'objectStore', 'completeAttachment', 'deleteAttachment'] as const;
    return this.#sendWithFaults(requestNames, false, `attach to ${identifier}`, async () => {
      await this.#person.attach(identifier);
      return 'sent';
    });
  }

  /**
   * Calls `send` while one or more faults are active. If `killsHost` is true, kills the host before `send` has ended.
   * Removes all faults at the end. Resolves with a description of the step.
   */
  async #sendWithFaults(
    requestNames: readonly RequestName[],
    killsHost: boolean,
    action: string,
    send: () => Promise<SendResult>,
  ): Promise<string> {
    const { proxy, stats } = this.#desktop;
    const injections = requestNames.slice(0, 1 + this.#chance.below(requestNames.length)).map((requestName) => {
      const hasBody = !/^(?:get|list|delete)/.test(requestName);
      const fault = this.#chance.of(usableFaults.filter(({ needsBody }) => hasBody || needsBody !== true));
      const delays = { soon: () => pause(200), tooLate: () => pause(FAULT_DURATION_MS) };
      return {
        requestName,
        fault,
        faultCount: proxy.inject(requestMatcher(requestName), fault.createFault(delays), 3),
      };
    });
    const stepEnd = new AbortController();
    void this.#removeFaultsLater(injections, stepEnd.signal);
    const pendingSend = send();
    if (killsHost) {
      await Promise.race([pendingSend.catch(() => undefined), pause(this.#chance.below(1_500))]);
      // The page ends with the host, so the pending call of `send` rejects.
      const settledSend = pendingSend.catch(() => undefined);
      await this.#killHost();
      await settledSend;
    } else await pendingSend;
    stepEnd.abort();
    proxy.removeFaults();
    for (const { requestName, fault, faultCount } of injections)
      if (faultCount.occurrences > 0) stats.countFault(fault.name, requestName, faultCount.occurrences);
    const faultList = injections.map(({ requestName, fault }) => `“${fault.name}” at ${requestName}`).join(' and ');
    return `${action}, with ${faultList}${killsHost ? ', and a kill of the host' : ''}`;
  }

  /** Removes all faults some time after the first fault has occurred, unless the step has ended. */
  async #removeFaultsLater(
    injections: readonly { readonly faultCount: InjectedFaultCount }[],
    stepEnd: AbortSignal,
  ): Promise<void> {
    while (!stepEnd.aborted && injections.every(({ faultCount }) => faultCount.occurrences === 0)) await pause(50);
    await pause(FAULT_DURATION_MS);
    if (!stepEnd.aborted) this.#desktop.proxy.removeFaults();
  }

  /** Types in the description and the comment, and sends both while the server rejects the key. */
  async #sendWithRejectedKey(): Promise<string> {
    const { proxy, stats } = this.#desktop;
    const identifier = this.#chance.of(IDENTIFIERS);
    await this.#write(identifier, 'composer');
    await this.#write(identifier, 'description');
    const requestCount = proxy.requests.length;
    proxy.inject(() => true, { kind: 'invalidKey' });
    stats.counts.revocations += 1;
    const results = [await this.#person.save(identifier), await this.#person.send(identifier)];
    if (results.includes('sent')) throw new Error('Something was sent with a rejected key.');
    proxy.removeFaults();
    for (const { method, path } of proxy.requests.slice(requestCount)) {
      const requestName = requestNameOf(method, path);
      if (requestName !== undefined) stats.countFault('key rejected', requestName, 1);
    }
    return `the key is rejected while ${identifier} has unsent text, and accepted again`;
  }

  /** Types words, signs out while they are unsent, and signs in to the same account again. */
  async #signOutAndIn(): Promise<string> {
    const { workbench, serverAccess, proxy, stats } = this.#desktop;
    const identifier = this.#chance.of(IDENTIFIERS);
    await this.#person.typeWord(identifier, 'composer', true);
    await this.#person.typeWord(identifier, 'description', true);
    await workbench.runCommand('Contrail: Sign Out');
    await workbench.view('Projects').row('Atlas Web').waitUntilGone();
    stats.counts.revocations += 1;
    await signIn({ workbench, planeServer: serverAccess }, proxy.url);
    return `the user signs out while ${identifier} has unsent text, and signs in again`;
  }

  async #typeAndKill(): Promise<string> {
    const identifier = this.#chance.of(IDENTIFIERS);
    const token = await this.#person.typeWord(identifier, this.#chance.of(['description', 'composer'] as const), false);
    this.#recentWords.push({ token, typedAt: Date.now() });
    await pause(this.#chance.below(800));
    await this.#killHost();
    return `the host is killed just after the user typed in ${identifier}`;
  }

  /**
   * Types in the tabs of two work items, one after the other. Switches the tab right after the last letter, sooner than
   * a user can. The pointer is already on the other tab: VS Code then hides the page before its `blur` event.
   */
  async #switchTabs(): Promise<string> {
    for (const identifier of IDENTIFIERS) await this.#person.typeWord(identifier, 'description', false);
    for (const identifier of [...IDENTIFIERS, ...IDENTIFIERS]) {
      const place = this.#chance.of(['description', 'composer'] as const);
      const otherIdentifier = IDENTIFIERS.find((other) => other !== identifier) ?? identifier;
      await this.#person.typeWordAndSwitch(identifier, place, otherIdentifier);
      this.#desktop.stats.counts.tabSwitches += 1;
    }
    return 'the user switches between two tabs';
  }

  async #reload(): Promise<string> {
    await this.#write(this.#chance.of(IDENTIFIERS), 'composer');
    await this.#person.reload();
    return 'the window is reloaded just after the user typed';
  }

  async #write(identifier: string, where: 'description' | 'composer'): Promise<void> {
    const waitsForDisk = this.#chance.is(0.6);
    const token = await this.#person.typeWord(identifier, where, waitsForDisk);
    if (!waitsForDisk) this.#recentWords.push({ token, typedAt: Date.now() });
  }

  async #killHost(): Promise<void> {
    const recentWords = this.#recentWords;
    this.#recentWords = [];
    await this.#person.killHost(recentWords);
  }

  async #untilSent(content: string, attempt: () => Promise<SendResult>): Promise<void> {
    for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) if ((await attempt()) === 'sent') return;
    throw new Error(`${content} could not be sent.`);
  }
}

/** Runs the steps. The user must be signed in with the URL of the proxy, and the Projects view must be loaded. */
export async function runInWorkbench(desktop: Desktop, options: DesktopOptions): Promise<Outcome> {
  const { typedWords, stats, serverAccess, proxy } = desktop;
  const randomSteps = new RandomDesktopSteps(desktop, createRandomGenerator(options.seed));
  const errors: string[] = [];
  const logLines: string[] = [];
  let loggedRequestCount = 0;
  const logStep = (line: string): void => {
    options.log(line);
    logLines.push(...proxy.requests.slice(loggedRequestCount).map(requestLine), line);
    loggedRequestCount = proxy.requests.length;
  };
  for (const [index, step] of randomSteps.steps(options.steps).entries()) {
    if (Date.now() > options.until) break;
    try {
      logStep(`${index + 1}. ${await step()}`);
    } catch (error) {
      const report = `step ${index + 1}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
      logStep(`failed: ${report}`);
      errors.push(report);
      await desktop.workbench.screenshot(`failed-step-${index + 1}`);
      for (const line of await focusOf(desktop.workbench)) options.log(line);
      proxy.removeFaults();
      break;
    }
  }
  await randomSteps.end();
  const paths = [
    `${PROJECT_PATH}work-items/`,
    ...ITEM_PATHS.flatMap((item) => [`${item}comments/`, `${item}attachments/`]),
  ];
  const folder = new DesktopUser(desktop).draftsFolder;
  await until('the drafts to be gone from disk', async () => (await draftsIn(folder)).length === 0);
  const counts = countWords(typedWords, await fetchStoredTexts(serverAccess, paths), await draftsIn(folder));
  const appliedTwice = [
    ...counts.duplicated,
    ...revertedFields(proxy.answers),
    ...(await repeatedChanges(serverAccess, ITEM_PATHS)),
  ];
  options.log(
    `workbench: ${typedWords.words.length} words, ${counts.sent} on the server once, ${counts.unsaved} missing because the host was killed just after they were typed`,
  );
  logStep('the end');
  if (counts.lost.length + appliedTwice.length + errors.length > 0) {
    writeFileSync(options.logPath, `${logLines.join('\n')}\n`);
    options.log(`The steps and requests are in ${options.logPath}`);
  }
  return { stats, lost: counts.lost, appliedTwice, errors };
}

/** Returns a line for each frame of the window: where its focus is. Typed words that are missing went there. */
async function focusOf({ page }: Workbench): Promise<readonly string[]> {
  return Promise.all(
    page.frames().map((frame) =>
      frame
        .evaluate(
          () => `${document.hasFocus() ? 'has' : 'no'} focus: ${document.activeElement?.outerHTML.slice(0, 200)}`,
        )
        // VS Code may remove a frame meanwhile.
        .catch((error: unknown) => String(error)),
    ),
  );
}

function requestLine({ method, path, body }: FaultProxyRequest): string {
  return `   ${method} ${path.replace(/^.*?\/workspaces\/[^/]+/, '')} ${body.slice(0, 600)}`;
}
