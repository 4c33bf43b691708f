// Does in a window what a user does, and counts it: how much work a task is.
import type { Locator } from 'playwright-core';
import { succeedsBeforeTimeout } from '../support/playwrightTimeout.ts';
import type { TreeRow } from '../support/treeView.ts';
import { until } from '../support/until.ts';
import type { Workbench } from '../support/workbench.ts';

export class CountedUser {
  readonly #workbench: Workbench;
  #actionCount = 0;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
  }

  /** The number of clicks, drags and pressed keys. A key with Ctrl, Alt or Shift is one; typed text is not counted. */
  get actionCount(): number {
    return this.#actionCount;
  }

  async click(target: Locator): Promise<void> {
    this.#actionCount += 1;
    await target.click();
  }

  /** Clicks a button in the title bar of a view, which is shown while the pointer is over the view. */
  async clickTitleAction(view: string, title: string): Promise<void> {
    this.#actionCount += 1;
    await this.#workbench.view(view).clickTitleAction(title);
  }

  async press(key: string): Promise<void> {
    this.#actionCount += 1;
    await this.#workbench.press(key);
  }

  /**
   * Presses a key that may be ignored at first: by a page, for a second after an input box was closed, and by an editor
   * that has just become active. A user waits for a moment, so it counts once.
   */
  async pressUntil(key: string, result: Locator): Promise<void> {
    this.#actionCount += 1;
    await until(`the result of the key ${key}`, async () => {
      await this.#workbench.press(key);
      return succeedsBeforeTimeout(result.waitFor({ timeout: 3_000 }));
    });
  }

  async drag(row: TreeRow, target: TreeRow): Promise<void> {
    this.#actionCount += 1;
    await row.dragTo(target);
  }

  async type(text: string): Promise<void> {
    await this.#workbench.page.keyboard.type(text);
  }

  /** Opens the Command Palette, and runs the command that the typed words find first. */
  async runFromPalette(words: string, command: string): Promise<void> {
    const { quickInput } = this.#workbench;
    await this.press('F1');
    await quickInput.waitUntilShown();
    await this.type(words);
    await quickInput.focusedRow(command).waitFor();
    await this.press('Enter');
  }
}
