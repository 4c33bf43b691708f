// The simulated user of the quick part. Starts a new host process after the old one was killed.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FaultProxy } from '../../support/faultProxy.ts';
import type { ServerAccess } from '../../support/requests.ts';
import { until } from '../../support/until.ts';
import { fetchStoredTexts } from '../finalChecks.ts';
import type { RunStats } from '../runStats.ts';
import type { TypedWords } from '../typedWords.ts';
import { HostEndedError, HostProcess } from './host.ts';
import type { Reply, Tab, UserAction } from './protocol.ts';

export interface SimulatedUserOptions {
  readonly folder: string;
  readonly speedup: number;
  readonly serverAccess: ServerAccess;
  readonly proxy: FaultProxy;
  readonly typedWords: TypedWords;
  readonly stats: RunStats;
}

export class SimulatedUser {
  readonly setup: SimulatedUserOptions;
  /** The name of the file to attach to each work item, by the key of the work item. Drafts contain no files. */
  readonly files = new Map<string, string>();
  /** The user's actions and the replies of the host, in their order, as text. */
  readonly eventLog: string[] = [];
  #host: HostProcess | undefined;

  constructor(setup: SimulatedUserOptions) {
    this.setup = setup;
  }

  get draftsFolder(): string {
    return join(this.setup.folder, 'drafts');
  }

  /** Starts a host, unless a host is running, and signs in. */
  async startAndSignIn(): Promise<void> {
    await this.host();
    await this.signIn();
  }

  async signIn(): Promise<string | undefined> {
    const { proxy, serverAccess } = this.setup;
    const { problem } = await this.do({
      do: 'signIn',
      baseUrl: proxy.url,
      workspace: serverAccess.workspace,
      apiKey: serverAccess.apiKey,
    });
    return problem;
  }

  async host(): Promise<HostProcess> {
    this.#host ??= await HostProcess.start(this.setup.folder, this.setup.speedup);
    return this.#host;
  }

  async do(action: UserAction): Promise<Reply> {
    this.logEvent(action);
    const reply = await (await this.host()).perform(action);
    this.logEvent({ replyTo: action.do, ...reply });
    return reply;
  }

  /** Records an event in the log, by which a developer can find the cause of a lost word. */
  logEvent(event: object): void {
    this.eventLog.push(`${new Date().toISOString().slice(14, -1)} ${JSON.stringify(event).slice(0, 3_000)}`);
  }

  /** Kills the host at once, even during a request. */
  async kill(): Promise<void> {
    const host = this.#host;
    this.#host = undefined;
    if (host === undefined) return;
    await host.kill();
    this.logEvent({ killed: true });
    this.setup.stats.counts.kills += 1;
  }

  /** Closes the window as VS Code does. The next action starts a new host. */
  async reload(): Promise<void> {
    await this.do({ do: 'leave' });
    await this.#host?.kill();
    this.#host = undefined;
    this.setup.stats.counts.reloads += 1;
  }

  /**
   * Opens the tab, unless it is open, and returns its content.
   * @throws if the tab has no content
   */
  async tab(key: string): Promise<Tab> {
    const { tab } = await this.do({ do: 'open', key });
    if (tab === undefined) throw new Error(`Nothing is shown of ${key}.`);
    return tab;
  }

  /**
   * Resolves with the content of the tab when its fields are loaded; reloads the tab if loading failed.
   * @throws if the fields could not be loaded
   */
  async loadedTab(key: string): Promise<Tab> {
    for (let attempts = 0; ; attempts += 1) {
      const tab = await this.tab(key);
      if (tab.status === 'ready' || tab.createdKey !== undefined) return tab;
      if (attempts === 5) throw new Error(`${key} cannot be read: ${tab.status}.`);
      await this.send(key, { type: 'reload' });
    }
  }

  send(key: string, message: object): Promise<Reply> {
    return this.do({ do: 'send', key, message });
  }

  async close(key: string): Promise<void> {
    await this.do({ do: 'close', key });
    this.setup.stats.counts.tabSwitches += 1;
  }

  /**
   * Resolves when the word is on disk. DraftStore writes a change within half a second; the timeout is longer because
   * the machine may be busy.
   */
  async waitUntilOnDisk(token: string): Promise<void> {
    await until(`${token} to be on disk`, () => this.isOnDisk(token), 10_000);
  }

  async isOnDisk(token: string): Promise<boolean> {
    const names = await readdir(this.draftsFolder, { recursive: true }).catch(() => []);
    for (const name of names.filter((fileName) => fileName.endsWith('.json'))) {
      const text = await readFile(join(this.draftsFolder, name), 'utf8').catch(() => '');
      if (text.includes(token)) return true;
    }
    return false;
  }

  /** Whether a record in one of the lists contains the word. Requests the lists without the fault proxy. */
  async isOnServer(token: string, paths: readonly string[]): Promise<boolean> {
    return (await fetchStoredTexts(this.setup.serverAccess, paths)).some(({ text }) => text.includes(token));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#host?.kill();
    this.#host = undefined;
  }
}

/** Resolves with the result of the work, or with undefined if the host was killed. */
export async function undefinedIfKilled<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof HostEndedError) return undefined;
    throw error;
  }
}
