// Owns the box at the top of the workbench: the command palette, quick picks and input boxes.
import { basename } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { isInTime } from './inTime.ts';
import { until } from './until.ts';

export class QuickInput {
  readonly #page: Page;
  readonly #box: Locator;
  readonly #input: Locator;
  readonly #rows: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.#box = page.locator('.quick-input-widget:visible');
    this.#input = this.#box.locator('.quick-input-box input');
    this.#rows = this.#box.locator('.quick-input-list .monaco-list-row');
  }

  /**
   * Resolves when a box with this title or placeholder is shown (any box when nothing is said), ready to be typed into.
   */
  async shown(saying?: string | RegExp): Promise<void> {
    if (saying === undefined) await this.#input.waitFor();
    else {
      await until(`a quick input that says ${saying}`, async () => {
        const words = await this.words();
        return words !== undefined && (typeof saying === 'string' ? words.includes(saying) : saying.test(words));
      });
    }
  }

  /** Resolves when the box has faded in, for a picture of it. */
  async settled(): Promise<void> {
    await this.#box.evaluate((box) => Promise.all(box.getAnimations({ subtree: true }).map((one) => one.finished)));
  }

  /** Title, placeholder and message in one text; undefined when there is no box. */
  async words(): Promise<string | undefined> {
    // Of what is there at this moment: a box that is going is not waited for.
    const [parts] = await this.#box.evaluateAll((boxes) =>
      boxes.map((box) => [
        box.querySelector('.quick-input-title')?.textContent,
        box.querySelector('.quick-input-box input')?.getAttribute('placeholder'),
        box.querySelector('.quick-input-message')?.textContent,
      ]),
    );
    if (parts === undefined) return undefined;
    return parts.filter((part) => part !== null && part !== undefined && part !== '').join('\n');
  }

  /** Chooses a file in the workbench's own dialog of this title. */
  async chooseFile(title: string, path: string): Promise<void> {
    await this.shown(title);
    // It reads the folder before it takes one, and does not hear the key while it is still reading.
    await this.row('..').waitFor();
    await this.type(path);
    await this.row(basename(path)).waitFor();
    await until('the file to be taken', async () => {
      if (await this.#box.isVisible()) await this.accept();
      return isInTime(this.#box.waitFor({ state: 'hidden', timeout: 2_000 }));
    });
  }

  /** Resolves when no box is shown. */
  async gone(): Promise<void> {
    await this.#box.waitFor({ state: 'hidden' });
  }

  /** Replaces what is typed, without accepting it. `within` is in milliseconds. */
  async type(text: string, within?: number): Promise<void> {
    await this.#input.fill(text, within === undefined ? {} : { timeout: within });
  }

  async typed(): Promise<string> {
    return this.#input.inputValue();
  }

  /** Whether what is typed shows as dots. */
  async isPassword(): Promise<boolean> {
    return (await this.#input.getAttribute('type')) === 'password';
  }

  /** Types, when a text is given, and presses Enter. */
  async accept(text?: string): Promise<void> {
    if (text !== undefined) await this.type(text);
    await this.#input.press('Enter');
  }

  /** Clicks the row that shows this text. */
  async pick(text: string | RegExp): Promise<void> {
    await this.row(text).click();
  }

  row(text: string | RegExp): Locator {
    return this.#rows.filter({ hasText: text }).first();
  }

  /** What a screen reader would read of each row that is drawn. */
  async rows(): Promise<string[]> {
    return this.#rows.evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label') ?? row.textContent ?? ''));
  }

  /** What a screen reader would read of the row that Enter takes. */
  async chosen(): Promise<string | undefined> {
    const [row] = await this.#rows.evaluateAll((rows) =>
      rows
        .filter((one) => one.classList.contains('focused'))
        .map((one) => one.getAttribute('aria-label') ?? one.textContent ?? ''),
    );
    return row;
  }

  async back(): Promise<void> {
    await this.button('Back').click();
  }

  /** A button in the title or beside the box. */
  button(name: string): Locator {
    return this.#box.locator(`.action-label[aria-label^="${name}"]`).first();
  }

  /**
   * Resolves when no box is shown. One that closes in its first moment comes back once: nobody reads that fast but a
   * test.
   */
  async escape(): Promise<void> {
    await until('the box to be left', async () => {
      if (await this.#box.isVisible()) await this.#page.keyboard.press('Escape');
      await this.#page.waitForTimeout(100);
      return !(await this.#box.isVisible());
    });
  }

  /** What is said under the box: the prompt, or why the text is refused. Resolves when that is shown. */
  async message(saying: string | RegExp): Promise<string> {
    const message = this.#box.locator('.quick-input-message', { hasText: saying });
    await message.waitFor();
    return (await message.textContent()) ?? '';
  }
}
