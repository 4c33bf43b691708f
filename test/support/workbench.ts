// The workbench as a user sees it: commands, bars, tabs, notifications, dialogs, themes and
// screenshots.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Frame, Locator, Page } from 'playwright-core';
import { isInTime } from './inTime.ts';
import { QuickInput } from './quickInput.ts';
import { type Theme, themes } from './settings.ts';
import { screenshotFolder } from './setup/paths.mjs';
import { TreeView } from './treeView.ts';
import { until } from './until.ts';
import type { VscodeServer } from './vscodeServer.ts';
import { webviewFrame } from './webviewFrame.ts';

export interface OpenOptions {
  readonly payload?: readonly (readonly [string, string])[];
  /** Called with the page before it loads. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** The subfolder for its screenshots. */
  readonly pictures?: string;
}

export class Workbench {
  readonly page: Page;
  readonly quickInput: QuickInput;
  /** Errors that the page logged, without those that the workbench itself logs in a closed network. */
  readonly errors: string[] = [];
  readonly #pictures: string;

  private constructor(page: Page, pictures: string) {
    this.page = page;
    this.#pictures = join(screenshotFolder, pictures);
    this.quickInput = new QuickInput(page);
    page.on('pageerror', (error) => this.errors.push(error.stack ?? error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !noise.some((known) => known.test(message.text())))
        this.errors.push(message.text());
    });
  }

  /** Resolves when the workbench is rendered and accepts commands. */
  static async open(context: BrowserContext, server: VscodeServer, options: OpenOptions = {}): Promise<Workbench> {
    const page = await context.newPage();
    const workbench = new Workbench(page, options.pictures ?? '');
    await options.prepare?.(page);
    await page.goto(server.address(options.payload));
    await workbench.#ready();
    return workbench;
  }

  /** Reloads the window with the command, as a user does: the workbench saves its open tabs first. */
  async reload(): Promise<void> {
    const loaded = this.page.waitForEvent('load');
    await this.runCommand('Developer: Reload Window');
    await loaded;
    await this.#ready();
  }

  async #ready(): Promise<void> {
    await this.page.locator('.monaco-workbench .statusbar').waitFor({ timeout: 60_000 });
    await this.page.locator('.activitybar .action-item').first().waitFor();
  }

  /** Runs a command by its full title in the palette. Resolves when it has started, not when it is done. */
  async runCommand(title: string): Promise<void> {
    const row = this.page
      .locator('.quick-input-list .monaco-list-row')
      .filter({ has: this.page.getByText(title, { exact: true }) })
      .first();
    // A window that has just opened registers some commands later; the list shows them after the text is typed again. A
    // page that is just loading may take the focus, which closes the palette: in that case, open it again.
    await until(`the command ${title}`, async () => {
      if ((await this.quickInput.words()) === undefined) await this.page.keyboard.press('F1');
      const picked = async (): Promise<void> => {
        await this.quickInput.type('>', 2_000);
        await this.quickInput.type(`>${title}`, 2_000);
        await row.click({ timeout: 2_000 });
      };
      return isInTime(picked());
    });
  }

  /** Shows a view container of the activity bar; a visible container stays visible. */
  async openContainer(name: string): Promise<void> {
    // The whole item is clicked, because a badge may cover the center of the icon.
    const icon = this.page.locator(`.activitybar .action-item:has(.action-label[aria-label^="${name}"])`);
    const title = this.page.locator('.part.sidebar .composite.title', { hasText: name });
    await icon.waitFor();
    // While a window is being restored, the container may appear just before the click, which then hides it: in that
    // case, click once more.
    await until(`the container ${name} to be shown`, async () => {
      if (!(await title.isVisible())) await icon.click();
      return shownWithin(title, 2_000);
    });
  }

  /** The number on a container's icon. */
  badge(container: string): Locator {
    return this.page.locator(`.activitybar .action-item:has(.action-label[aria-label^="${container}"]) .badge-content`);
  }

  /** A view of the sidebar, by the name in its header. */
  view(name: string): TreeView {
    return new TreeView(this.page, name);
  }

  /** Resolves with the text of a notification that contains this text. */
  async toast(saying: string | RegExp): Promise<string> {
    const message = this.page
      .locator('.notification-toast .notification-list-item-message', { hasText: saying })
      .first();
    await message.waitFor();
    return (await message.textContent()) ?? '';
  }

  async toasts(): Promise<string[]> {
    return this.page.locator('.notification-toast .notification-list-item-message').allTextContents();
  }

  /** Clicks a button of the notification that contains this text. */
  async clickToast(saying: string | RegExp, button: string): Promise<void> {
    await this.page
      .locator('.notification-toast', { hasText: saying })
      .locator('.monaco-button', { hasText: button })
      .first()
      .click();
  }

  async clearToasts(): Promise<void> {
    await this.runCommand('Notifications: Clear All Notifications');
  }

  /** The modal dialog, which contains its text and buttons. */
  get dialog(): Locator {
    return this.page.locator('.monaco-dialog-box');
  }

  async answerDialog(button: string): Promise<void> {
    await this.dialog.locator('.monaco-button', { hasText: button }).first().click();
  }

  /** The status bar entry with this text or name. */
  statusBar(text: string | RegExp): Locator {
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

  /** The page inside a webview, identified by an element that it shows. */
  async webview(selector: string, text?: string | RegExp): Promise<Frame> {
    return webviewFrame(this.page, selector, text);
  }

  async press(keys: string): Promise<void> {
    await this.page.keyboard.press(keys);
  }

  /** Selects the theme as a user does, and resolves when it is active. */
  async setTheme(theme: Theme): Promise<void> {
    const { label, mark } = themes[theme];
    await this.runCommand('Preferences: Color Theme');
    await this.quickInput.shown(/color theme/i);
    await this.quickInput.type(label);
    await this.quickInput.pick(label);
    await this.quickInput.gone();
    await this.page.locator(`.monaco-workbench.${mark}`).waitFor();
  }

  /**
   * Writes NAME.png into .vscode-test/screenshots/ or the subfolder given at the start. A slash in the name creates a
   * folder.
   */
  async screenshot(name: string): Promise<void> {
    mkdirSync(this.#pictures, { recursive: true });
    // Animations are skipped, so that the screenshot shows their end state.
    await this.page.screenshot({ path: join(this.#pictures, `${name}.png`), animations: 'disabled' });
  }
}

async function shownWithin(locator: Locator, milliseconds: number): Promise<boolean> {
  return locator.waitFor({ timeout: milliseconds }).then(
    () => true,
    () => false,
  );
}

/**
 * What a served workbench logs in every closed network, whatever is installed; spdlog and the watchdog are parts of
 * code-server that would have to be compiled.
 */
const noise = [
  /vsda/,
  /open-vsx\.org/,
  /authentication provider/,
  /Long running operations during shutdown/,
  /fake\.html/,
  /Failed to load resource/,
  /net::ERR_/,
  /spdlog/,
  /native-watchdog/,
  // A window that is being reloaded may still write its own log.
  /database 'vscode-web-db' is closed/,
  // It also cancels reads of files.
  /Unable to read file .* \(Canceled: Canceled\)/,
];
