// The input at the top of the workbench: the command palette, quick picks and input boxes.
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
   * Resolves when an input with this title or placeholder (without an argument: any input) is shown and accepts text.
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

  /** Resolves when the input has faded in, so that a screenshot shows it. */
  async settled(): Promise<void> {
    await this.#box.evaluate((box) => Promise.all(box.getAnimations({ subtree: true }).map((one) => one.finished)));
  }

  /** Title, placeholder and message in one text; undefined if no input is shown. */
  async words(): Promise<string | undefined> {
    // Reads what exists at this moment, without waiting for an input that is closing.
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

  /** Selects a file in the workbench's own dialog with this title. */
  async chooseFile(title: string, path: string): Promise<void> {
    await this.shown(title);
    // The dialog reads the folder first, and ignores keys until it has.
    await this.row('..').waitFor();
    await this.type(path);
    await this.row(basename(path)).waitFor();
    await until('the file to be taken', async () => {
      if (await this.#box.isVisible()) await this.accept();
      return isInTime(this.#box.waitFor({ state: 'hidden', timeout: 2_000 }));
    });
  }

  /** Resolves when no input is shown. */
  async gone(): Promise<void> {
    await this.#box.waitFor({ state: 'hidden' });
  }

  /** Replaces the text without accepting it. `within` is a timeout in milliseconds. */
  async type(text: string, within?: number): Promise<void> {
    await this.#input.fill(text, within === undefined ? {} : { timeout: within });
  }

  async typed(): Promise<string> {
    return this.#input.inputValue();
  }

  /** Whether the text is masked. */
  async isPassword(): Promise<boolean> {
    return (await this.#input.getAttribute('type')) === 'password';
  }

  /** Types the text, if given, and presses Enter. */
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

  /** The accessible name of each rendered row. */
  async rows(): Promise<string[]> {
    return this.#rows.evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label') ?? row.textContent ?? ''));
  }

  /** The accessible name of the row that Enter selects. */
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

  /** A button in the title or beside the input. */
  button(name: string): Locator {
    return this.#box.locator(`.action-label[aria-label^="${name}"]`).first();
  }

  /**
   * Presses Escape until no input is shown. An input that is closed right after it opens is shown once more; only a
   * test is that fast.
   */
  async escape(): Promise<void> {
    await until('the box to be left', async () => {
      if (await this.#box.isVisible()) await this.#page.keyboard.press('Escape');
      await this.#page.waitForTimeout(100);
      return !(await this.#box.isVisible());
    });
  }

  /** Resolves with the text below the input (the prompt, or the validation error) when it is shown. */
  async message(saying: string | RegExp): Promise<string> {
    const message = this.#box.locator('.quick-input-message', { hasText: saying });
    await message.waitFor();
    return (await message.textContent()) ?? '';
  }
}
