// Owns the page of a work item as a person meets it: its fields, its banners, its comments and the composer.
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

  /** The page of the item in the tab that is in front; resolves when it shows its fields. */
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

  /** What the page says of the last save. */
  get notice(): Locator {
    return this.frame.getByTestId('notice');
  }

  /** Chooses by the visible word in a field's list, which is left open where several can be chosen. */
  async choose(field: string, word: string): Promise<void> {
    const place = this.field(field);
    if (!(await place.locator('[role=listbox]').isVisible())) await place.locator('.opener').click();
    await place.locator('[role=option]', { hasText: word }).first().click();
  }

  /** Writes at the end of a rich text. */
  async write(text: Locator, words: string): Promise<void> {
    await text.click();
    await this.frame.page().keyboard.press('Control+End');
    await this.frame.page().keyboard.type(words);
  }

  /** Ctrl+S, with the focus in the page. */
  async save(): Promise<void> {
    await this.frame.page().keyboard.press('Control+s');
  }

  /** Resolves when the tab shows that something is unsent. */
  async unsent(): Promise<void> {
    await this.#workbench.tab(`● ${this.#identifier} `).waitFor();
  }

  /** Resolves when the tab shows that everything is sent. */
  async sent(): Promise<void> {
    await until(`${this.#identifier} to be sent`, async () =>
      (await this.#workbench.tabs()).some((title) => title.startsWith(`${this.#identifier} `)),
    );
  }
}
