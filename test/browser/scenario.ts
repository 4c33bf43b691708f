// Defines an end-to-end test with VS Code in a browser, the packaged extension and the built-in server.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, describe } from 'vitest';
import {
  dialects as allDialects,
  BuiltInServer,
  type BuiltInServerOptions,
  type Dialect,
} from '../support/builtInServer.ts';
import { type FaultProxy, openFaultProxy } from '../support/faultProxy.ts';
import { copySampleFolder } from '../support/sampleFolder.ts';
import { LeakSearch, reportOutcome } from '../support/secretLeak/leakSearch.ts';
import type { Outcome } from '../support/secretLeak/search.ts';
import type { Settings } from '../support/settings.ts';
import { scratchFolder } from '../support/setup/paths.mjs';
import type { DisplayLanguage, VscodeServer } from '../support/vscodeServer.ts';
import { type OpenOptions, Workbench } from '../support/workbench.ts';
import { SharedWindow } from './sharedWindow.ts';
import { signInBeforeLoad } from './signInBeforeLoad.ts';
import { runSignInCommand } from './signInPrompts.ts';
import { VscodeInstance } from './vscodeInstance.ts';

export interface ScenarioOptions {
  readonly settings?: Settings;
  /** Settings that only the machine may set. */
  readonly machineSettings?: Settings;
  readonly planeServer?: Omit<BuiltInServerOptions, 'dialect'>;
  /** A function that is called with the workspace folder before the folder is opened. */
  readonly prepare?: (workspace: string) => void | Promise<void>;
  /** Whether VS Code asks for trust; by default, every folder is trusted. */
  readonly asksForTrust?: boolean;
  /** Whether Contrail is signed in to the proxy of the fixture when the window opens. */
  readonly startsSignedIn?: boolean;
  /** The display language; English by default. */
  readonly language?: DisplayLanguage;
  /**
   * Whether the test needs a window that no other test uses. By default, tests with `startsSignedIn` but without
   * `settings` and `prepare` share a window.
   */
  readonly needsOwnWindow?: boolean;
  /**
   * The dialects of the server with which the test runs, one after the other; by default both. Use `['spec']` if the
   * test needs a feature of commercial servers or does not depend on the dialect: a second run takes about 15 seconds.
   */
  readonly dialects?: readonly Dialect[];
}

/** Options for a test that does not depend on the dialect. */
export const SPEC_ONLY: ScenarioOptions = { dialects: ['spec'] };
export const SIGNED_IN: ScenarioOptions = { startsSignedIn: true };
export const SPEC_ONLY_SIGNED_IN: ScenarioOptions = { ...SPEC_ONLY, ...SIGNED_IN };

interface WorkerFixtures {
  /** The folder of the instance, which no other worker uses. */
  readonly home: string;
  /** The instance that the tests of a worker share. */
  readonly sharedInstance: VscodeInstance;
}

const test = base.extend<WorkerFixtures>({
  home: [join(scratchFolder, 'scenarios', `worker-${process.env['VITEST_POOL_ID']}`), { scope: 'worker' }],
  sharedInstance: [
    async ({ home }, use) => {
      await using instance = await VscodeInstance.start({ home });
      await use(instance);
    },
    { scope: 'worker' },
  ],
});

/**
 * Defines a test for each dialect, with new user data, a new workspace folder and a new server. The tests of a worker
 * share one instance of VS Code; a test with a display language or with questions about trust has its own. After a
 * test, all output is searched for the keys of the server. Screenshots are written to screenshots/ or, for the
 * community dialect, to screenshots/community/; a failed test writes a screenshot to the subfolder failed/.
 */
export function scenario(
  title: string,
  check: (fixture: Fixture) => Promise<void>,
  options: ScenarioOptions = {},
): void {
  const { asksForTrust, language, dialects = allDialects } = options;
  describe(title, () => {
    if (asksForTrust === undefined && language === undefined) {
      test.for(dialects)('%s', async (dialect, { sharedInstance, signal }) => {
        await sharedInstance.run(signal, () => runScenario(title, check, { ...options, dialect }, sharedInstance));
      });
      return;
    }
    test.for(dialects)('%s', async (dialect, { signal }) => {
      const home = join(scratchFolder, 'scenarios', `${fileNameOf(title)}-${dialect}`);
      await using instance = await VscodeInstance.start({ home, ...options });
      await instance.run(signal, () => runScenario(title, check, { ...options, dialect }, instance));
    });
  });
}

async function runScenario(
  title: string,
  check: (fixture: Fixture) => Promise<void>,
  options: ScenarioOptions & { readonly dialect: Dialect },
  instance: VscodeInstance,
): Promise<void> {
  const name = fileNameOf(title);
  const fixture = await Fixture.setUp(instance, name, options);
  try {
    await check(fixture);
    await fixture.end();
  } catch (cause) {
    await fixture.recordFailure(name);
    throw cause;
  } finally {
    await fixture.dispose();
  }
  reportOutcome(`${title} (${options.dialect})`, await fixture.searchForKeys());
}

/** Whether a test can use the window of an earlier test, and leave the window to the next test. */
function canShareWindow({
  startsSignedIn,
  settings,
  machineSettings,
  prepare,
  asksForTrust,
  language,
  needsOwnWindow,
}: ScenarioOptions): boolean {
  return (
    startsSignedIn === true &&
    needsOwnWindow !== true &&
    [settings, machineSettings, prepare, asksForTrust, language].every((option) => option === undefined)
  );
}

function fileNameOf(title: string): string {
  return title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}

interface FixtureParts {
  readonly planeServer: BuiltInServer;
  readonly instance: VscodeInstance;
  readonly window: SharedWindow;
  readonly canShareWindow: boolean;
  readonly dialect: Dialect;
  /** The proxy that records all requests to the server. */
  readonly proxy: FaultProxy;
}

export class Fixture {
  /** The server, with the URL of a proxy that records all requests. */
  readonly planeServer: BuiltInServer;
  readonly dialect: Dialect;
  /** The folder that is open in VS Code. */
  readonly workspace: string;
  /** Records the output of the window, and searches it for the servers' keys after each test. */
  readonly leakSearch: LeakSearch;
  readonly #instance: VscodeInstance;
  readonly #window: SharedWindow;
  readonly #canShareWindow: boolean;
  /** The proxy in front of the server. */
  readonly proxy: FaultProxy;
  /** The servers of other accounts. */
  readonly #otherServers: BuiltInServer[] = [];
  #workbench: Workbench;
  #isWindowClear = false;

  private constructor({ planeServer, instance, window, canShareWindow, dialect, proxy }: FixtureParts) {
    this.planeServer = planeServer;
    this.workspace = window.workspace;
    this.dialect = dialect;
    this.leakSearch = window.leakSearch;
    this.#instance = instance;
    this.#window = window;
    this.#canShareWindow = canShareWindow;
    this.proxy = proxy;
    this.#workbench = window.workbench;
  }

  static async setUp(
    instance: VscodeInstance,
    name: string,
    options: ScenarioOptions & { readonly dialect: Dialect },
  ): Promise<Fixture> {
    await using disposables = new AsyncDisposableStack();
    const { dialect } = options;
    const since = Date.now();
    const startedServer = await BuiltInServer.start({ ...options.planeServer, dialect });
    disposables.defer(() => startedServer.stop());
    const proxy = disposables.use(await openFaultProxy(startedServer.baseUrl));
    const planeServer = startedServer.withBaseUrl(proxy.url);
    const sharesWindow = canShareWindow(options);
    const parts = { planeServer, instance, canShareWindow: sharesWindow, dialect, proxy };
    const window =
      (sharesWindow ? await signInAgain(instance, parts) : undefined) ??
      (await openWindow(instance, { ...parts, name, options, since }));
    disposables.move();
    return new Fixture({ ...parts, window });
  }

  get server(): VscodeServer {
    return this.#instance.server;
  }

  /** The open window. After `restart`, this is the new window. */
  get workbench(): Workbench {
    return this.#workbench;
  }

  /** Opens a second window with the same user data. */
  async secondWindow(): Promise<Workbench> {
    return Workbench.open(this.#instance.browser, this.server, optionsFor(this.dialect));
  }

  /** Adds the server of another account. The leak search then also searches for the keys of this server. */
  addServer(server: BuiltInServer): void {
    this.#otherServers.push(server);
    this.#instance.addKeys(server.keys);
    this.#window.keys.push(...server.keys);
    this.leakSearch.addServer(server.baseUrl);
  }

  /** Restarts VS Code and the browser with the same user data. The built-in server keeps running. */
  async restart(): Promise<void> {
    // VS Code in the browser saves the list of open editors a few seconds after a change, or when it is reloaded.
    // Without the reload, closing the browser would lose the list.
    await this.#workbench.reload();
    await this.leakSearch.recordStorage();
    await this.#instance.restart();
    await this.leakSearch.attach(this.#instance.browser);
    this.#workbench = await Workbench.open(this.#instance.browser, this.server, optionsFor(this.dialect));
  }

  /** Records the state of the window. If another test may use the window, also clears the window. */
  async end(): Promise<void> {
    await this.leakSearch.recordStorage();
    if (!this.#canShareWindow) return;
    const unusableReason = await this.#window.clear(this.#workbench);
    this.#isWindowClear = unusableReason === undefined;
    if (unusableReason !== undefined) console.log(`The next test opens a new window: ${unusableReason}.`);
  }

  /**
   * Searches all output for the keys. Leaves the window to the next test if the window was cleared and no key was
   * found.
   */
  async searchForKeys(): Promise<Outcome> {
    const serverOutput = [this.planeServer, ...this.#otherServers].map((server) => server.printedText).join('');
    const outcome = this.leakSearch.search(this.#window.keys, serverOutput);
    if (!this.#isWindowClear) return outcome;
    this.leakSearch.pause();
    await (outcome.leaks.length === 0 ? this.#instance.leaveWindowToNextTest(this.#window) : this.#closeWindows());
    return outcome;
  }

  /** Writes a screenshot, and logs the errors of the page and of the server. */
  async recordFailure(name: string): Promise<void> {
    console.error([...this.#workbench.errors, this.server.log.slice(-2_000)].join('\n'));
    await this.#workbench.screenshot(`failed/${name}`);
  }

  /** Stops the built-in server, and closes the windows unless the next test may use one. */
  async dispose(): Promise<void> {
    await using disposables = new AsyncDisposableStack();
    disposables.use(this.proxy);
    disposables.defer(() => this.planeServer.stop());
    if (!this.#isWindowClear) disposables.defer(() => this.#closeWindows());
  }

  async #closeWindows(): Promise<void> {
    // The recording ends even if a window can't be closed: the browser accepts only one recording at a time.
    await using disposables = new AsyncDisposableStack();
    disposables.use(this.leakSearch);
    disposables.defer(() => this.leakSearch.detach());
    disposables.defer(() => this.#instance.closeWindows());
  }
}

interface WindowOptions {
  readonly planeServer: BuiltInServer;
  readonly dialect: Dialect;
  /** The name of the workspace folder, if the test does not share its window. */
  readonly name: string;
  readonly options: ScenarioOptions;
  /** When the keys were created, in milliseconds since 1970. */
  readonly since: number;
}

/**
 * Signs in to the server in the window that the last test has left. Resolves with undefined if the last test left no
 * window.
 */
async function signInAgain(
  instance: VscodeInstance,
  { planeServer, dialect }: Pick<WindowOptions, 'planeServer' | 'dialect'>,
): Promise<SharedWindow | undefined> {
  const window = instance.takeWindow();
  if (window === undefined) return undefined;
  await using disposables = new AsyncDisposableStack();
  disposables.use(window.leakSearch);
  disposables.defer(() => window.leakSearch.detach());
  window.leakSearch.resume();
  instance.addKeys(planeServer.keys);
  window.leakSearch.addServer(planeServer.baseUrl);
  await runSignInCommand(window.workbench, planeServer, planeServer.baseUrl);
  await window.waitUntilSignedIn();
  window.startTest(window.workbench.withScreenshotSubfolder(optionsFor(dialect).screenshotSubfolder), planeServer.keys);
  disposables.move();
  return window;
}

/** Opens a window with new user data and a new workspace folder. */
async function openWindow(
  instance: VscodeInstance,
  { planeServer, dialect, name, options, since }: WindowOptions,
): Promise<SharedWindow> {
  await using disposables = new AsyncDisposableStack();
  const { server, serverFolder, profile } = instance;
  const workspace = join(instance.workspaces, canShareWindow(options) ? 'shared' : name);
  await instance.closeWindows();
  rmSync(workspace, { recursive: true, force: true });
  copySampleFolder(workspace);
  await options.prepare?.(workspace);
  await instance.reset(workspace, options.settings, planeServer.keys);
  if (options.machineSettings !== undefined) server.writeMachineSettings(options.machineSettings);
  const folders = [serverFolder, workspace];
  const leakSearch = disposables.use(new LeakSearch({ folders, userData: server.userData, profile, since }));
  leakSearch.addServer(planeServer.baseUrl);
  disposables.defer(() => leakSearch.detach());
  await leakSearch.attach(instance.browser);
  const workbench = await Workbench.open(instance.browser, server, {
    ...optionsFor(dialect),
    prepare: async (page) => {
      if (options.startsSignedIn === true) await signInBeforeLoad(page, server, planeServer);
    },
  });
  disposables.move();
  const window = new SharedWindow({ workbench, server, workspace, leakSearch });
  window.startTest(workbench, planeServer.keys);
  return window;
}

/** Returns the options for a window. Contrail's log level is trace, because the log is searched for the keys. */
function optionsFor(dialect: Dialect): OpenOptions {
  const payload = [['logLevel', 'contrail.contrail=trace']] as const;
  return dialect === 'spec' ? { payload } : { payload, screenshotSubfolder: dialect };
}
