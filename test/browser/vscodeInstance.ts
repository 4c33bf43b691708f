// Runs VS Code with the packaged extension in a browser. End-to-end tests use an instance one after the other.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { openBrowser } from '../support/browser.ts';
import { reportOutcome, searchFiles } from '../support/secretLeak/leakSearch.ts';
import type { Settings } from '../support/settings.ts';
import { packageFile } from '../support/setup/paths.mjs';
import { type DisplayLanguage, VscodeServer } from '../support/vscodeServer.ts';
import { initialThemeSetting, type SharedWindow } from './sharedWindow.ts';

/** After this number of windows, the browser is restarted, because it keeps a process for each closed window. */
const WINDOWS_PER_BROWSER = 10;

export interface InstanceOptions {
  /** The folder for all files of the server and of the browser. `start` deletes its content. */
  readonly home: string;
  /** Whether VS Code asks whether to trust the workspace folder; by default, every folder is trusted. */
  readonly asksForTrust?: boolean;
  /** The display language; English by default. */
  readonly language?: DisplayLanguage;
  /** Environment variables for the server and its extension hosts. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A VS Code server and a browser that run until the instance is disposed, because a start takes several seconds. */
export class VscodeInstance implements AsyncDisposable {
  readonly server: VscodeServer;
  /** The folder of all files of the server. */
  readonly serverFolder: string;
  /** The profile folder of the browser. */
  readonly profile: string;
  /** The folder in which each test has its workspace folder. */
  readonly workspaces: string;
  readonly #name: string;
  readonly #keys: string[] = [];
  #windowCount = 0;
  /** When the files were last searched for keys, in milliseconds since 1970. */
  #searchedAt = 0;
  /** Resolves when the test that uses the instance has ended. */
  #previousTest: Promise<void> = Promise.resolve();
  /** Whether a test has failed since the browser was started. The browser's pages may then be in any state. */
  #hasFailed = false;
  #browser: BrowserContext;
  #sharedWindow: SharedWindow | undefined;
  /** Resolves when the latest call of `closeWindows` has closed all windows. */
  #closing: Promise<void> = Promise.resolve();

  private constructor(server: VscodeServer, browser: BrowserContext, home: string) {
    this.server = server;
    this.#browser = browser;
    this.#name = home;
    this.serverFolder = serverFolderIn(home);
    this.workspaces = join(home, 'workspaces');
    this.profile = profileIn(home);
  }

  static async start({ home, asksForTrust = false, language, env = {} }: InstanceOptions): Promise<VscodeInstance> {
    rmSync(home, { recursive: true, force: true });
    const server = await VscodeServer.start({
      home: serverFolderIn(home),
      workspace: home,
      vsix: packageFile,
      asksForTrust,
      env,
      writesLogs: true,
      omitsUnusedExtensions: true,
      reconnectionSeconds: 30,
      ...(language === undefined ? {} : { language }),
    });
    try {
      return new VscodeInstance(server, await openBrowser(profileIn(home)), home);
    } catch (cause) {
      await server.stop();
      throw cause;
    }
  }

  get browser(): BrowserContext {
    return this.#browser;
  }

  /**
   * Runs a test after the previous test has ended. When the test times out, `signal` is aborted and all windows are
   * closed, so that the pending actions of the test fail and the test ends.
   */
  async run(signal: AbortSignal, test: () => Promise<void>): Promise<void> {
    await this.#previousTest;
    const close = (): void => void this.closeWindows();
    signal.addEventListener('abort', close, { once: true });
    const testEnd = test().finally(() => signal.removeEventListener('abort', close));
    this.#previousTest = testEnd.catch(() => {
      this.#hasFailed = true;
    });
    await testEnd;
  }

  /** Adds keys that are searched for before the next window is opened, and when the instance ends. */
  addKeys(keys: readonly string[]): void {
    this.#keys.push(...keys);
  }

  /**
   * Deletes all data of earlier tests: user data, settings and the browser's storage. The next window opens the
   * workspace folder. `keys` are the API keys that the new window may use.
   */
  async reset(workspace: string, settings: Settings | undefined, keys: readonly string[]): Promise<void> {
    await this.closeWindows();
    this.#searchWrittenFiles();
    this.addKeys(keys);
    this.#windowCount += 1;
    if (this.#hasFailed || this.#windowCount % WINDOWS_PER_BROWSER === 0) {
      this.#hasFailed = false;
      await this.#browser.close();
      this.#browser = await openBrowser(this.profile);
    }
    this.server.openFolder(workspace);
    await this.server.deleteUserData({ ...initialThemeSetting, ...settings });
    await this.#browser.clearCookies();
    const page = await this.#browser.newPage();
    const client = await this.#browser.newCDPSession(page);
    const { origin } = new URL(this.server.address());
    await client.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    await page.close();
  }

  /**
   * Searches what VS Code and the browser have written since the last call for the keys of all earlier tests. Vitest
   * ignores errors at the end of a worker, so the search at the end of a shared instance would be too late.
   * @throws if a file contains a key
   */
  #searchWrittenFiles(): void {
    const since = this.#searchedAt;
    this.#searchedAt = Date.now();
    if (this.#keys.length === 0) return;
    reportOutcome(this.#name, searchFiles([this.serverFolder], this.profile, this.#keys, since));
  }

  /** Stores a window for the next test that can use it. All other windows are closed. */
  async leaveWindowToNextTest(window: SharedWindow): Promise<void> {
    this.#sharedWindow = window;
    const otherPages = this.#browser.pages().slice(1);
    await Promise.all(otherPages.filter((page) => page !== window.workbench.page).map((page) => page.close()));
  }

  /**
   * Returns the window that was passed to `leaveWindowToNextTest`, once. Returns undefined if no window was passed or
   * the window was returned before.
   */
  takeWindow(): SharedWindow | undefined {
    const window = this.#sharedWindow;
    this.#sharedWindow = undefined;
    return window;
  }

  /** Closes all windows and ends their extension hosts. */
  async closeWindows(): Promise<void> {
    // If a test times out, its windows are closed twice: when it is aborted, and when it ends. The calls run one after
    // the other, because two navigations of one page at the same time would interrupt each other.
    const close = (): Promise<void> => this.#closePages();
    this.#closing = this.#closing.then(close, close);
    await this.#closing;
  }

  async #closePages(): Promise<void> {
    const window = this.takeWindow();
    await window?.leakSearch.detach();
    window?.leakSearch[Symbol.dispose]();
    // Chromium exits when its last page is closed, so one page stays open.
    const [first, ...others] = this.#browser.pages();
    await Promise.all(others.map((page) => page.close()));
    await first?.goto('about:blank');
  }

  /** Restarts VS Code and the browser with the same data. */
  async restart(): Promise<void> {
    await this.#browser.close();
    await this.server.restart();
    this.#browser = await openBrowser(this.profile);
  }

  /** Stops the server and the browser, and searches all their files for the keys of all tests, except deleted files. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.closeWindows();
    await this.#browser.close();
    await this.server.stop();
    reportOutcome(this.#name, searchFiles([this.serverFolder], this.profile, this.#keys));
  }
}

function serverFolderIn(home: string): string {
  return join(home, 'server');
}

function profileIn(home: string): string {
  return join(home, 'browser');
}
