// Owns one view of the sidebar: its rows, what they say, and what can be done to them.
import type { Locator, Page } from 'playwright-core';
import { until } from './until.ts';

export interface RowText {
  readonly label: string;
  readonly description: string;
  /** What a screen reader reads. */
  readonly aria: string;
  /** 1 for the topmost. */
  readonly level: number;
  /** Undefined for a row without children. */
  readonly expanded: boolean | undefined;
}

export class TreeView {
  readonly #page: Page;
  readonly pane: Locator;

  constructor(page: Page, name: string) {
    this.#page = page;
    this.pane = page.locator(`.pane:has(> .pane-header[aria-label^="${name}"])`);
  }

  /** The rows that are drawn: a long list draws only those in sight. */
  async rows(): Promise<RowText[]> {
    return this.pane.locator('.monaco-list-row').evaluateAll((rows) =>
      rows.map((row) => ({
        label: row.querySelector('.label-name')?.textContent ?? '',
        description: row.querySelector('.label-description')?.textContent ?? '',
        aria: row.getAttribute('aria-label') ?? '',
        level: Number(row.getAttribute('aria-level')),
        expanded: row.hasAttribute('aria-expanded') ? row.getAttribute('aria-expanded') === 'true' : undefined,
      })),
    );
  }

  /** The first row that shows this text in its label or description. */
  row(text: string | RegExp): TreeRow {
    return new TreeRow(this.#page, this.pane.locator('.monaco-list-row').filter({ hasText: text }).first());
  }

  /** Scrolls to the end of the list. */
  async end(): Promise<void> {
    await this.pane.locator('.monaco-list').focus();
    await this.#page.keyboard.press('End');
  }

  /** The text of the welcome that an empty view shows. */
  async welcome(): Promise<string> {
    const welcome = this.pane.locator('.welcome-view-content');
    await welcome.waitFor();
    return (await welcome.innerText()).trim();
  }

  async clickWelcome(button: string): Promise<void> {
    await this.pane.locator('.welcome-view-content').getByText(button, { exact: true }).click();
  }

  /** What is said above the rows. */
  async message(): Promise<string> {
    return (await this.pane.locator('.tree-explorer-viewlet-tree-view > .message').innerText()).trim();
  }

  /** A button in the view's title bar, which shows while the pointer is over the view. */
  async clickTitleAction(name: string): Promise<void> {
    await this.pane.hover();
    // A view that is alone in its container has its buttons in the container's title.
    const places = ['.sidebar .pane-header', '.sidebar .composite.title'];
    const button = this.#page.locator(places.map((place) => `${place} .action-label[aria-label^="${name}"]:visible`).join(', '));
    await button.first().click();
  }
}

export class TreeRow {
  readonly #page: Page;
  readonly locator: Locator;

  constructor(page: Page, locator: Locator) {
    this.#page = page;
    this.locator = locator;
  }

  /** Resolves when the row is drawn. */
  async shown(): Promise<void> {
    await this.locator.waitFor();
  }

  async gone(): Promise<void> {
    await this.locator.waitFor({ state: 'detached' });
  }

  async click(): Promise<void> {
    await this.locator.click();
  }

  /** Resolves when the row is open; its children may still be on their way. */
  async expand(): Promise<void> {
    await this.#turn(true);
  }

  async collapse(): Promise<void> {
    await this.#turn(false);
  }

  async #turn(open: boolean): Promise<void> {
    await this.locator.waitFor();
    const wanted = String(open);
    if ((await this.locator.getAttribute('aria-expanded')) === wanted) return;
    await this.locator.locator('.monaco-tl-twistie').click();
    await until(`the row to be ${open ? 'open' : 'closed'}`, async () => (await this.locator.getAttribute('aria-expanded')) === wanted);
  }

  /** Clicks one of the buttons that show on the row while the pointer is over it. */
  async inlineAction(name: string): Promise<void> {
    await this.locator.hover();
    await this.locator.locator(`.action-label[aria-label^="${name}"]`).click();
  }

  /** The entries of the row's context menu, which is closed again. */
  async menu(): Promise<string[]> {
    await this.#openMenu();
    const entries = await this.#page.locator('.monaco-menu .action-menu-item .action-label').allTextContents();
    await this.#page.keyboard.press('Escape');
    await this.#page.locator('.monaco-menu').waitFor({ state: 'detached' });
    return entries;
  }

  async pickFromMenu(entry: string): Promise<void> {
    await this.#openMenu();
    const item = this.#page.locator('.monaco-menu .action-item', { hasText: entry }).first();
    // A menu ignores a click that follows its opening at once; the keyboard it heeds.
    await item.hover();
    await until(`the menu entry ${entry} to be focused`, () => item.evaluate((one) => one.classList.contains('focused')));
    await this.#page.keyboard.press('Enter');
  }

  async #openMenu(): Promise<void> {
    await this.locator.click({ button: 'right' });
    await this.#page.locator('.monaco-menu .action-menu-item').first().waitFor();
  }

  /** The text that shows when the pointer rests on the row. */
  async tooltip(): Promise<string> {
    await this.locator.hover();
    const tooltip = this.#page.locator('.monaco-hover:visible').first();
    await tooltip.waitFor();
    return (await tooltip.innerText()).trim();
  }
}
