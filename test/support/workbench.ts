// Controls a VS Code window in end-to-end tests: commands, tabs, notifications, dialogs and themes.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Frame, Locator, Page } from 'playwright-core';
import { windowSize } from './browser.ts';
import { succeedsBeforeTimeout } from './playwrightTimeout.ts';
import { QuickInput } from './quickInput.ts';
import { type Theme, themeNames } from './settings.ts';
import { screenshotFolder } from './setup/paths.mjs';
import { TreeView } from './treeView.ts';
import { until } from './until.ts';
import type { VscodeServer } from './vscodeServer.ts';
import { webviewFrame } from './webviewFrame.ts';

export interface OpenOptions {
  readonly payload?: readonly (readonly [string, string])[];
  /** Called with the page before it loads. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** The subfolder for the screenshots of this window. */
  readonly screenshotSubfolder?: string;
}

export class Workbench {
  readonly page: Page;
  readonly quickInput: QuickInput;
  /** The errors that the page logged, except the errors that VS Code itself logs without an internet connection. */
  readonly errors: string[] = [];
  readonly #pictures: string;

  private constructor(page: Page, pictures: string) {
    this.page = page;
    this.#pictures = join(screenshotFolder, pictures);
    this.quickInput = new QuickInput(page);
    page.on('pageerror', (error) => {
      this.#addError(error.stack ?? error.message);
    });
    page.on('console', (message) => {
      if (message.type() !== 'error') return;
      // The text is empty if the browser could not say it any more, for example because the page was leaving.
      this.#addError(message.text() || `an error without a text at ${JSON.stringify(message.location())}`);
    });
  }

  #addError(text: string): void {
    if (!expectedErrors.some((pattern) => pattern.test(text))) this.errors.push(text);
  }

  /** Resolves when the workbench is rendered and accepts commands. */
  static async open(
    context: BrowserContext,
    server: Pick<VscodeServer, 'address'>,
    options: OpenOptions = {},
  ): Promise<Workbench> {
    const page = await context.newPage();
    const workbench = new Workbench(page, options.screenshotSubfolder ?? '');
    await options.prepare?.(page);
    // The workbench is ready long after the page: to wait for all scripts too would be a second, shorter limit.
    await page.goto(server.address(options.payload), { waitUntil: 'commit' });
    await workbench.#waitUntilReady();
    return workbench;
  }

  /** Resolves when the workbench in a page that VS Code has opened is rendered. */
  static async openedBy(page: Page): Promise<Workbench> {
    const workbench = new Workbench(page, '');
    await workbench.#waitUntilReady();
    return workbench;
  }

  /**
   * Returns an object for the same window, which logs errors from now on and writes its screenshots to the subfolder.
   */
  withScreenshotSubfolder(pictures = ''): Workbench {
    return new Workbench(this.page, pictures);
  }

  /** Gives the window the size that it had when the browser started. */
  async restoreSize(): Promise<void> {
    await this.page.setViewportSize(windowSize);
  }

  /** Reloads the window with the command Reload Window, which saves the open tabs first. */
  async reload(): Promise<void> {
    let isReloading = false;
    const loadEvent = this.page.waitForEvent('load');
    // The reload ends the execution context in which the driver still observes the command palette. If the driver does
    // not receive the result of the click, it must not run the command again in the new page.
    const noteReload = (frame: Frame): void => {
      isReloading ||= frame === this.page.mainFrame();
    };
    this.page.on('framenavigated', noteReload);
    const reload = this.runCommand('Developer: Reload Window', () => isReloading).finally(() =>
      this.page.off('framenavigated', noteReload),
    );
    const [load, command] = await Promise.allSettled([loadEvent, reload]);
    if (load.status === 'rejected') throw command.status === 'rejected' ? command.reason : load.reason;
    await this.#waitUntilReady();
  }

  /** Reloads the window as the browser does, without a command. */
  async reloadAtOnce(): Promise<void> {
    await this.page.reload({ waitUntil: 'commit' });
    await this.#waitUntilReady();
  }

  /**
   * Leaves the window as the browser does, calls `work` in an empty page of the same origin, and opens the window again.
   */
  async reopen(work: () => Promise<void>): Promise<void> {
    const address = this.page.url();
    await this.page.goto(new URL('/healthz', address).href);
    await work();
    await this.page.goto(address, { waitUntil: 'commit' });
    await this.#waitUntilReady();
  }

  async #waitUntilReady(): Promise<void> {
    await this.page.locator('.monaco-workbench .statusbar').waitFor({ timeout: 60_000 });
    await this.page.locator('.activitybar .action-item').first().waitFor();
  }

  /**
   * Runs the command with this full title in the command palette. Resolves when the command has started, or when
   * `isDone` returns true before the command is picked.
   */
  async runCommand(title: string, isDone: () => boolean = () => false): Promise<void> {
    const row = this.page
      .locator('.quick-input-list .monaco-list-row')
      .filter({ has: this.page.getByText(title, { exact: true }) })
      .first();
    const focusedRow = row.and(this.page.locator('.focused'));
    // In a new window, some commands are registered late: the list shows them when the text is typed again. A page that
    // is loading may take the focus, which closes the palette: the palette is then opened again.
    let wasTyped = false;
    const runFromPalette = async (): Promise<boolean> => {
      if (isDone()) return true;
      const isOpen = (await this.quickInput.readText()) !== undefined;
      // A slow click may have run the command after the timeout of the click: then the open input belongs to the
      // command.
      if (isOpen && wasTyped && !(await this.quickInput.typedText()).startsWith('>')) return true;
      if (!isOpen) {
        await this.page.keyboard.press('F1');
        // A second F1 would open the palette again while the text is being typed, so a slow palette is waited for.
        if (!(await this.quickInput.opensWithin(5_000))) return false;
      }
      const pickCommand = async (): Promise<void> => {
        await this.quickInput.type('>', 2_000);
        await this.quickInput.type(`>${title}`, 2_000);
        wasTyped = true;
        await row.waitFor({ timeout: 5_000 });
        if (isDone()) return;
        // On a slow machine, the hover of the row below the pointer may cover the row before it is clicked.
        if (await focusedRow.isVisible()) await this.page.keyboard.press('Enter');
        else await row.click({ timeout: 5_000 });
      };
      return succeedsBeforeTimeout(pickCommand());
    };
    await until(`the command ${title}`, runFromPalette, 60_000);
  }

  /** Opens a file of the workspace folder with Go to File, with the cursor in this line if `line` is set. */
  async openFile(name: string, line?: number): Promise<void> {
    await this.runCommand('Go to File...');
    await this.quickInput.waitUntilShown('Search files by name');
    await this.quickInput.type(line === undefined ? name : `${name}:${line}`);
    // Until the files are found, the list shows recently opened editors, and the file may be among them without focus.
    await this.quickInput.focusedRow(name).waitFor();
    await this.quickInput.accept();
    await this.page.locator('.tabs-container .tab.active', { hasText: name }).waitFor();
  }

  /** Shows a view container of the activity bar, unless it is visible. */
  async openContainer(name: string): Promise<void> {
    // Clicks the whole item, because a badge may cover the center of the icon.
    const icon = this.page.locator(`.activitybar .action-item:has(.action-label[aria-label^="${name}"])`);
    const title = this.page.locator('.part.sidebar .composite.title', { hasText: name });
    await icon.waitFor();
    // While VS Code restores a window, the container may appear just before the click, which then hides the container:
    // a second click shows it again.
    await until(`the container ${name} to be shown`, async () => {
      if (!(await title.isVisible())) await icon.click();
      return isVisibleWithin(title, 2_000);
    });
  }

  /** The number on a container's icon. */
  badge(container: string): Locator {
    return this.page.locator(`.activitybar .action-item:has(.action-label[aria-label^="${container}"]) .badge-content`);
  }

  /** The view of the side bar with this name in its header. */
  view(name: string): TreeView {
    return new TreeView(this.page, name);
  }

  /**
   * Waits for a notification that contains this text, and resolves with the whole text of the notification. `timeout` is
   * in milliseconds.
   */
  async toast(text: string | RegExp, timeout = 30_000): Promise<string> {
    const message = this.page.locator('.notification-toast .notification-list-item-message', { hasText: text }).first();
    await message.waitFor({ timeout });
    return (await message.textContent()) ?? '';
  }

  async toasts(): Promise<string[]> {
    return this.page.locator('.notification-toast .notification-list-item-message').allTextContents();
  }

  /** Clicks a button of the notification that contains the text. */
  async clickToast(text: string | RegExp, button: string): Promise<void> {
    await this.page
      .locator('.notification-toast', { hasText: text })
      .locator('.monaco-button', { hasText: button })
      .first()
      .click();
  }

  async clearToasts(): Promise<void> {
    await this.runCommand('Notifications: Clear All Notifications');
  }

  /** The element of the modal dialog. */
  get dialog(): Locator {
    return this.page.locator('.monaco-dialog-box');
  }

  async answerDialog(button: string): Promise<void> {
    await this.dialog.locator('.monaco-button', { hasText: button }).first().click();
  }

  /** The status bar entry that contains this text. */
  statusBarEntry(text: string | RegExp): Locator {
    return this.page.locator('.statusbar-item').filter({ hasText: text }).first();
  }

  /** The titles of the open tabs, in order. */
  async tabs(): Promise<string[]> {
    return this.page.locator('.tabs-container .tab .label-name').allTextContents();
  }

  tab(title: string | RegExp): Locator {
    return this.page.locator('.tabs-container .tab').filter({ hasText: title }).first();
  }

  async closeTab(title: string | RegExp): Promise<void> {
    const tab = this.tab(title);
    await tab.hover();
    await tab.locator('.action-label[aria-label^="Close"]').click();
  }

  /** Resolves with the frame of the webview that contains an element with this selector and text. */
  async webview(selector: string, text?: string | RegExp): Promise<Frame> {
    return webviewFrame(this.page, selector, text);
  }

  async press(keys: string): Promise<void> {
    await this.page.keyboard.press(keys);
  }

  /** Selects the theme in the color theme picker, and resolves when the theme is active. */
  async setTheme(theme: Theme): Promise<void> {
    const { label, cssClass } = themeNames[theme];
    await this.runCommand('Preferences: Color Theme');
    await this.quickInput.waitUntilShown(/color theme/i);
    await this.quickInput.type(label);
    await this.quickInput.pick(label);
    await this.quickInput.waitUntilGone();
    await this.page.locator(`.monaco-workbench.${cssClass}`).waitFor();
  }

  /**
   * Writes NAME.png into .vscode-test/screenshots/, or into its subfolder `screenshotSubfolder`. A slash in the name
   * creates a folder.
   */
  async screenshot(name: string): Promise<void> {
    mkdirSync(this.#pictures, { recursive: true });
    // With `animations: 'disabled'`, the screenshot shows the end state of each animation.
    await this.page.screenshot({ path: join(this.#pictures, `${name}.png`), animations: 'disabled' });
  }
}

async function isVisibleWithin(locator: Locator, milliseconds: number): Promise<boolean> {
  return locator.waitFor({ timeout: milliseconds }).then(
    () => true,
    () => false,
  );
}

/**
 * Errors that code-server logs without an internet connection, with any extension. `spdlog` and `native-watchdog` are
 * native modules of code-server that are not compiled here.
 */
const expectedErrors = [
  // VS Code's own page of a webview waits 200 ms for a frame to load, even if the frame was replaced in that time.
  /^Error: Found unexpected null\n\s+at assertIsDefined .*webview\/browser\/pre\/index\.html/,
  /vsda/,
  /open-vsx\.org/,
  /authentication provider/,
  /Long running operations during shutdown/,
  /fake\.html/,
  // Logged during a reload, because VS Code closes its database.
  /Failed to execute 'abort' on 'IDBTransaction'/,
  /Failed to load resource/,
  /net::ERR_/,
  /spdlog/,
  /native-watchdog/,
  // Logged during a reload, because VS Code may still write its log into the closed database.
  /database 'vscode-web-db' is closed/,
  // Logged during a reload, which cancels pending requests of the workbench, and pending reads and writes of files.
  /^%c {2}ERR color: #f33 Canceled: Canceled/,
  /Unable to (?:read|write) file .* \(Canceled: Canceled\)/,
  /Unable to write file 'vscode-log:\/.*'/,
  // In Firefox, the same of a reload, and VS Code's default styles of a page that has a policy of its own.
  /^Canceled: Canceled/,
  /^ {2}ERR Error$/,
  /^Content-Security-Policy: The page’s settings blocked an inline style/,
  // VS Code waits 1,750 ms for the extension host before it saves a file, which may not be enough on a busy machine.
  // Contrail does not listen to this event.
  /Aborted onWillSaveTextDocument-event after 1750ms/,
  // Logged for a page that is closed while its font loads. The tests of the package check that the font exists.
  /Webview\.loadLocalResource - Error using fileReader\. .*codicon\.woff2/,
];
