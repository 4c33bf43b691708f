// Defines an end-to-end test with VS Code in a browser, the packaged extension and a Plane server.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { type FaultProxy, openFaultProxy } from '../support/faultProxy.ts';
import { dialects as allDialects, type Dialect, PlaneServer, type PlaneServerOptions } from '../support/planeServer.ts';
import { copySampleWorkspace } from '../support/sampleWorkspace.ts';
import { LeakSearch, reportOutcome } from '../support/secretLeak/leakSearch.ts';
import type { Settings } from '../support/settings.ts';
import { packageFile, scratchFolder } from '../support/setup/paths.mjs';
import { type DisplayLanguage, VscodeServer } from '../support/vscodeServer.ts';
import { type OpenOptions, Workbench } from '../support/workbench.ts';
import { startSignedIn } from './startSignedIn.ts';

export interface ScenarioOptions {
  readonly settings?: Settings;
  readonly planeServer?: Omit<PlaneServerOptions, 'dialect'>;
  /** Called with the workspace folder before it is opened. */
  readonly prepare?: (workspace: string) => void | Promise<void>;
  /** Whether VS Code asks for trust; by default, every folder is trusted. */
  readonly asksForTrust?: boolean;
  /** Whether Contrail is signed in to the proxy of the fixture when the window opens. */
  readonly startsSignedIn?: boolean;
  /** The display language; English by default. */
  readonly language?: DisplayLanguage;
  /**
   * The dialects of the server with which the test runs, one after the other; by default both. Use `['spec']` if the
   * test needs a feature of commercial servers or does not depend on the dialect: a second run takes about 15 seconds.
   */
  readonly dialects?: readonly Dialect[];
}

/** For a test that does not depend on the dialect. */
export const ONE: ScenarioOptions = { dialects: ['spec'] };
export const SIGNED_IN: ScenarioOptions = { startsSignedIn: true };
export const ONE_SIGNED_IN: ScenarioOptions = { ...ONE, ...SIGNED_IN };

/**
 * Defines a test for each dialect, with new user data, a new browser profile and a new server. All runs use the same VS
 * Code server. After a run, all output is searched for the keys of the server. Screenshots are written to screenshots/
 * or, for the community dialect, to screenshots/community/; a failed test writes a screenshot to the subfolder failed/.
 */
export function scenario(
  title: string,
  test: (fixture: Fixture) => Promise<void>,
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
      // Deletes the browser profile before a retry too, because its secrets would sign the user in.
      const profile = join(home, dialect);
      for (const folder of [workspace, profile]) rmSync(folder, { recursive: true, force: true });
      copySampleWorkspace(workspace);
      await options.prepare?.(workspace);
      await server.forgetUser(options.settings);
      const fixture = await Fixture.set(
        server,
        dialect,
        { profile, folders: [join(home, 'server'), workspace] },
        options,
      );
      try {
        await test(fixture);
        await fixture.leakSearch.look();
      } catch (cause) {
        await fixture.recordFailure(name);
        throw cause;
      } finally {
        await fixture.strike();
      }
      reportOutcome(
        `${title} (${dialect})`,
        fixture.leakSearch.search(fixture.planeServer.keys, fixture.planeServer.printed),
      );
    });
  });
}

interface Folders {
  /** The profile folder of the browser. */
  readonly profile: string;
  /** The folders that VS Code writes to. */
  readonly folders: readonly string[];
}

interface FixtureParts {
  readonly planeServer: PlaneServer;
  readonly server: VscodeServer;
  readonly dialect: Dialect;
  readonly profile: string;
  readonly leakSearch: LeakSearch;
  /** The proxy that records all requests to the server. */
  readonly proxy: FaultProxy;
}

export class Fixture {
  /** The server, with the URL of a proxy that records all requests. */
  readonly planeServer: PlaneServer;
  readonly server: VscodeServer;
  readonly dialect: Dialect;
  /** Records the test's output, and searches it for the server's keys after the test. */
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
    { planeServer: serverOptions, startsSignedIn = false }: ScenarioOptions,
  ): Promise<Fixture> {
    await using disposables = new AsyncDisposableStack();
    const startedServer = await PlaneServer.start({ ...serverOptions, dialect });
    disposables.defer(() => startedServer.stop());
    const proxy = disposables.use(await openFaultProxy(startedServer.baseUrl));
    const planeServer = startedServer.behind(proxy.url);
    const leakSearch = disposables.use(
      new LeakSearch({ folders, userData: server.userData, profile, planeServer: proxy.url }),
    );
    const browser = await openBrowser(profile);
    disposables.defer(() => browser.close());
    await leakSearch.attach(browser);
    if (startsSignedIn) await startSignedIn(browser, server, planeServer);
    const workbench = await Workbench.open(browser, server, optionsFor(dialect));
    disposables.move();
    return new Fixture({ planeServer, server, dialect, profile, leakSearch, proxy }, browser, workbench);
  }

  /** The open window. `restart` opens a new window. */
  get workbench(): Workbench {
    return this.#workbench;
  }

  /** Opens a second window with the same user data. */
  async secondWindow(): Promise<Workbench> {
    return Workbench.open(this.#browser, this.server, optionsFor(this.dialect));
  }

  /** Restarts VS Code and the browser with the same user data. The Plane server keeps running. */
  async restart(): Promise<void> {
    // VS Code in the browser saves the list of open editors a few seconds after a change, or when it is reloaded.
    // Without the reload, closing the browser would lose the list.
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

/** Sets Contrail's log level to trace, because the log is searched for the keys. */
function optionsFor(dialect: Dialect): OpenOptions {
  const payload = [['logLevel', 'contrail.contrail=trace']] as const;
  return dialect === 'spec' ? { payload } : { payload, pictures: dialect };
}
