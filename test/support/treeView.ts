// A view of the sidebar in an end-to-end test: its rows, their text, and the actions on them.
import type { Locator, Page } from 'playwright-core';
import { until } from './until.ts';

export interface RowText {
  readonly label: string;
  readonly description: string;
  /** The accessible name. */
  readonly aria: string;
  /** 1 for the top level. */
  readonly level: number;
  /** Undefined for a row without children. */
  readonly expanded: boolean | undefined;
}

/** A row that has not responded to a click after this time is clicked again. */
const CLICK_AGAIN_MS = 4_000;

export class TreeView {
  readonly #page: Page;
  readonly pane: Locator;

  constructor(page: Page, name: string) {
    this.#page = page;
    this.pane = page.locator(`.pane:has(> .pane-header[aria-label^="${name}"])`);
  }

  /** Opens the view's pane; an open pane stays open. */
  async open(): Promise<void> {
    await this.#turn(true);
  }

  async close(): Promise<void> {
    await this.#turn(false);
  }

  async #turn(open: boolean): Promise<void> {
    const header = this.pane.locator('> .pane-header');
    await header.waitFor();
    if ((await header.getAttribute('aria-expanded')) !== String(open)) await header.locator('.title').click();
    await until(
      `the view to be ${open ? 'open' : 'closed'}`,
      async () => (await header.getAttribute('aria-expanded')) === String(open),
    );
  }

  /** The description beside the view's name. */
  async description(): Promise<string> {
    return (await this.pane.locator('> .pane-header .description').innerText()).trim();
  }

  /** The rendered rows, in order: VS Code renders only the visible part of a long list. */
  async rows(): Promise<RowText[]> {
    return this.pane.locator('.monaco-list-row').evaluateAll((rows) =>
      [...rows]
        .sort((one, other) => Number(one.getAttribute('data-index')) - Number(other.getAttribute('data-index')))
        .map((row) => ({
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

  /** The row of a group of work items or initiatives. */
  group(name: string): TreeRow {
    return new TreeRow(this.#page, this.pane.locator(`.monaco-list-row[aria-label^="${name}, group by "]`));
  }

  /** The label of the parent of the first row with this label. */
  async above(label: RegExp): Promise<string | undefined> {
    const rows = await this.rows();
    const at = rows.findIndex((row) => label.test(row.label));
    const level = rows[at]?.level ?? 0;
    return rows.slice(0, Math.max(0, at)).findLast((row) => row.level < level)?.label;
  }

  /** Scrolls to the end of the list. */
  async end(): Promise<void> {
    await this.pane.locator('.monaco-list').focus();
    await this.#page.keyboard.press('End');
  }

  /** The welcome text of an empty view. */
  async welcome(): Promise<string> {
    const welcome = this.pane.locator('.welcome-view-content');
    await welcome.waitFor();
    return (await welcome.innerText()).trim();
  }

  async clickWelcome(button: string): Promise<void> {
    await this.pane.locator('.welcome-view-content').getByText(button, { exact: true }).click();
  }

  /** The message above the rows. */
  async message(): Promise<string> {
    return (await this.pane.locator('.tree-explorer-viewlet-tree-view > .message').innerText()).trim();
  }

  /** Clicks a button in the view's title bar, which is visible while the pointer is over the view. */
  async clickTitleAction(name: string): Promise<void> {
    await this.pane.hover();
    const action = `.action-label[aria-label^="${name}"]:visible`;
    // If a view is the only one in its container, its buttons are in the container's title.
    const button = this.pane
      .locator(`> .pane-header ${action}`)
      .or(this.#page.locator(`.sidebar .composite.title ${action}`));
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

  /** Resolves when the row is rendered. */
  async shown(): Promise<void> {
    await this.locator.waitFor();
  }

  async gone(): Promise<void> {
    await this.locator.waitFor({ state: 'detached' });
  }

  async click(): Promise<void> {
    await this.locator.click();
  }

  /** Resolves when the row is expanded; its children may still be loading. */
  async expand(): Promise<void> {
    await this.#turn(true);
  }

  async collapse(): Promise<void> {
    await this.#turn(false);
  }

  async #turn(open: boolean): Promise<void> {
    await this.locator.waitFor();
    const wanted = String(open);
    const twistie = this.locator.locator('.monaco-tl-twistie');
    const isAsWanted = async (): Promise<boolean> => (await this.locator.getAttribute('aria-expanded')) === wanted;
    let clicked = Number.NEGATIVE_INFINITY;
    await until(`the row to be ${open ? 'open' : 'closed'}`, async () => {
      if (await isAsWanted()) return true;
      // If a row moves between the press and the release of the mouse button, the click is lost.
      const isReading = await twistie.evaluate((one) => one.classList.contains('codicon-tree-item-loading'));
      if (!isReading && Date.now() - clicked > CLICK_AGAIN_MS) {
        clicked = Date.now();
        await twistie.click();
      }
      return isAsWanted();
    });
  }

  /** Clicks one of the buttons that the row shows while the pointer is over it. */
  async inlineAction(name: string): Promise<void> {
    await this.locator.hover();
    await this.locator.locator(`.action-label[aria-label^="${name}"]`).click();
  }

  /** Returns the entries of the row's context menu, and closes the menu. */
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
    // A menu ignores a click right after it opens, but not the keyboard.
    await item.hover();
    await until(`the menu entry ${entry} to be focused`, () =>
      item.evaluate((one) => one.classList.contains('focused')),
    );
    await this.#page.keyboard.press('Enter');
  }

  /** Selects an entry of a submenu. */
  async pickFromSubmenu(entry: string, inner: string): Promise<void> {
    await this.#openMenu();
    await this.#page
      .locator('.monaco-menu .action-item')
      .filter({ has: this.#page.getByText(entry, { exact: true }) })
      .first()
      .hover();
    await this.#page.locator('.monaco-submenu .action-item', { hasText: inner }).first().waitFor();
    const item = this.#page.locator('.monaco-submenu .action-item', { hasText: inner }).first();
    await item.hover();
    await until(`the menu entry ${inner} to be focused`, () =>
      item.evaluate((one) => one.classList.contains('focused')),
    );
    await this.#page.keyboard.press('Enter');
  }

  /** Drags the row, and the other selected rows, onto another row. */
  async dragTo(target: TreeRow): Promise<void> {
    const { mouse } = this.#page;
    await target.shown();
    // A row that is rendered again under the pointer loses the pointer, and no drag starts: in that case, try again.
    await until('the row to take what is dragged', async () => {
      await this.locator.hover();
      await mouse.down();
      const isTaken = await this.#isTakenBy(target);
      await mouse.up();
      return isTaken;
    });
  }

  /** A view that is opening still moves its rows, and notices a drag over a row only while the pointer moves. */
  async #isTakenBy({ locator }: TreeRow): Promise<boolean> {
    for (let moves = 0; moves < 25; moves += 1) {
      const box = await locator.boundingBox();
      if (box !== null) await this.#page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 4 });
      if (await locator.evaluate((one) => one.classList.contains('drop-target'))) return true;
    }
    return false;
  }

  /** Drops the row into text. Shift is pressed once the drag has started, or VS Code would open what is dropped. */
  async dragInto(text: Locator): Promise<void> {
    const { mouse, keyboard } = this.#page;
    await this.locator.hover();
    await mouse.down();
    const box = await text.boundingBox();
    if (box === null) throw new Error('There is no text to drop into.');
    await mouse.move(box.x + 200, box.y + 100, { steps: 5 });
    await keyboard.down('Shift');
    await mouse.move(box.x + 60, box.y + 10, { steps: 10 });
    await mouse.up();
    await keyboard.up('Shift');
  }

  async #openMenu(): Promise<void> {
    await this.locator.click({ button: 'right' });
    await this.#page.locator('.monaco-menu .action-menu-item').first().waitFor();
  }

  /** The tooltip of the row. */
  async tooltip(): Promise<string> {
    await this.locator.hover();
    const tooltip = this.#page.locator('.monaco-hover:visible').first();
    await tooltip.waitFor();
    return (await tooltip.innerText()).trim();
  }
}
