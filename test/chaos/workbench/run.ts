// A run in the real workbench: random steps in which the host is killed, the window is reloaded and
// the key is rejected, with an account at the end.
import { writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { nameId } from '../../../src/server/nameId.ts';
import { signIn } from '../../browser/steps.ts';
import type { Ordered, ProxiedRequest } from '../../support/faultProxy.ts';
import { until } from '../../support/until.ts';
import { accountOf, changedTwice, changedTwiceBy, draftsIn, standingIn } from '../account.ts';
import { type Chance, chanceOf } from '../chance.ts';
import { type Asking, askingOf, faults, requestsOf } from '../faults.ts';
import type { Outcome } from '../outcome.ts';
import { type Desktop, DesktopPerson, type Ending } from './person.ts';

export interface DesktopOptions {
  readonly seed: number;
  readonly steps: number;
  /** No step starts after this time (milliseconds since the epoch). */
  readonly until: number;
  /** The file that receives a list of the requests if something went wrong. */
  readonly story: string;
  readonly log: (line: string) => void;
}

const NUMBERS = [28, 27] as const;
const PROJECT = `projects/${nameId('project', 'WEB')}/`;
const ITEMS = NUMBERS.map((number) => `${PROJECT}work-items/${nameId('work-item', `WEB/${number}`)}/`);
const IDENTIFIERS = NUMBERS.map((number) => `WEB-${number}`);

/** Delays of 20 seconds are left to the quick tier, whose hosts have shorter timeouts. */
const usable = faults.filter(({ name, doubles }) => !name.includes('late') && doubles !== true);
/** How long after the first fault all faults end, so that a request does not hang. */
const ABORT_AFTER_MS = 3_000;
const TRIES = 5;

interface Fresh {
  readonly token: string;
  readonly at: number;
}

class DesktopDays {
  readonly #desktop: Desktop;
  readonly #person: DesktopPerson;
  readonly #chance: Chance;
  #fresh: Fresh[] = [];

  constructor(desktop: Desktop, chance: Chance) {
    this.#desktop = desktop;
    this.#person = new DesktopPerson(desktop);
    this.#chance = chance;
  }

  /** The first steps contain each kind once, so that a short run covers all of them. */
  steps(count: number): (() => Promise<string>)[] {
    const each = [
      () => this.#save(false),
      () => this.#send(true),
      () => this.#attach(),
      () => this.#revoked(),
      () => this.#send(false),
      () => this.#killed(),
      () => this.#save(true),
      () => this.#goBackAndForth(),
      () => this.#signedOut(),
    ];
    return Array.from({ length: count }, (_, step) => each[step] ?? this.#chance.of(each));
  }

  /** Without faults: sends everything that is unsent, until the list of drafts is empty. */
  async end(): Promise<void> {
    const { workbench, proxy } = this.#desktop;
    proxy.heal();
    await this.#person.reload();
    for (const identifier of IDENTIFIERS) {
      await this.#untilSent(`the words of ${identifier}`, () => this.#person.save(identifier));
      await this.#untilSent(`the comment on ${identifier}`, () => this.#person.send(identifier));
    }
    await workbench.runCommand('Contrail: Show Drafts');
    await workbench.quickInput.row('No unsent drafts').waitFor();
    await workbench.quickInput.escape();
  }

  async #save(dies: boolean): Promise<string> {
    const identifier = this.#chance.of(IDENTIFIERS);
    const isName = this.#chance.is(0.3);
    if (isName) await this.#person.rename(identifier);
    else await this.#write(identifier, 'description');
    return this.#through(['updateWorkItem', 'getWorkItem'], dies, `save ${identifier}`, () =>
      this.#person.save(identifier),
    );
  }

  async #send(dies: boolean): Promise<string> {
    const identifier = this.#chance.of(IDENTIFIERS);
    await this.#write(identifier, 'composer');
    return this.#through(['createComment', 'listComments'], dies, `comment on ${identifier}`, () =>
      this.#person.send(identifier),
    );
  }

  async #attach(): Promise<string> {
    const identifier = this.#chance.of(IDENTIFIERS);
    const asks = ['createAttachment', 'objectStore', 'completeAttachment', 'deleteAttachment'] as const;
    return this.#through(asks, false, `attach to ${identifier}`, async () => {
      await this.#person.attach(identifier);
      return 'sent';
    });
  }

  /**
   * Sends while one or more faults are active and, if `dies` is true, kills the host in between; afterwards there are
   * no faults.
   */
  async #through(asks: readonly Asking[], dies: boolean, what: string, send: () => Promise<Ending>): Promise<string> {
    const { proxy, stats } = this.#desktop;
    const orders = asks.slice(0, 1 + this.#chance.below(asks.length)).map((asking) => {
      const isBare = /^(?:get|list|delete)/.test(asking);
      const fault = this.#chance.of(usable.filter(({ needsBody }) => !(needsBody && isBare)));
      const pace = { soon: () => pause(200), tooLate: () => pause(ABORT_AFTER_MS) };
      return { asking, fault, ordered: proxy.inject(requestsOf(asking), fault.trouble(pace), 3) };
    });
    const giveUp = new AbortController();
    void this.#giveUp(orders, giveUp.signal);
    const sending = send();
    if (dies) {
      await Promise.race([sending.catch(() => undefined), pause(this.#chance.below(1_500))]);
      // The page ends with the host, so the pending operation fails.
      const over = sending.catch(() => undefined);
      await this.#die();
      await over;
    } else await sending;
    giveUp.abort();
    proxy.heal();
    for (const { asking, fault, ordered } of orders)
      if (ordered.hits > 0) stats.countFault(fault.name, asking, ordered.hits);
    return `${what}, into ${orders.map(({ asking, fault }) => `“${fault.name}” at ${asking}`).join(' and ')}${dies ? ', and the host dies' : ''}`;
  }

  /** Ends all faults some time after the first of them has occurred. */
  async #giveUp(orders: readonly { readonly ordered: Ordered }[], signal: AbortSignal): Promise<void> {
    while (!signal.aborted && orders.every(({ ordered }) => ordered.hits === 0)) await pause(50);
    await pause(ABORT_AFTER_MS);
    if (!signal.aborted) this.#desktop.proxy.heal();
  }

  /** The server rejects the key while the user types and saves, and accepts it again afterwards. */
  async #revoked(): Promise<string> {
    const { proxy, stats } = this.#desktop;
    const identifier = this.#chance.of(IDENTIFIERS);
    await this.#write(identifier, 'composer');
    await this.#write(identifier, 'description');
    const from = proxy.requests.length;
    proxy.inject(() => true, { kind: 'unkeyed' });
    stats.counts.revocations += 1;
    const endings = [await this.#person.save(identifier), await this.#person.send(identifier)];
    if (endings.includes('sent')) throw new Error('Something was sent with a key that was taken back.');
    proxy.heal();
    for (const { method, path } of proxy.requests.slice(from)) {
      const asking = askingOf(method, path);
      if (asking !== undefined) stats.countFault('the key is refused', asking, 1);
    }
    return `the key is taken back over ${identifier}, and given back`;
  }

  /** Signs out with unsent text, and signs in again to the same account. */
  async #signedOut(): Promise<string> {
    const { workbench, served, proxy, stats } = this.#desktop;
    const identifier = this.#chance.of(IDENTIFIERS);
    await this.#person.write(identifier, 'composer', true);
    await this.#person.write(identifier, 'description', true);
    await workbench.runCommand('Contrail: Sign Out');
    await workbench.view('Projects').row('Atlas Web').gone();
    stats.counts.revocations += 1;
    await signIn({ workbench, planeServer: served }, proxy.url);
    return `she signs out over ${identifier}, and in again`;
  }

  async #killed(): Promise<string> {
    const identifier = this.#chance.of(IDENTIFIERS);
    const token = await this.#person.write(identifier, this.#chance.of(['description', 'composer'] as const), false);
    this.#fresh.push({ token, at: Date.now() });
    await pause(this.#chance.below(800));
    await this.#die();
    return `the host dies over ${identifier}`;
  }

  /**
   * Types in both tabs in turn. The other tab is selected right after the last letter, sooner than a user could do it:
   * the page ends with its tab.
   */
  async #goBackAndForth(): Promise<string> {
    for (const identifier of [...IDENTIFIERS, ...IDENTIFIERS]) {
      await this.#person.write(identifier, this.#chance.of(['description', 'composer'] as const), false);
      this.#desktop.stats.counts.turns += 1;
    }
    await this.#person.reload();
    return 'back and forth between two tabs, and the window is reloaded';
  }

  async #write(identifier: string, where: 'description' | 'composer'): Promise<void> {
    const isWaitedFor = this.#chance.is(0.6);
    const token = await this.#person.write(identifier, where, isWaitedFor);
    if (!isWaitedFor) this.#fresh.push({ token, at: Date.now() });
  }

  async #die(): Promise<void> {
    const fresh = this.#fresh;
    this.#fresh = [];
    await this.#person.die(fresh);
  }

  async #untilSent(what: string, attempt: () => Promise<Ending>): Promise<void> {
    for (let tries = 0; tries < TRIES; tries += 1) if ((await attempt()) === 'sent') return;
    throw new Error(`${what} could not be brought to the server.`);
  }
}

/** The user must be signed in to the address of the proxy, with the project shown. */
export async function runInWorkbench(desktop: Desktop, options: DesktopOptions): Promise<Outcome> {
  const { typedWords, stats, served, proxy } = desktop;
  const days = new DesktopDays(desktop, chanceOf(options.seed));
  const broken: string[] = [];
  const story: string[] = [];
  let asked = 0;
  const tell = (line: string): void => {
    options.log(line);
    story.push(...proxy.requests.slice(asked).map(requestLine), line);
    asked = proxy.requests.length;
  };
  for (const [at, step] of days.steps(options.steps).entries()) {
    if (Date.now() > options.until) break;
    try {
      tell(`${at + 1}. ${await step()}`);
    } catch (error) {
      const told = `step ${at + 1}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
      tell(`broken: ${told}`);
      broken.push(told);
      proxy.heal();
      break;
    }
  }
  await days.end();
  const paths = [`${PROJECT}work-items/`, ...ITEMS.flatMap((item) => [`${item}comments/`, `${item}attachments/`])];
  const folder = new DesktopPerson(desktop).draftsFolder;
  await until('the drafts to be gone from disk', async () => (await draftsIn(folder)).length === 0);
  const account = accountOf(typedWords, await standingIn(served, paths), await draftsIn(folder));
  const twice = [...account.duplicated, ...changedTwice(proxy.answers), ...(await changedTwiceBy(served, ITEMS))];
  options.log(
    `workbench: ${typedWords.words.length} words, ${account.sent} at the server once, ${account.tooYoung} gone that had just been typed when the host was killed`,
  );
  tell('the end');
  if (account.lost.length + twice.length + broken.length > 0) {
    writeFileSync(options.story, `${story.join('\n')}\n`);
    options.log(`What was asked meanwhile is told in ${options.story}`);
  }
  return { stats, lost: account.lost, twice, broken };
}

function requestLine({ method, path, body }: ProxiedRequest): string {
  return `   ${method} ${path.replace(/^.*?\/workspaces\/[^/]+/, '')} ${body.slice(0, 600)}`;
}
