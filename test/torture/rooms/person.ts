// Owns the person of the quick tier: her host, which she starts again when it dies, the road to the service, and the
// words that she has typed.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FaultProxy } from '../../support/faultProxy.ts';
import { until } from '../../support/until.ts';
import { type Served, standingIn } from '../account.ts';
import type { Ledger } from '../ledger.ts';
import type { Tally } from '../tally.ts';
import { Died, Host } from './host.ts';
import type { Deed, Reply, Tab } from './words.ts';

export interface PersonGround {
  readonly folder: string;
  readonly haste: number;
  readonly served: Served;
  readonly proxy: FaultProxy;
  readonly ledger: Ledger;
  readonly tally: Tally;
}

export class Person {
  readonly setup: PersonGround;
  /**
   * Files of her machine that are to be attached: their names by the key of the item. A file is no draft: it is on her
   * disk.
   */
  readonly files = new Map<string, string>();
  /** All that was done and said, in order. */
  readonly story: string[] = [];
  #host: Host | undefined;

  constructor(setup: PersonGround) {
    this.setup = setup;
  }

  get drafts(): string {
    return join(this.setup.folder, 'drafts');
  }

  /** Is signed in when it resolves; starts a host where there is none. */
  async begin(): Promise<void> {
    await this.host();
    await this.signIn();
  }

  async signIn(): Promise<string | undefined> {
    const { proxy, served } = this.setup;
    const { problem } = await this.do({
      do: 'signIn',
      baseUrl: proxy.url,
      workspace: served.workspace,
      apiKey: served.apiKey,
    });
    return problem;
  }

  async host(): Promise<Host> {
    this.#host ??= await Host.start(this.setup.folder, this.setup.haste);
    return this.#host;
  }

  async do(deed: Deed): Promise<Reply> {
    this.tell(deed);
    const reply = await (await this.host()).ask(deed);
    this.tell({ done: deed.do, ...reply });
    return reply;
  }

  /** Keeps what happened, for whoever must find out why something was lost. */
  tell(what: object): void {
    this.story.push(`${new Date().toISOString().slice(14, -1)} ${JSON.stringify(what).slice(0, 3_000)}`);
  }

  /** The host dies at once, with whatever it had under way. */
  async kill(): Promise<void> {
    const host = this.#host;
    this.#host = undefined;
    if (host === undefined) return;
    await host.kill();
    this.tell({ killed: true });
    this.setup.tally.counts.kills += 1;
  }

  /** The window goes as it should, and comes again. */
  async reload(): Promise<void> {
    await this.do({ do: 'leave' });
    await this.#host?.kill();
    this.#host = undefined;
    this.setup.tally.counts.reloads += 1;
  }

  /** What stands on the tab, opened if it is not. Undefined where nothing could be shown. */
  async tab(key: string): Promise<Tab> {
    const { tab } = await this.do({ do: 'open', key });
    if (tab === undefined) throw new Error(`Nothing is shown of ${key}.`);
    return tab;
  }

  /** The tab with its fields: as long as they cannot be read, she asks again. */
  async ready(key: string): Promise<Tab> {
    for (let tries = 0; ; tries += 1) {
      const tab = await this.tab(key);
      if (tab.status === 'ready' || tab.became !== undefined) return tab;
      if (tries === 5) throw new Error(`${key} cannot be read: ${tab.status}.`);
      await this.say(key, { say: 'reload' });
    }
  }

  say(key: string, word: object): Promise<Reply> {
    return this.do({ do: 'say', key, word });
  }

  async close(key: string): Promise<void> {
    await this.do({ do: 'close', key });
    this.setup.tally.counts.turns += 1;
  }

  /** The word is on disk. The bound is half a second; how busy this machine is, is not ours to fail for. */
  async kept(token: string): Promise<void> {
    await until(`${token} to be on disk`, () => this.isOnDisk(token), 10_000);
  }

  async isOnDisk(token: string): Promise<boolean> {
    const names = await readdir(this.drafts, { recursive: true }).catch(() => []);
    for (const name of names.filter((one) => one.endsWith('.json'))) {
      const text = await readFile(join(this.drafts, name), 'utf8').catch(() => '');
      if (text.includes(token)) return true;
    }
    return false;
  }

  /** Whether the service has a word, asked past the faults. */
  async isThere(token: string, paths: readonly string[]): Promise<boolean> {
    return (await standingIn(this.setup.served, paths)).some(({ text }) => text.includes(token));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#host?.kill();
    this.#host = undefined;
  }
}

/** What the work gives, or undefined when the host died of it. */
export async function unlessKilled<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Died) return undefined;
    throw error;
  }
}
