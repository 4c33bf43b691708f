// A window that several end-to-end tests use one after the other, each with another account on another server.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { isSampleFolder } from '../support/sampleFolder.ts';
import { SECRETS_ENTRY, tracesOfSecrets } from '../support/secretLeak/encryptedSecrets.ts';
import type { LeakSearch } from '../support/secretLeak/leakSearch.ts';
import { type Settings, themeNames } from '../support/settings.ts';
import { until } from '../support/until.ts';
import type { VscodeServer } from '../support/vscodeServer.ts';
import type { Workbench } from '../support/workbench.ts';

/**
 * The maximum number of tests in a window, which limits its memory and the output that the leak search reads after each
 * test.
 */
const MAX_TESTS = 12;
/** The views that are collapsed in a new window; see the views in package.json. */
const COLLAPSED_VIEWS = ['Inbox', 'Workspace', 'Stickies'];

const MIGRATED_SETTING = 'extensions.autoUpdate';
const THEME_SETTING = 'workbench.colorTheme';
/** The theme of a new window. */
const INITIAL_THEME = 'light';

/**
 * The setting of the theme at the start of each test. The theme is set because the default theme differs between
 * versions of VS Code.
 */
export const initialThemeSetting: Settings = { [THEME_SETTING]: themeNames[INITIAL_THEME].label };

export interface SharedWindowParts {
  readonly workbench: Workbench;
  readonly server: VscodeServer;
  /** The folder that is open in the window. */
  readonly workspace: string;
  /** Records the output of the window since it was opened. */
  readonly leakSearch: LeakSearch;
}

export class SharedWindow {
  readonly workspace: string;
  readonly leakSearch: LeakSearch;
  /** The keys of all tests that have used the window. */
  readonly keys: string[] = [];
  readonly #server: VscodeServer;
  readonly #settings: Settings;
  #workbench: Workbench;
  #testCount = 0;

  /** The window must have been opened with new user data. */
  constructor({ workbench, server, workspace, leakSearch }: SharedWindowParts) {
    this.workspace = workspace;
    this.leakSearch = leakSearch;
    this.#server = server;
    this.#settings = server.readSettings();
    this.#workbench = workbench;
  }

  get workbench(): Workbench {
    return this.#workbench;
  }

  /** Resolves when an account is signed in. */
  async waitUntilSignedIn(): Promise<void> {
    await this.#workbench.quickInput.waitUntilGone();
    await until('an account in the secret storage', async () => (await this.#accountCount()) > 0);
  }

  /** Starts a test in the window. `workbench` controls the window: a new window if the test restarted VS Code. */
  startTest(workbench: Workbench, keys: readonly string[]): void {
    this.#workbench = workbench;
    this.keys.push(...keys);
    this.#testCount += 1;
  }

  /**
   * Closes everything that the last test opened, signs out, and deletes all files of Contrail. Resolves with the reason
   * why the next test can't use the window, or with undefined if the next test can use it.
   * @throws if something can't be closed or deleted
   */
  async clear(workbench: Workbench): Promise<string | undefined> {
    this.#workbench = workbench;
    if (this.#testCount >= MAX_TESTS) return 'its maximum number of tests is reached';
    if (!isSampleFolder(this.workspace)) return 'the test has changed the workspace folder';
    await this.#closeInputs();
    await this.#closeEditors();
    await this.#restoreLayout();
    await this.#signOut();
    if (!this.#hasInitialSettings()) return 'the test has changed settings';
    await this.#workbench.clearToasts();
    await until('all notifications to be closed', async () => (await this.#workbench.toasts()).length === 0);
    this.#deleteFiles();
    // In a new window, Contrail's views are hidden, so no list is loaded before the test shows them.
    await this.#workbench.openContainer('Explorer');
    return undefined;
  }

  async #closeInputs(): Promise<void> {
    const { page, dialog } = this.#workbench;
    const openInputs = dialog.or(page.locator('.quick-input-widget:visible')).or(page.locator('.monaco-menu:visible'));
    await until('dialogs, quick inputs and menus to be closed', async () => {
      if ((await openInputs.count()) === 0) return true;
      await page.keyboard.press('Escape');
      return false;
    });
  }

  async #closeEditors(): Promise<void> {
    if ((await this.#workbench.tabs()).length === 0) return;
    await this.#workbench.runCommand('View: Close All Editors');
    await until('all editors to be closed', async () => {
      if (await this.#workbench.dialog.isVisible()) await this.#workbench.answerDialog("Don't Save");
      return (await this.#workbench.tabs()).length === 0;
    });
  }

  async #restoreLayout(): Promise<void> {
    const { page } = this.#workbench;
    await this.#workbench.restoreSize();
    if (await page.locator('.part.panel').isVisible())
      await this.#workbench.runCommand('View: Toggle Panel Visibility');
    if (this.#server.readSettings()[THEME_SETTING] !== this.#settings[THEME_SETTING])
      await this.#workbench.setTheme(INITIAL_THEME);
    await this.#workbench.openContainer('Contrail');
    for (const name of COLLAPSED_VIEWS) {
      const view = this.#workbench.view(name);
      if (await view.pane.isVisible()) await view.close();
    }
    // Without an account, Projects is the only view, which has no header and can't be collapsed.
    for (const name of ['My Work', 'Projects']) {
      const view = this.#workbench.view(name);
      if (await view.pane.locator('> .pane-header').isVisible()) await view.open();
    }
  }

  #hasInitialSettings(): boolean {
    const settings = this.#server.readSettings();
    return isDeepStrictEqual(
      {
        ...settings,
        // VS Code itself changes the value of this setting to its current form.
        [MIGRATED_SETTING]: this.#settings[MIGRATED_SETTING],
        // VS Code removes the setting if the theme is the default theme.
        [THEME_SETTING]: settings[THEME_SETTING] ?? this.#settings[THEME_SETTING],
      },
      this.#settings,
    );
  }

  async #signOut(): Promise<void> {
    const { quickInput } = this.#workbench;
    for (let count = await this.#accountCount(); count > 0; count = await this.#accountCount()) {
      await this.#workbench.runCommand('Contrail: Sign Out…');
      let isAccepted = false;
      await until('an account to be signed out', async () => {
        // With one account, the command asks nothing.
        if (!isAccepted && (await quickInput.readText())?.includes('Select the account to sign out of') === true) {
          isAccepted = true;
          await quickInput.accept();
        }
        return (await this.#accountCount()) < count;
      });
    }
    // A window without an account shows the welcome text.
    await this.#workbench.view('Projects').welcome();
  }

  /** Resolves with the number of accounts in the secret storage. */
  async #accountCount(): Promise<number> {
    const encrypted = await this.#workbench.page.evaluate((name) => localStorage.getItem(name), SECRETS_ENTRY);
    if (encrypted === null) return 0;
    const secrets = tracesOfSecrets(encrypted, await this.#server.serverKeyHalf());
    return secrets.filter(({ allowedPlace }) => allowedPlace === 'SecretStorage').length;
  }

  /** Deletes drafts, snapshots and all other files of Contrail. */
  #deleteFiles(): void {
    const folder = join(this.#server.userData, 'User', 'globalStorage', 'contrail.contrail');
    if (!existsSync(folder)) return;
    for (const entry of readdirSync(folder)) rmSync(join(folder, entry), { recursive: true });
  }
}
