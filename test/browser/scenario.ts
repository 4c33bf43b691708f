// The environment of an end-to-end test: a served VS Code with the packaged extension, a browser
// and a separate server.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { type FaultProxy, openFaultProxy } from '../support/faultProxy.ts';
import { dialects as allDialects, type Dialect, PlaneServer, type PlaneServerOptions } from '../support/planeServer.ts';
import { copySampleWorkspace } from '../support/sampleWorkspace.ts';
import { LeakSearch, settle } from '../support/secretLeak/leakSearch.ts';
import type { Settings } from '../support/settings.ts';
import { packageFile, scratchFolder } from '../support/setup/paths.mjs';
import { type DisplayLanguage, VscodeServer } from '../support/vscodeServer.ts';
import { type OpenOptions, Workbench } from '../support/workbench.ts';

export interface ScenarioOptions {
  readonly settings?: Settings;
  readonly planeServer?: Omit<PlaneServerOptions, 'dialect'>;
  /** Called with the workspace folder before it is opened. */
  readonly prepare?: (workspace: string) => void | Promise<void>;
  /** Whether the folder must be trusted first. */
  readonly asksForTrust?: boolean;
  /** The display language; English by default. */
  readonly language?: DisplayLanguage;
  /**
   * The dialects of the server in which the test runs, one after the other. By default both; a single one for a test
   * about that dialect, about something that only commercial servers have (`['spec']`), or about nothing that a server
   * answers (`['spec']`). A second run takes about 15 seconds.
   */
  readonly dialects?: readonly Dialect[];
}

/** For a test that would show nothing in the other dialect that is not tested elsewhere. */
export const ONE: ScenarioOptions = { dialects: ['spec'] };

/**
 * Defines one test for each dialect, with a new user, a new browser profile and a new server. The served VS Code is
 * shared. Afterwards, everything is searched for the key of the server. Screenshots of the community dialect are
 * written to screenshots/community/; a failing test writes one to failed/ there.
 */
export function scenario(
  title: string,
  tell: (fixture: Fixture) => Promise<void>,
  options: ScenarioOptions = {},
): void {
  const name = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  const home = join(scratchFolder, 'scenarios', name);
  const workspace = join(home, 'workspace');
  describe(title, () => {
    let server: VscodeServer;
    beforeAll(async () => {
      rmSync(home, { recursive: true, force: true });
      const { asksForTrust = false, language } = options;
      server = await VscodeServer.start({
        home: join(home, 'server'),
        workspace,
        vsix: packageFile,
        asksForTrust,
        writesLogs: true,
        ...(language === undefined ? {} : { language }),
      });
    });
    afterAll(() => server.stop());

    it.each(options.dialects ?? allDialects)('%s', async (dialect) => {
      // Also deleted before a retry: the secrets that the browser kept would sign the user in.
      const profile = join(home, dialect);
      for (const folder of [workspace, profile]) rmSync(folder, { recursive: true, force: true });
      copySampleWorkspace(workspace);
      await options.prepare?.(workspace);
      await server.forgetUser(options.settings);
      const fixture = await Fixture.set(
        server,
        dialect,
        { profile, folders: [join(home, 'server'), workspace] },
        options.planeServer,
      );
      try {
        await tell(fixture);
        await fixture.leakSearch.look();
      } catch (cause) {
        await fixture.recordFailure(name);
        throw cause;
      } finally {
        await fixture.strike();
      }
      settle(`${title} (${dialect})`, fixture.leakSearch.search(fixture.planeServer.keys, fixture.planeServer.printed));
    });
  });
}

interface Folders {
  /** The profile folder of the browser. */
  readonly profile: string;
  /** The folders of everything else that is written. */
  readonly folders: readonly string[];
}

/** The parts of a fixture. */
interface FixtureParts {
  readonly planeServer: PlaneServer;
  readonly server: VscodeServer;
  readonly dialect: Dialect;
  readonly profile: string;
  readonly leakSearch: LeakSearch;
  /** The proxy in front of the server. */
  readonly proxy: FaultProxy;
}

export class Fixture {
  /** The server with the address of the proxy in front of it, which records every request. */
  readonly planeServer: PlaneServer;
  readonly server: VscodeServer;
  /** The dialect of the server. */
  readonly dialect: Dialect;
  /** Searches everything for the key afterwards. */
  readonly leakSearch: LeakSearch;
  readonly #profile: string;
  /** The proxy in front of the server. */
  readonly proxy: FaultProxy;
  #browser: BrowserContext;
  #workbench: Workbench;

  private constructor(
    { planeServer, server, dialect, profile, leakSearch, proxy }: FixtureParts,
    browser: BrowserContext,
    workbench: Workbench,
  ) {
    this.planeServer = planeServer;
    this.server = server;
    this.dialect = dialect;
    this.leakSearch = leakSearch;
    this.#profile = profile;
    this.proxy = proxy;
    this.#browser = browser;
    this.#workbench = workbench;
  }

  static async set(
    server: VscodeServer,
    dialect: Dialect,
    { profile, folders }: Folders,
    serverOptions?: ScenarioOptions['planeServer'],
  ): Promise<Fixture> {
    await using undo = new AsyncDisposableStack();
    const started = await PlaneServer.start({ ...serverOptions, dialect });
    undo.defer(() => started.stop());
    const proxy = undo.use(await openFaultProxy(started.baseUrl));
    const planeServer = started.behind(proxy.url);
    const leakSearch = undo.use(
      new LeakSearch({ folders, userData: server.userData, profile, planeServer: proxy.url }),
    );
    const browser = await openBrowser(profile);
    undo.defer(() => browser.close());
    await leakSearch.attach(browser);
    const workbench = await Workbench.open(browser, server, optionsFor(dialect));
    undo.move();
    return new Fixture({ planeServer, server, dialect, profile, leakSearch, proxy }, browser, workbench);
  }

  /** The open window; another one after a restart. */
  get workbench(): Workbench {
    return this.#workbench;
  }

  /** Opens another window of the same user in the same VS Code. */
  async secondWindow(): Promise<Workbench> {
    return Workbench.open(this.#browser, this.server, optionsFor(this.dialect));
  }

  /** Stops VS Code and the browser, and starts both again over the same folders; the server keeps running. */
  async restart(): Promise<void> {
    // A served workbench saves its open editors a few seconds after a change, or when it is reloaded. If the browser is
    // closed earlier, they are lost.
    await this.#workbench.reload();
    await this.leakSearch.look();
    await this.#browser.close();
    await this.server.restart();
    this.#browser = await openBrowser(this.#profile);
    await this.leakSearch.attach(this.#browser);
    this.#workbench = await Workbench.open(this.#browser, this.server, optionsFor(this.dialect));
  }

  /** Writes a screenshot, and logs the errors of the page and of the server. */
  async recordFailure(name: string): Promise<void> {
    console.error([...this.#workbench.errors, this.server.log.slice(-2_000)].join('\n'));
    await this.#workbench.screenshot(`failed/${name}`);
  }

  async strike(): Promise<void> {
    await Promise.all([this.#browser.close(), this.planeServer.stop()]);
    await this.proxy[Symbol.asyncDispose]();
    this.leakSearch[Symbol.dispose]();
  }
}

/** Contrail writes its full log, because it is searched for the key. */
function optionsFor(dialect: Dialect): OpenOptions {
  const payload = [['logLevel', 'contrail.contrail=trace']] as const;
  return dialect === 'spec' ? { payload } : { payload, pictures: dialect };
}
