// The page of a work item as a user sees it: its fields, its banners, its comments and the
// composer.
import type { Frame, Locator } from 'playwright-core';
import { until } from '../support/until.ts';
import type { Workbench } from '../support/workbench.ts';

export class ItemPage {
  readonly #workbench: Workbench;
  readonly #identifier: string;
  readonly frame: Frame;

  private constructor(workbench: Workbench, identifier: string, frame: Frame) {
    this.#workbench = workbench;
    this.#identifier = identifier;
    this.frame = frame;
  }

  /** Resolves with the page of the work item in the active tab when it shows its fields. */
  static async of(workbench: Workbench, identifier: string): Promise<ItemPage> {
    const frame = await workbench.webview('.page .identifier', identifier);
    await frame.locator('[data-field="name"] input').waitFor();
    return new ItemPage(workbench, identifier, frame);
  }

  field(name: string): Locator {
    return this.frame.locator(`[data-field="${name}"]`);
  }

  get name(): Locator {
    return this.field('name').locator('input');
  }

  /** The editable text of the description. */
  get description(): Locator {
    return this.field('description_html').locator('.rich-text-body');
  }

  get composer(): Locator {
    return this.frame.getByTestId('composer').locator('.rich-text-body');
  }

  get comments(): Locator {
    return this.frame.getByTestId('comments').locator('.comment');
  }

  /** The message about the last save. */
  get notice(): Locator {
    return this.frame.getByTestId('notice');
  }

  /** Selects an option of a field's list by its label. A list with multiple selection stays open. */
  async choose(field: string, word: string): Promise<void> {
    const place = this.field(field);
    if (!(await place.locator('[role=listbox]').isVisible())) await place.locator('.opener').click();
    await place.locator('[role=option]', { hasText: word }).first().click();
  }

  /** Types at the end of a rich text. */
  async write(text: Locator, words: string): Promise<void> {
    await text.click();
    await this.frame.page().keyboard.press('Control+End');
    await this.frame.page().keyboard.type(words);
  }

  /** Presses Ctrl+S. The focus must be in the page. */
  async save(): Promise<void> {
    await this.frame.page().keyboard.press('Control+s');
  }

  /** Resolves when the tab shows unsent changes. */
  async unsent(): Promise<void> {
    await this.#workbench.tab(`● ${this.#identifier} `).waitFor();
  }

  /** Resolves when the tab shows no unsent changes. */
  async sent(): Promise<void> {
    await until(`${this.#identifier} to be sent`, async () =>
      (await this.#workbench.tabs()).some((title) => title.startsWith(`${this.#identifier} `)),
    );
  }
}
