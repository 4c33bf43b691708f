// A tree view of the side bar in an end-to-end test: reads its rows, and clicks and drags them.
import type { Locator, Page } from 'playwright-core';
import { succeedsBeforeTimeout } from './playwrightTimeout.ts';
import { until } from './until.ts';

export interface RowText {
  readonly label: string;
  readonly description: string;
  /** The accessible name of the row. */
  readonly accessibleName: string;
  /** The level of the row; 1 for the top level. */
  readonly level: number;
  /** Whether the row is expanded; undefined if it cannot be expanded. */
  readonly expanded: boolean | undefined;
}

/** If a row has not expanded or collapsed this long after a click, the click is repeated. */
const RETRY_CLICK_MS = 4_000;

/** Selects an entry of an open menu. A menu ignores a click right after it opens, but not the keyboard. */
async function selectEntry(page: Page, entry: Locator, name: string): Promise<void> {
  await entry.hover();
  await until(`the menu entry ${name} to be focused`, () => entry.evaluate((one) => one.classList.contains('focused')));
  await page.keyboard.press('Enter');
}

export class TreeView {
  readonly #page: Page;
  readonly #name: string;
  readonly pane: Locator;

  constructor(page: Page, name: string) {
    this.#page = page;
    this.#name = name;
    // If a view has a help text for screen readers, VS Code puts a hint before its name.
    const header = `.pane-header:is([aria-label^="${name}"], [aria-label*=" ${name} "])`;
    this.pane = page.locator(`.pane:has(> ${header})`);
  }

  /** Shows the view if it is hidden, and expands its pane, unless it is expanded. */
  async open(): Promise<void> {
    await this.show();
    await this.#setExpanded(true);
  }

  /**
   * If the view is hidden, selects it in the menu of the views: some views are hidden until the user selects them
   * there.
   */
  async show(): Promise<void> {
    const header = this.pane.locator('> .pane-header');
    const otherTitle = this.#page.locator('.sidebar .pane > .pane-header .title').first();
    const menu = this.#page.locator('.monaco-menu');
    const entry = menu.locator('.action-item').filter({
      has: this.#page.locator(`.action-label[aria-label^="${this.#name}"]`),
    });
    await until(`the view ${this.#name} to be listed`, async () => {
      if (await header.isVisible()) return true;
      if (!(await otherTitle.isVisible())) return false;
      await otherTitle.click({ button: 'right' });
      await menu.locator('.action-menu-item').first().waitFor();
      // If the entry is missing, the view may still be added to the menu, so the menu is opened again.
      if ((await entry.count()) === 1 && (await entry.locator('[aria-checked="true"]').count()) === 0) {
        await selectEntry(this.#page, entry, this.#name);
        return true;
      }
      await this.#page.keyboard.press('Escape');
      await menu.waitFor({ state: 'detached' });
      return false;
    });
  }

  async close(): Promise<void> {
    await this.#setExpanded(false);
  }

  async #setExpanded(open: boolean): Promise<void> {
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

  /** The rendered rows, in order. VS Code renders only the visible part of a long list. */
  async rows(): Promise<RowText[]> {
    return this.pane.locator('.monaco-list-row').evaluateAll((rows) =>
      [...rows]
        .sort((first, second) => Number(first.getAttribute('data-index')) - Number(second.getAttribute('data-index')))
        .map((row) => ({
          label: row.querySelector('.label-name')?.textContent ?? '',
          description: row.querySelector('.label-description')?.textContent ?? '',
          accessibleName: row.getAttribute('aria-label') ?? '',
          level: Number(row.getAttribute('aria-level')),
          expanded: row.hasAttribute('aria-expanded') ? row.getAttribute('aria-expanded') === 'true' : undefined,
        })),
    );
  }

  /**
   * The first row that shows this text in its label or description. A regular expression can also match the accessible
   * name, which starts with the identifier of a work item.
   */
  row(text: string | RegExp): TreeRow {
    const rows = this.pane.locator('.monaco-list-row').filter({ hasText: text });
    const matchingRow = typeof text === 'string' ? rows : rows.or(this.pane.getByRole('treeitem', { name: text }));
    return new TreeRow(this.#page, matchingRow.first());
  }

  /** The row of a group, for example of all work items with the same state. */
  group(name: string): TreeRow {
    return new TreeRow(this.#page, this.pane.locator(`.monaco-list-row[aria-label^="${name}, group by "]`));
  }

  /** Scrolls to the end of the list until this row is visible: rows may be added after the list was scrolled. */
  async scrollTo(text: string | RegExp): Promise<TreeRow> {
    const row = this.row(text);
    await until(`the last row to be ${text}`, async () => {
      await this.pane.locator('.monaco-list').focus();
      await this.#page.keyboard.press('End');
      return row.locator.isVisible();
    });
    return row;
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

  /**
   * Runs an action of the view's title bar: clicks its button, which VS Code shows while the pointer is over the view,
   * or selects its entry in the overflow menu.
   */
  async clickTitleAction(name: string): Promise<void> {
    const header = this.pane.locator('> .pane-header');
    // If a view is the only one in its container, its buttons are in the container's title.
    const containerTitle = this.#page.locator('.sidebar .composite.title');
    const action = `.action-label[aria-label^="${name}"]:visible`;
    const button = header.locator(action).or(containerTitle.locator(action)).first();
    const menu = this.#page.locator('.monaco-menu');
    const entry = menu.locator('.action-item', { hasText: name }).first();
    // The button or the entry may appear later, for example while the view is filtered.
    await until(`the action ${name} of the view ${this.#name}`, async () => {
      await this.pane.hover();
      if (await button.isVisible()) {
        await button.click();
        return true;
      }
      for (const title of [header, containerTitle]) {
        const overflow = title.locator('.codicon-toolbar-more:visible').first();
        if (!(await overflow.isVisible())) continue;
        await overflow.click();
        await menu.locator('.action-menu-item').first().waitFor();
        if (await entry.isVisible()) {
          await selectEntry(this.#page, entry, name);
          return true;
        }
        await this.#page.keyboard.press('Escape');
        await menu.waitFor({ state: 'detached' });
      }
      return false;
    });
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
  async waitUntilShown(): Promise<void> {
    await this.locator.waitFor();
  }

  async waitUntilGone(): Promise<void> {
    await this.locator.waitFor({ state: 'detached' });
  }

  async click(): Promise<void> {
    await this.locator.click();
  }

  /** Resolves when the row is expanded; its children may still be loading. */
  async expand(): Promise<void> {
    await this.#setExpanded(true);
  }

  async collapse(): Promise<void> {
    await this.#setExpanded(false);
  }

  async #setExpanded(open: boolean): Promise<void> {
    await this.locator.waitFor();
    const twistie = this.locator.locator('.monaco-tl-twistie');
    const isDone = async (): Promise<boolean> => (await this.locator.getAttribute('aria-expanded')) === String(open);
    let clickedAt = Number.NEGATIVE_INFINITY;
    await until(`the row to be ${open ? 'open' : 'closed'}`, async () => {
      if (await isDone()) return true;
      // VS Code ignores a click if the row moves between the press and the release of the mouse button.
      const isLoading = await twistie.evaluate((icon) => icon.classList.contains('codicon-tree-item-loading'));
      if (!isLoading && Date.now() - clickedAt > RETRY_CLICK_MS) {
        clickedAt = Date.now();
        await twistie.click();
      }
      return isDone();
    });
  }

  /** Clicks a button of the row. VS Code shows these buttons while the pointer is over the row. */
  async clickInlineAction(name: string): Promise<void> {
    await this.locator.hover();
    await this.locator.locator(`.action-label[aria-label^="${name}"]`).click();
  }

  async pickFromMenu(entry: string): Promise<void> {
    await this.#openMenu();
    const item = this.#page.locator('.monaco-menu .action-item', { hasText: entry }).first();
    await selectEntry(this.#page, item, entry);
  }

  /** Selects the entry `subentry` in the submenu of `entry`. */
  async pickFromSubmenu(entry: string, subentry: string): Promise<void> {
    await this.#openMenu();
    await this.#page
      .locator('.monaco-menu .action-item')
      .filter({ has: this.#page.getByText(entry, { exact: true }) })
      .first()
      .hover();
    await this.#page.locator('.monaco-submenu .action-item', { hasText: subentry }).first().waitFor();
    const item = this.#page.locator('.monaco-submenu .action-item', { hasText: subentry }).first();
    await selectEntry(this.#page, item, subentry);
  }

  /** Drags the row, and all other selected rows, onto the target row. */
  async dragTo(target: TreeRow): Promise<void> {
    const { mouse } = this.#page;
    await target.waitUntilShown();
    // If VS Code renders the row again at this moment, no drag starts; then the drag is repeated.
    await until('the target row to accept the drop', async () => {
      await this.locator.hover();
      await mouse.down();
      const isAccepted = await this.#isAcceptedBy(target);
      await mouse.up();
      return isAccepted;
    });
  }

  /**
   * Moves the pointer over the target row until the row is marked as the drop target and stays where it is. Repeats the
   * move because the rows of a view that is opening change their position, and because VS Code marks the row only when
   * the pointer moves.
   */
  async #isAcceptedBy({ locator }: TreeRow): Promise<boolean> {
    for (let moves = 0; moves < 25; moves += 1) {
      const box = await locator.boundingBox();
      if (box !== null) await this.#page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 4 });
      const isMarked = await locator.evaluate((row) => row.classList.contains('drop-target'));
      if (isMarked && (await locator.boundingBox())?.y === box?.y) return true;
    }
    return false;
  }

  /**
   * Drags the row into a text. Presses Shift after the drag has started: without Shift, VS Code would open the item.
   */
  async dragInto(text: Locator): Promise<void> {
    const { mouse, keyboard } = this.#page;
    await this.locator.hover();
    await mouse.down();
    const box = await text.boundingBox();
    if (box === null) throw new Error('The text to drop into is not visible.');
    await mouse.move(box.x + 200, box.y + 100, { steps: 5 });
    await keyboard.down('Shift');
    await mouse.move(box.x + 60, box.y + 10, { steps: 10 });
    await mouse.up();
    await keyboard.up('Shift');
  }

  async #openMenu(): Promise<void> {
    const menu = this.#page.locator('.monaco-menu .action-menu-item').first();
    // VS Code closes the menu at once if the window gets the focus back at this moment, for example from a page.
    await until('the menu of a row', async () => {
      await this.locator.click({ button: 'right' });
      return succeedsBeforeTimeout(menu.waitFor({ timeout: 5_000 }));
    });
  }

  /** The tooltip of the row. */
  async tooltip(): Promise<string> {
    const tooltip = this.#page.locator('.monaco-hover:visible').first();
    // The tooltip of another row may still be visible: the rows may have moved under the pointer.
    await this.#page.mouse.move(0, 0);
    await tooltip.waitFor({ state: 'hidden' });
    await this.locator.hover();
    // VS Code shows this text until the extension has returned the tooltip.
    return until('the tooltip to be loaded', async () => {
      const text = (await tooltip.innerText()).trim();
      return text !== 'Loading...' && text;
    });
  }
}
