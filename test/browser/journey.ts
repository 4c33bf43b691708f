// Owns the setting of a journey: a served VS Code with the packaged extension installed, a browser that looks at it,
// and a service that runs by itself.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { openFaultProxy } from '../support/faultProxy.ts';
import { copySampleWorkspace } from '../support/sampleWorkspace.ts';
import { Canary, settle } from '../support/secretLeak/canary.ts';
import {
  dialects as allDialects,
  type Dialect,
  type ServiceOptions,
  ServiceProcess,
} from '../support/serviceProcess.ts';
import type { Settings } from '../support/settings.ts';
import { packageFile, scratchFolder } from '../support/setup/paths.mjs';
import { VscodeServer } from '../support/vscodeServer.ts';
import { type OpenOptions, Workbench } from '../support/workbench.ts';

export interface JourneyOptions {
  readonly settings?: Settings;
  readonly service?: Omit<ServiceOptions, 'dialect'>;
  /** Called with the folder of the workspace before it is opened. */
  readonly prepare?: (workspace: string) => void | Promise<void>;
  /** Whether the folder must be trusted first. */
  readonly asksForTrust?: boolean;
  /**
   * The dialects of the service in which it is told, one after the other. Both, unless it is about one of them, about
   * what only commercial servers have (`['spec']`), or about nothing that a server answers (`['spec']`): a second
   * telling costs about a quarter of a minute.
   */
  readonly dialects?: readonly Dialect[];
}

/** For a journey of which the other dialect would show nothing that another journey does not show already. */
export const ONE: JourneyOptions = { dialects: ['spec'] };

/**
 * A journey is told in one test for each dialect: by a fresh user, in a fresh browser, over a fresh service. The VS
 * Code that is served stays. Afterwards the key of its service is looked for wherever it may not be. Pictures of the
 * community dialect go to screenshots/community/; where a journey fails, one is left in failed/ there.
 */
export function journey(title: string, tell: (stage: Stage) => Promise<void>, options: JourneyOptions = {}): void {
  const name = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  const home = join(scratchFolder, 'journeys', name);
  const workspace = join(home, 'workspace');
  describe(title, () => {
    let server: VscodeServer;
    beforeAll(async () => {
      rmSync(home, { recursive: true, force: true });
      const { asksForTrust = false } = options;
      server = await VscodeServer.start({
        home: join(home, 'server'),
        workspace,
        vsix: packageFile,
        asksForTrust,
        writesLogs: true,
      });
    });
    afterAll(() => server.stop());

    it.each(options.dialects ?? allDialects)('%s', async (dialect) => {
      // Also where it is told a second time: what the browser kept of the first would sign her in.
      const profile = join(home, dialect);
      for (const folder of [workspace, profile]) rmSync(folder, { recursive: true, force: true });
      copySampleWorkspace(workspace);
      await options.prepare?.(workspace);
      await server.forgetUser(options.settings);
      const stage = await Stage.set(
        server,
        dialect,
        { profile, folders: [join(home, 'server'), workspace] },
        options.service,
      );
      try {
        await tell(stage);
        await stage.canary.look();
      } catch (cause) {
        await stage.recordFailure(name);
        throw cause;
      } finally {
        await stage.strike();
      }
      settle(`${title} (${dialect})`, stage.canary.search(stage.service.keys, stage.service.printed));
    });
  });
}

interface Folders {
  /** Of the browser. */
  readonly profile: string;
  /** Of everything else that is written. */
  readonly folders: readonly string[];
}

/** What a stage consists of. */
interface Scenery {
  readonly service: ServiceProcess;
  readonly server: VscodeServer;
  readonly dialect: Dialect;
  readonly profile: string;
  readonly canary: Canary;
  /** Ends what stands around the service. */
  readonly road: AsyncDisposable;
}

export class Stage {
  /** Known by the address of a proxy before it, where every request is written down. */
  readonly service: ServiceProcess;
  readonly server: VscodeServer;
  /** Of the service. */
  readonly dialect: Dialect;
  /** What hears where its key goes. */
  readonly canary: Canary;
  readonly #profile: string;
  readonly #road: AsyncDisposable;
  #browser: BrowserContext;
  #workbench: Workbench;

  private constructor(
    { service, server, dialect, profile, canary, road }: Scenery,
    browser: BrowserContext,
    workbench: Workbench,
  ) {
    this.service = service;
    this.server = server;
    this.dialect = dialect;
    this.canary = canary;
    this.#profile = profile;
    this.#road = road;
    this.#browser = browser;
    this.#workbench = workbench;
  }

  static async set(
    server: VscodeServer,
    dialect: Dialect,
    { profile, folders }: Folders,
    serviceOptions?: JourneyOptions['service'],
  ): Promise<Stage> {
    await using undo = new AsyncDisposableStack();
    const started = await ServiceProcess.start({ ...serviceOptions, dialect });
    undo.defer(() => started.stop());
    const road = undo.use(await openFaultProxy(started.baseUrl));
    const service = started.behind(road.url);
    const canary = undo.use(new Canary({ folders, userData: server.userData, profile, service: road.url }));
    const browser = await openBrowser(profile);
    undo.defer(() => browser.close());
    await canary.attach(browser);
    const workbench = await Workbench.open(browser, server, optionsFor(dialect));
    undo.move();
    return new Stage({ service, server, dialect, profile, canary, road }, browser, workbench);
  }

  /** The open window; another one after a restart. */
  get workbench(): Workbench {
    return this.#workbench;
  }

  /** One more window of the same user on the same VS Code. */
  async secondWindow(): Promise<Workbench> {
    return Workbench.open(this.#browser, this.server, optionsFor(this.dialect));
  }

  /** Ends VS Code and the browser, and starts both again over the same folders; the service goes on. */
  async restart(): Promise<void> {
    // A served workbench writes down what is open some seconds later, or when it is reloaded; a browser that is closed
    // sooner takes it along.
    await this.#workbench.reload();
    await this.canary.look();
    await this.#browser.close();
    await this.server.restart();
    this.#browser = await openBrowser(this.#profile);
    await this.canary.attach(this.#browser);
    this.#workbench = await Workbench.open(this.#browser, this.server, optionsFor(this.dialect));
  }

  /** A picture, and what the page and the server complained of. */
  async recordFailure(name: string): Promise<void> {
    console.error([...this.#workbench.complaints, this.server.log.slice(-2_000)].join('\n'));
    await this.#workbench.screenshot(`failed/${name}`);
  }

  async strike(): Promise<void> {
    await Promise.all([this.#browser.close(), this.service.stop()]);
    await this.#road[Symbol.asyncDispose]();
    this.canary[Symbol.dispose]();
  }
}

/** Contrail's own log is written in full: the key is looked for in it. */
function optionsFor(dialect: Dialect): OpenOptions {
  const payload = [['logLevel', 'contrail.contrail=trace']] as const;
  return dialect === 'spec' ? { payload } : { payload, pictures: dialect };
}
