// Controls VS Code's quick input in end-to-end tests: command palette, pickers and input boxes.
import { basename } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { succeedsBeforeTimeout } from './playwrightTimeout.ts';
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
   * Resolves when a quick input is shown whose title, placeholder or message contains the text. Without an argument,
   * any quick input matches.
   */
  async waitUntilShown(expected?: string | RegExp): Promise<void> {
    if (expected === undefined) await this.#input.waitFor();
    else {
      await until(`a quick input with the text ${expected}`, async () => {
        const text = await this.readText();
        return text !== undefined && (typeof expected === 'string' ? text.includes(expected) : expected.test(text));
      });
    }
  }

  /**
   * Resolves with true when a quick input is shown, and with false if none is shown within this time in milliseconds.
   */
  async opensWithin(milliseconds: number): Promise<boolean> {
    return succeedsBeforeTimeout(this.#input.waitFor({ timeout: milliseconds }));
  }

  /** Resolves when the opening animation has ended, so that a screenshot shows the quick input. */
  async waitUntilSettled(): Promise<void> {
    await this.#box.evaluate((box) =>
      Promise.all(box.getAnimations({ subtree: true }).map((animation) => animation.finished)),
    );
  }

  /** Returns title, placeholder and message as one text; undefined if no quick input is shown. */
  async readText(): Promise<string | undefined> {
    // Unlike other methods, `evaluateAll` does not wait for an element, which never appears if the quick input is
    // closing.
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

  /** Selects a file in VS Code's simple file dialog with this title. */
  async chooseFile(title: string, path: string): Promise<void> {
    await this.waitUntilShown(title);
    // The dialog ignores keys until it has read the folder.
    await this.row('..').waitFor();
    await this.type(path);
    await this.row(basename(path)).waitFor();
    await until('the file dialog to close', async () => {
      if (await this.#box.isVisible()) await this.accept();
      return succeedsBeforeTimeout(this.#box.waitFor({ state: 'hidden', timeout: 2_000 }));
    });
  }

  /** Resolves when no quick input is shown. */
  async waitUntilGone(): Promise<void> {
    await this.#box.waitFor({ state: 'hidden' });
  }

  /** Replaces the text without pressing Enter. `timeout` is in milliseconds. */
  async type(text: string, timeout?: number): Promise<void> {
    await this.#input.fill(text, timeout === undefined ? {} : { timeout });
  }

  async typedText(): Promise<string> {
    return this.#input.inputValue();
  }

  /** Whether the input hides its text, as for a password. */
  async isPassword(): Promise<boolean> {
    return (await this.#input.getAttribute('type')) === 'password';
  }

  /** Types the text, unless it is undefined, and presses Enter. */
  async accept(text?: string): Promise<void> {
    if (text !== undefined) await this.type(text);
    await this.#input.press('Enter');
  }

  /** Clicks the first row that contains this text. */
  async pick(text: string | RegExp): Promise<void> {
    await this.row(text).click();
  }

  row(text: string | RegExp): Locator {
    return this.#rows.filter({ hasText: text }).first();
  }

  /** The row that Enter accepts, if it contains this text. */
  focusedRow(text: string | RegExp): Locator {
    return this.#box.locator('.quick-input-list .monaco-list-row.focused', { hasText: text });
  }

  /** The accessible name of each rendered row. */
  async rows(): Promise<string[]> {
    return this.#rows.evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label') ?? row.textContent ?? ''));
  }

  /** The accessible name of the row that Enter selects. */
  async focusedRowLabel(): Promise<string | undefined> {
    const [row] = await this.#rows.evaluateAll((rows) =>
      rows
        .filter((element) => element.classList.contains('focused'))
        .map((element) => element.getAttribute('aria-label') ?? element.textContent ?? ''),
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
   * Presses Escape until no quick input is shown. VS Code may show a quick input again that is closed right after it
   * opens; only a test is fast enough to cause this.
   */
  async escape(): Promise<void> {
    await until('the quick input to close', async () => {
      if (await this.#box.isVisible()) await this.#page.keyboard.press('Escape');
      await this.#page.waitForTimeout(100);
      return !(await this.#box.isVisible());
    });
  }

  /**
   * Waits until the prompt or validation error below the input contains `text`, and resolves with the whole message.
   */
  async message(text: string | RegExp): Promise<string> {
    const message = this.#box.locator('.quick-input-message', { hasText: text });
    await message.waitFor();
    return (await message.textContent()) ?? '';
  }
}
